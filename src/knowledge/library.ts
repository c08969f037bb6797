// The library in the knowledge worker: documents in, found, opened and removed, over storage that it is given.
//
// - What storage holds is the truth; memory follows it. Whoever writes tells the other tabs, which read what changed.
// - Writers hold one lock across all tabs, so an identity stays unique and a merge never loses a document.
// - Inside a tab, changes of memory run one after another; searches run at any time, on what is there.
import type {
  AddReport,
  Chunk,
  DocumentMeta,
  DocumentView,
  SearchHit,
  SearchOptions,
  StoredDocument,
} from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { readAsked } from '../search/asked.ts';
import { mergeSegments } from '../search/merge-segments.ts';
import { buildSegment, decodeSegment, encodeSegment, type Segment } from '../search/segment.ts';
import { addItems, type AddOptions, type Arrived, place, type Placed } from './add.ts';
import type { DocumentStore, StoredSegment } from './document-store.ts';
import {
  type Found,
  findDocuments,
  findPassages,
  limitOf,
  listDocuments,
  type ListOptions,
  listSources,
  toSearchHit,
  toView,
} from './find.ts';
import type { Incoming } from './incoming.ts';
import { idOfKey, LiveIndex, revisionKey } from './live-index.ts';
import { planMerge } from './merge-plan.ts';
import { type FoundPassage, saying } from './phrase-search.ts';

/** What one tab tells the others: ids of documents that were written or removed. Segments are compared by their ids. */
export interface LibraryChange {
  documents: string[];
}

export interface LibraryDeps {
  store: DocumentStore;
  /** Runs `work` while no other tab runs any; Web Locks in the browser. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** To the other tabs: a `BroadcastChannel`. */
  announce(change: LibraryChange): void;
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

/** Passages that are indexed together when an index has to be made anew. */
const REINDEX_BATCH = 2000;

export class Library {
  readonly #deps: LibraryDeps;
  readonly #live = new LiveIndex();
  readonly #listeners = new Set<() => void>();
  /** The last removal, so that it can be taken back. */
  #removed = new Map<string, StoredDocument>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: LibraryDeps) {
    this.#deps = deps;
  }

