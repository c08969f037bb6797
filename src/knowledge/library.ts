// The library in the knowledge worker: adds, finds, opens and removes documents, over a given storage.
//
// - Storage is authoritative, and memory follows it. A tab that writes notifies the others, which read the changes.
// - Writers hold one lock across all tabs, so an identity stays unique and a merge never loses a document.
// - Inside a tab, changes of memory run one after another; searches run at any time, on the present state.
import type { AnswerOptions, LibraryAnswer } from '../core/answer.ts';
import type { ContextPassage, GatherOptions } from '../core/context-passage.ts';
import type { DocumentChange } from '../core/document-change.ts';
import {
  type AddReport,
  type DocumentView,
  revisionKey,
  type SearchHit,
  type SearchOptions,
  type SourceInfo,
  type StoredDocument,
} from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { LibraryOverview } from '../core/library-overview.ts';
import type { EmbeddedPassage } from '../search/passage-hash.ts';
import { decodeSegment, encodeSegment } from '../search/segment.ts';
import type { Segment } from '../search/segment-types.ts';
import type { AnswerCall } from './answer-library.ts';
import { addItems, type AddOptions, type Arrived, place, type Placed } from './add.ts';
import { answerAndBetter } from './better-answer.ts';
import type { OriginalFile } from '../core/original.ts';
import { changeDocuments } from './change-documents.ts';
import type { Listed, ListOptions, StoredSegment, TombstoneChange } from '../core/ports/document-store.ts';
import type { PassagePlace } from './embedding/background.ts';
import type { LibraryDeps, LibraryChange } from './library-deps.ts';
import { livePassages } from './embedding/live-passages.ts';
import { listDocuments, listSources, toView } from './find.ts';
import { gather } from './gather.ts';
import type { Incoming } from './incoming.ts';
import { healIndex } from './heal-index.ts';
import { indexDocuments } from './index-documents.ts';
import { joinKnown, type Joining } from './joining.ts';
import { languageOf } from './detect-language.ts';
import { Languages, rulesOf } from './languages.ts';
import { LiveIndex } from './live-index.ts';
import { mergeOnce } from './merge-once.ts';
import { Originals } from './originals.ts';
import { Members } from './members.ts';
import { isOrdered, OrderedLists } from './ordered-list.ts';
import { overviewOf } from './overview.ts';
import { readHits, readTexts } from './read-hits.ts';
import type { SearchCall } from '../core/ports/remote-collections.ts';
import { type SearchedLibrary, searchLibrary } from './search-library.ts';
import { Listeners } from '../base/listeners.ts';

export class Library {
  readonly #deps: LibraryDeps;
  readonly #live = new LiveIndex();
  readonly #languages = new Languages();
  readonly #listeners = new Listeners();
  readonly #originals: Originals;
  /** The last removal, for undo. */
  #removed = new Map<string, StoredDocument>();
  #last: Promise<unknown> = Promise.resolve();
  readonly #members: Members;
  readonly #lists: OrderedLists;

  constructor(deps: LibraryDeps) {
    this.#deps = deps;
    this.#originals = new Originals(deps.originals, deps.store);
    this.#members = new Members(deps.store);
    this.#lists = new OrderedLists(deps.store);
  }

