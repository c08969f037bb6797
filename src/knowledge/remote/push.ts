// Pushes the library, or one source of it, to a remote engine: new and changed documents, with their vectors.
//
// - A document has the same remote id from every device: a hash of its source and its id in that source.
// - The next push completes one that was stopped or failed part way.
import { type DocumentMeta, type StoredDocument, tagsOf } from '../../core/document.ts';
import type { PushReport } from '../../core/remote.ts';
import { passageHash } from '../../search/passage-hash.ts';
import type { PushOptions } from '../../core/ports/remote-collections.ts';
import type { RemoteEngine, RemotePassage } from './engine.ts';

export interface PushDeps {
  list(options: { source?: string; limit: number; offset: number }): Promise<{
    documents: DocumentMeta[];
    total: number;
  }>;
  open(id: string): Promise<StoredDocument>;
  /** The model whose vectors are pushed, and a function for the vectors of a document's passages. */
  model: string;
  vectorsOf(document: StoredDocument, signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Documents read from the list at a time. */
const PAGE = 200;
/** Passages sent together, from any number of documents. */
const ENOUGH = 200;

/** @throws Failure of the engine or the model; the signal's reason when it aborts */
export async function push(
  engine: RemoteEngine,
  deps: PushDeps,
  { source, removeMissing = false, onProgress, signal }: PushOptions = {},
): Promise<PushReport> {
  await engine.prepare(deps.model, signal);
  const there = await engine.revisions(signal);
  const report: PushReport = { documents: 0, passages: 0, unchanged: 0, removed: 0 };
  const here = new Set<string>();
  let waiting: Waiting[] = [];

  /** The first passage of a document marks it as complete, so it is written last. */
  const send = async (): Promise<void> => {
    const all = waiting.flatMap(({ passages, vectors }) =>
      passages.map((passage, i) => ({ passage, vector: vectors[i]! })),
    );
    await put(
      engine,
      all.filter(({ passage }) => passage.index > 0),
      signal,
    );
    for (const { document, revision } of waiting) {
      if (there.has(document)) await engine.prune(document, revision, signal);
    }
    await put(
      engine,
      all.filter(({ passage }) => passage.index === 0),
      signal,
    );
    report.documents += waiting.length;
    report.passages += all.length;
    waiting = [];
  };

  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await deps.list({ ...(source !== undefined && { source }), limit: PAGE, offset });
    total = page.total;
    for (const [i, meta] of page.documents.entries()) {
      signal?.throwIfAborted();
      onProgress?.({ done: offset + i, total, name: meta.title });
      const document = remoteId(meta);
      const revision = revisionOf(meta);
      here.add(document);
      if (there.get(document) === revision) {
        report.unchanged++;
        continue;
      }
      const stored = await deps.open(meta.id);
      const passages = stored.passages.map((_, index) => toRemote(stored, index, document, revision));
      waiting.push({ document, revision, passages, vectors: await deps.vectorsOf(stored, signal) });
      if (waiting.reduce((sum, { passages }) => sum + passages.length, 0) >= ENOUGH) await send();
    }
  }
  await send();
  if (removeMissing) report.removed = await removeOthers(engine, here, source, signal);
  onProgress?.({ done: here.size, total: here.size, name: '' });
  return report;
}

async function put(
  engine: RemoteEngine,
  records: readonly { passage: RemotePassage; vector: Float32Array }[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (records.length === 0) return;
  await engine.put(
    records.map(({ passage }) => passage),
    records.map(({ vector }) => vector),
    signal,
  );
}

interface Waiting {
  document: string;
  revision: string;
  passages: RemotePassage[];
  vectors: Float32Array[];
}

async function removeOthers(
  engine: RemoteEngine,
  here: ReadonlySet<string>,
  source: string | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  const gone = [...(await engine.revisions(signal, source)).keys()].filter((document) => !here.has(document));
  await engine.remove(gone, signal);
  return gone.length;
}

/** Returns a document's id in a remote engine. */
export function remoteId({ source, source_id }: Pick<DocumentMeta, 'source' | 'source_id'>): string {
  return hex(`${source}\0${source_id}`);
}

function revisionOf({ hash, title, updated_at, source_url }: DocumentMeta): string {
  return hex(JSON.stringify([hash, title, updated_at, source_url]));
}

function hex(text: string): string {
  return passageHash(text)
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('');
}

function toRemote(document: StoredDocument, index: number, remote: string, revision: string): RemotePassage {
  const { text, heading, page } = document.passages[index]!;
  return {
    document: remote,
    index,
    text,
    title: document.title,
    heading,
    source: document.source,
    source_id: document.source_id,
    content_type: document.content_type,
    updated_at: document.updated_at,
    revision,
    tags: tagsOf(document),
    ...(document.author !== undefined && { author: document.author }),
    ...(document.source_url !== undefined && { source_url: document.source_url }),
    ...(page !== undefined && { page }),
  };
}