  /** Reads everything that is there. Until then searches find nothing. */
  load(): Promise<void> {
    return this.#inTurn(async () => {
      const { store } = this.#deps;
      const records = await store.segments(await store.segmentIds());
      for (const meta of await store.metas()) this.#live.put(meta);
      const broken = records.filter((record) => !this.#take(record));
      const missing = this.#live.missing();
      if (missing.length > 0) await this.#deps.exclusive(() => this.#reindex(missing));
      if (broken.length > 0) {
        for (const { id } of broken) await store.replaceSegments([id], undefined);
      }
    });
  }

  /** @returns what was added and what was not, with the reason. Rejects when storage fails or `signal` aborts. */
  async add(
    items: Iterable<Incoming> | AsyncIterable<Incoming>,
    options: AddOptions = {},
  ): Promise<AddReport> {
    return addItems(items, options, {
      findByHash: (hash) => this.#deps.store.findByHash(hash),
      commit: (arrived) => this.#commit(arrived),
    });
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchHit[]> {
    const asked = readAsked(query);
    const hits =
      asked.phrases.length > 0
        ? await saying(asked.phrases, findPassages(this.#live, asked, options), limitOf(options), (found) =>
            this.#passages(found),
          )
        : await this.#withPassages(findDocuments(this.#live, asked, options));
    return hits.map(({ found, passage }) => toSearchHit(found, passage, asked.text, options.explain));
  }

  async open(id: string): Promise<StoredDocument> {
    const document = await this.#deps.store.open(id);
    if (!document) throw new Failure('not_found', `document not found: ${id}`);
    return document;
  }

  async get(id: string): Promise<DocumentView> {
    return toView(await this.open(id));
  }

  list(options?: ListOptions): ReturnType<typeof listDocuments> {
    return listDocuments(this.#live, options);
  }

  sources(): ReturnType<typeof listSources> {
    return listSources(this.#live);
  }

  /** @returns how many were there. They are found no more once this resolves. */
  remove(ids: string[]): Promise<number> {
    return this.#inTurn(async () => {
      const { store, exclusive } = this.#deps;
      const removed = await exclusive(() => store.remove([...new Set(ids)]));
      this.#removed = new Map(removed.map((document) => [document.id, document]));
      for (const { id } of removed) this.#live.drop(id);
      this.#changed(removed.map(({ id }) => id));
      return removed.length;
    });
  }

  /** Takes back the last removal, as far as `ids` are of it. @returns how many came back. */
  restore(ids: string[]): Promise<number> {
    return this.#inTurn(async () => {
      const wanted = ids.flatMap((id) => this.#removed.get(id) ?? []);
      const documents = await this.#deps.exclusive(async () => {
        const free: StoredDocument[] = [];
        for (const document of wanted) {
          const taken = await this.#deps.store.findByIdentity(document.source, document.source_id);
          if (!taken) free.push(document);
        }
        if (free.length > 0) await this.#write(free);
        return free;
      });
      for (const { id } of documents) this.#removed.delete(id);
      return documents.length;
    });
  }

  /** Another tab has written: reads what it says, and compares the segments. */
  follow({ documents }: LibraryChange): Promise<void> {
    return this.#inTurn(async () => {
      const { store } = this.#deps;
      const stored = new Set(await store.segmentIds());
      const fresh = await store.segments([...stored].filter((id) => !this.#live.segments.has(id)));
      const metas = new Map((await store.metasOf(documents)).map((meta) => [meta.id, meta]));
      for (const id of documents) {
        const meta = metas.get(id);
        if (meta) this.#live.put(meta);
        else this.#live.drop(id);
      }
      for (const record of fresh) this.#take(record);
      const gone = [...this.#live.segments.keys()].filter((id) => !stored.has(id));
      const late = [...metas.values()].some((meta) => !this.#live.index.isLive(revisionKey(meta)));
      if (gone.length > 0) this.#live.dropSegments(gone);
      else if (late) this.#live.refresh();
      this.#notify();
    });
  }

  /** Merges small and mostly dead segments, one transaction each, until nothing is worth it. */
  async tidy(): Promise<void> {
    while (await this.#inTurn(() => this.#deps.exclusive(() => this.#mergeOnce())));
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #passages(found: readonly Found[]): Promise<(Chunk | undefined)[]> {
    return this.#deps.store.passages(found.map(({ meta, hit }) => [meta.id, hit.chunk]));
  }

  async #withPassages(documents: readonly Found[]): Promise<FoundPassage[]> {
    const passages = await this.#passages(documents);
    return documents.flatMap((found, i) => {
      const passage = passages[i]; // another tab may have removed it a moment ago
      return passage ? [{ found, passage }] : [];
    });
  }

  async #commit(arrived: Arrived[]): Promise<Placed> {
    return this.#inTurn(() =>
      this.#deps.exclusive(async () => {
        const placed = await place(arrived, this.#deps);
        if (placed.documents.length > 0) await this.#write(placed.documents);
        return placed;
      }),
    );
  }

  async #write(documents: StoredDocument[]): Promise<void> {
    const { segment, record } = this.#index(documents);
    await this.#deps.store.commit(documents, record);
    for (const { body: _body, passages: _passages, ...meta } of documents) this.#live.put(meta);
    this.#live.addSegment(record.id, segment);
    this.#changed(documents.map(({ id }) => id));
  }

  #index(documents: StoredDocument[]): { segment: Segment; record: StoredSegment } {
    const segment = buildSegment(
      documents.flatMap((document) =>
        document.passages.map(({ index, text, heading }) => ({
          document: revisionKey(document),
          index,
          text,
          heading,
          title: document.title,
        })),
      ),
    );
    return { segment, record: this.#record(segment) };
  }

  #record(segment: Segment): StoredSegment {
    return { id: this.#deps.newId(), bytes: encodeSegment(segment), createdAt: this.#deps.now() };
  }

  /** False for a segment of a format that is not ours, or damaged: its documents are then indexed anew. */
  #take(record: StoredSegment): boolean {
    try {
      this.#live.addSegment(record.id, decodeSegment(record.bytes));
      return true;
    } catch {
      return false;
    }
  }

  async #reindex(metas: DocumentMeta[]): Promise<void> {
    let batch: StoredDocument[] = [];
    let passages = 0;
    const flush = async (): Promise<void> => {
      if (batch.length > 0) await this.#write(batch);
      batch = [];
      passages = 0;
    };
    for (const { id } of metas) {
      const document = await this.#deps.store.open(id);
      if (!document) continue;
      batch.push(document);
      passages += document.chunks;
      if (passages >= REINDEX_BATCH) await flush();
    }
    await flush();
  }

  async #mergeOnce(): Promise<boolean> {
    const { store } = this.#deps;
    const ids = planMerge(this.#live.states());
    const old = ids.flatMap((id) => this.#live.segments.get(id) ?? []);
    if (old.length === 0) return false;
    // What looks dead here may just have been written by another tab: storage knows.
    const dead = old.flatMap(({ documents }) => documents.filter((key) => !this.#live.isLive(key)));
    const stored = new Set((await store.metasOf([...new Set(dead.map(idOfKey))])).map(revisionKey));
    const merged = mergeSegments(old, (key) => this.#live.isLive(key) || stored.has(key));
    const record = merged.documents.length > 0 ? this.#record(merged) : undefined;
    const replaced = await store.replaceSegments(ids, record);
    if (replaced) {
      if (record) this.#live.addSegment(record.id, merged);
      this.#live.dropSegments(ids);
      this.#deps.announce({ documents: [] });
    }
    return replaced;
  }

  #changed(documents: string[]): void {
    if (documents.length === 0) return;
    this.#deps.announce({ documents });
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