  /** Reads the index. Until then searches find nothing. */
  load(): Promise<void> {
    return this.#inTurn(async () => {
      const broken = await this.#sync();
      if (broken.length === 0) return;
      // Another version, or damaged: their documents are reindexed.
      await this.#deps.exclusive(() => this.#heal());
      for (const id of broken) await this.#deps.store.replaceSegments([id], undefined);
    });
  }

  /**
   * Repairs the library after a crash or damage: removes unfinished data, indexes documents without a segment, and
   * adds tombstones for texts without a document. Seldom finds any.
   */
  check(): Promise<void> {
    return this.#inTurn(() =>
      this.#deps.exclusive(async () => {
        await this.#deps.store.sweep();
        await this.#sync();
        if ((await this.#deps.store.count()) !== this.#live.index.documentCount) await this.#heal();
        await this.#originals.sweep();
      }),
    );
  }

  /** @returns what was added, and what was not with the reason. Rejects when storage fails or `signal` aborts. */
  async add(
    items: Iterable<Incoming> | AsyncIterable<Incoming>,
    options: AddOptions = {},
  ): Promise<AddReport> {
    return addItems(items, options, {
      findByHash: (hash) => this.#deps.store.findByHash(hash),
      commit: async (...arrived) => {
        const placed = await this.#commit(...arrived);
        // Merging fails when storage is full; then the next commit fails too and reports it.
        await this.tidy().catch(() => undefined);
        return placed;
      },
      keepMissing: (original) => this.#deps.exclusive(() => this.#originals.keepMissing(original)),
      readPacked: this.#deps.readPacked,
    });
  }

  /** @throws Failure as `searchLibrary` */
  async search(query: string, options: SearchOptions = {}, call: SearchCall = {}): Promise<SearchHit[]> {
    return searchLibrary(this.#searched(), query, await this.#members.limit(options), call);
  }

  /** Returns the context for a model's answer. @throws Failure as `searchLibrary` */
  async gather(question: string, options: GatherOptions, signal?: AbortSignal): Promise<ContextPassage[]> {
    const limited = await this.#members.limit(options);
    return gather({ ...this.#searched(), store: this.#deps.store }, question, limited, signal);
  }

  /**
   * Returns the answering block, by words alone and final. `onBetter` receives a better one found by semantic search.
   * @throws Failure `bad_request` for an invalid date, like a search
   */
  async answer(question: string, options: AnswerOptions = {}, call: AnswerCall = {}): Promise<LibraryAnswer> {
    const limited = await this.#members.limit(options);
    return answerAndBetter({ ...this.#searched(), store: this.#deps.store }, question, limited, call);
  }

  async open(id: string): Promise<StoredDocument> {
    const document = await this.#deps.store.open(id);
    if (!document) throw new Failure('not_found', `document not found: ${id}`);
    return document;
  }

  async get(id: string): Promise<DocumentView> {
    return toView(await this.open(id));
  }

  /** Returns the file that a document was made from; undefined where none is kept. */
  original(id: string): Promise<OriginalFile<Blob> | undefined> {
    return this.#originals.of(id);
  }

  list(options?: ListOptions): Promise<Listed> {
    const store = options && isOrdered(options) ? this.#lists : this.#deps.store;
    return listDocuments(store, this.#live, options);
  }

  sources(): SourceInfo[] {
    return listSources(this.#live);
  }

  overview(): Promise<LibraryOverview> {
    return overviewOf(this.#live, this.#deps.store);
  }

  /** @returns how many existed. They are no longer found once this resolves. */
  remove(ids: string[]): Promise<number> {
    return this.#inTurn(async () => {
      const { store, exclusive } = this.#deps;
      const removed = await exclusive(() => store.remove([...new Set(ids)]));
      this.#removed = new Map(removed.map((document) => [document.id, document]));
      this.#live.bury(removed.map(revisionKey));
      this.#originals.dropLater(removed.map(revisionKey), () => this.#notify());
      this.#changed(removed.map(({ id }) => id));
      return removed.length;
    });
  }

  /** @returns how many of them existed */
  change(ids: readonly string[], change: DocumentChange): Promise<number> {
    return this.#inTurn(async () => {
      const known = [...new Set(ids)];
      const { store, exclusive } = this.#deps;
      const write = this.#write.bind(this);
      const moved = this.#originals.move.bind(this.#originals);
      const count = await exclusive(() => changeDocuments({ store, write, moved }, known, change));
      this.#changed(known);
      return count;
    });
  }

  /** Undoes the last removal for those of its documents in `ids`. @returns how many were restored */
  restore(ids: string[]): Promise<number> {
    return this.#inTurn(async () => {
      const wanted = ids.flatMap((id) => this.#removed.get(id) ?? []);
      const documents = await this.#deps.exclusive(async () => {
        const free: StoredDocument[] = [];
        for (const document of wanted) {
          const taken = await this.#deps.store.findByIdentity(document.source, document.source_id);
          if (!taken) free.push(document);
        }
        if (free.length > 0) await this.#write(free, { risen: free.map(revisionKey) });
        return free;
      });
      for (const { id } of documents) this.#removed.delete(id);
      return documents.length;
    });
  }

  /** Compares the index with storage after another tab has written. */
  follow(change: LibraryChange): Promise<void> {
    return this.#inTurn(async () => {
      await this.#sync();
      if (change.documents.length > 0) this.#notify();
    });
  }

  /** Merges small and mostly dead segments, one transaction each, until no merge is worthwhile. */
  async tidy(): Promise<void> {
    while (await this.#inTurn(() => this.#deps.exclusive(() => this.#mergeOnce())));
  }

  /** Yields every searchable passage, by its position and the hash of its text. */
  passages(): Iterable<PassagePlace> {
    return livePassages(this.#live.index);
  }

  /** Returns the embedded text of passages; undefined for removed ones. */
  texts(places: readonly PassagePlace[]): Promise<(EmbeddedPassage | undefined)[]> {
    return readTexts(this.#deps.store, places);
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #searched(): SearchedLibrary {
    return {
      live: this.#live,
      languages: this.#languages,
      meaning: this.#deps.meaning?.(),
      read: (hits) => readHits(this.#deps.store, hits),
    };
  }

  #commit(arrived: Arrived[], joining: Joining[]): Promise<Placed> {
    return this.#inTurn(() =>
      this.#deps.exclusive(async () => {
        const placed = await place(arrived, this.#deps);
        if (placed.documents.length > 0) await this.#write(placed.documents, { dead: placed.replaced });
        this.#changed(await joinKnown(this.#deps.store, [...joining, ...placed.joining]));
        const withoutOriginal = await this.#originals.keep(placed);
        return { ...placed, ...(withoutOriginal.length > 0 && { withoutOriginal }) };
      }),
    );
  }

  async #write(unread: StoredDocument[], tombstones: TombstoneChange): Promise<void> {
    const documents: StoredDocument[] = [];
    for (const document of unread) {
      const language = document.language ?? (await languageOf(document));
      documents.push(language === undefined ? document : { ...document, language });
    }
    const languages = await this.#languages.load(documents.map(({ language }) => rulesOf(language)));
    const segment = indexDocuments(documents, languages);
    const record = this.#record(encodeSegment(segment));
    await this.#deps.store.commit(documents, record, tombstones);
    this.#live.bury(tombstones.dead ?? []);
    this.#live.raise(tombstones.risen ?? []);
    this.#live.addSegment(record.id, segment);
    this.#changed(documents.map(({ id }) => id));
  }

  #record(bytes: ArrayBuffer): StoredSegment {
    return { id: this.#deps.newId(), bytes, createdAt: this.#deps.now() };
  }

  /** Updates the index from storage. @returns ids of segments that can't be read */
  async #sync(): Promise<string[]> {
    const broken: string[] = [];
    const fresh: { id: string; segment: Segment }[] = [];
    const known = new Set(this.#live.segments.keys());
    const { ids, tombstones } = await this.#deps.store.index(known, ({ id, bytes }) => {
      try {
        fresh.push({ id, segment: decodeSegment(bytes) });
      } catch {
        broken.push(id);
      }
    });
    // An invalid key hides no document, and must not prevent finding the rest.
    this.#live.follow({ ids, fresh, tombstones: tombstones.filter((key) => typeof key === 'string') });
    return broken;
  }

  #heal(): Promise<void> {
    return healIndex({ store: this.#deps.store, live: this.#live, write: this.#write.bind(this) });
  }

  async #mergeOnce(): Promise<boolean> {
    const { store } = this.#deps;
    const isMerged = await mergeOnce({ store, live: this.#live, record: (bytes) => this.#record(bytes) });
    if (isMerged) this.#deps.announce({ documents: [] });
    return isMerged;
  }

  #changed(documents: string[]): void {
    if (documents.length === 0) return;
    this.#deps.announce({ documents });
    this.#notify();
  }

  #notify(): void {
    this.#members.forget();
    this.#lists.forget();
    this.#listeners.tell();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
