// Documents, by their source and their identity in it. Their texts are indexed in a worker.
import type { Json } from '../../../base/json.ts';
import { ATTACHED_SOURCE, type DocumentMeta } from '../../../core/document.ts';
import type { Database } from '../../../storage/database.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import {
  documentKey,
  documentMark,
  identityIn,
  type ToDocumentsWorker,
  type WrittenDocuments,
} from './document-keys.ts';
import { inWorker } from '../in-worker.ts';
import type { RecordKind } from './record-kind.ts';

/** The guide comes with the app. Files attached to chats are records of another kind. */
const NOT_SYNCED: readonly string[] = ['guide', ATTACHED_SOURCE];

/** @returns undefined for a document that is none of this kind, or stays here */
export type KeyOf = (meta: DocumentMeta) => string | undefined;

export const libraryKey: KeyOf = (meta) => (NOT_SYNCED.includes(meta.source) ? undefined : documentKey(meta));

export interface DocumentDeps {
  /** Removes documents, with all that belongs to them. */
  remove(ids: string[]): Promise<unknown>;
  /** Writes and indexes documents; absent: in a worker. */
  write?(changes: readonly Incoming[]): Promise<Iterable<readonly [key: string, outcome: Outcome]>>;
}

export class DocumentRecords implements RecordKind {
  readonly kinds: readonly string[];
  readonly #db: Database;
  readonly #deps: DocumentDeps;

  readonly #keyOf: KeyOf;

  constructor(db: Database, deps: DocumentDeps, kind = 'document', keyOf: KeyOf = libraryKey) {
    this.#db = db;
    this.#deps = deps;
    this.kinds = [kind];
    this.#keyOf = keyOf;
  }

  async *scan(): AsyncIterable<LocalRecord> {
    for (const meta of await this.#db.getAll('documents')) {
      const key = this.#keyOf(meta);
      if (key === undefined) continue;
      const time = Date.parse(meta.updated_at);
      yield {
        key,
        mark: documentMark(meta),
        ...(!Number.isNaN(time) && { time }),
        read: () => this.#read(meta.id),
      };
    }
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const removed = changes.filter(({ value }) => value === undefined);
    const outcomes = new Map<string, Outcome>();
    for (const { key, mark } of removed) {
      const here = await this.#db.getFromIndex('documents', 'identity', identityIn(key));
      if ((here && documentMark(here)) !== mark) continue;
      if (here) await this.#deps.remove([here.id]);
      outcomes.set(key, { mark: undefined });
    }
    const put = changes.filter(({ value }) => value !== undefined);
    const { write = writeInWorker } = this.#deps;
    if (put.length > 0) for (const [key, outcome] of await write(put)) outcomes.set(key, outcome);
    return outcomes;
  }

  async #read(id: string): Promise<Json | undefined> {
    const tx = this.#db.transaction(['documents', 'bodies', 'chunks']);
    const [meta, body, chunks] = await Promise.all([
      tx.objectStore('documents').get(id),
      tx.objectStore('bodies').get(id),
      tx.objectStore('chunks').getAll(IDBKeyRange.bound([id], [id, []])),
    ]);
    if (!meta) return undefined;
    const whole = body?.body ?? '';
    const passages = chunks.map(({ document: _, index: _i, text, ...passage }) =>
      text === whole.slice(passage.start, passage.end) ? passage : { ...passage, text },
    );
    return { ...meta, body: whole, passages } as unknown as Json;
  }
}

function writeInWorker(changes: ToDocumentsWorker): Promise<WrittenDocuments> {
  const start = (): Worker =>
    new Worker(new URL('./documents-worker.ts', import.meta.url), { type: 'module', name: 'sync-documents' });
  return inWorker(start, changes, 'Couldn’t save documents. Reload the page, then sync again.');
}
