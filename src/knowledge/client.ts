// The page's side of the knowledge worker: one promise per request.
//
// - Every request settles: by its reply, the worker's death, an unreadable message, or an abort.
// - Failures arrive as `Failure`, as if the call were local. An abort rejects with the signal's reason, except for
//   `add`, where the worker reports what was added before it stopped.
import type { AnswerOptions, LibraryAnswer } from '../core/answer.ts';
import type { ContextPassage, GatherOptions } from '../core/context-passage.ts';
import type { DocumentChange } from '../core/document-change.ts';
import type {
  AddReport,
  DocumentMeta,
  DocumentView,
  SearchHit,
  SearchOptions,
  SourceInfo,
  StoredDocument,
} from '../core/document.ts';
import { type ErrorData, Failure } from '../core/errors.ts';
import type { LibraryOverview } from '../core/library-overview.ts';
import type { OriginalFile } from '../core/original.ts';
import type { PushReport, RemoteState } from '../core/remote.ts';
import type { AddOptions, CallOptions, Pending, Update } from './client-call.ts';
import { pathOf } from './files.ts';
import type { ListOptions } from '../core/ports/document-store.ts';
import type { Added, Incoming } from './incoming.ts';
import type { PushOptions, RemoteAccess } from '../core/ports/remote-collections.ts';
import type { Calls, FromWorker, Method, Request, ToWorker } from './protocol.ts';
import { Listeners } from '../base/listeners.ts';

/** Limits of one handover: 64 files take about 15 ms to clone, a million characters 2 ms. */
const SLICE = { items: 64, characters: 1_000_000 } as const;

export class KnowledgeClient {
  /** Resolves when everything is searchable. Rejects with a Failure when the library can't be opened. */
  readonly ready: Promise<void>;
  /** Connects embeddings when the first semantic search comes before they are connected anyway. */
  beforeMeaning?: () => Promise<unknown>;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  /** Searches and answers that may still get updates. */
  readonly #updating = new Map<number, Update>();
  readonly #listeners = new Listeners();
  #opened!: { resolve(): void; reject(error: unknown): void };
  #isReady = false;
  /** Why no more requests are possible. */
  #dead: Failure | undefined;
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => (this.#opened = { resolve, reject }));
    this.ready.catch(() => undefined); // Callers get the same failure.
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#receive(data));
    worker.addEventListener('messageerror', () =>
      this.#rejectAll(new Failure('unavailable', 'The library sent an unreadable response. Try again.')),
    );
    worker.addEventListener('error', (event) => this.#onError(event));
  }

  /** Adds files and documents, in order. The report names those that can't be read. */
  add(items: Added[], options: AddOptions = {}): Promise<AddReport> {
    const { source, collection, signal, onProgress, pause } = options;
    const incoming = items.map((item): Incoming => {
      if (item instanceof File) return { file: item, path: pathOf(item) };
      if ('file' in item) return item;
      const given = 'document' in item ? item : { document: item };
      return { ...given, ...(collection && { collection }) };
    });
    const total = items.length;
    const params = source === undefined ? { total } : { total, source };
    return this.#call('add', params, { signal, waits: true, onProgress, items: incoming, pause });
  }

  /**
   * Resolves with the hits known now.
   * @param onUpdate receives better hits later, as passages are embedded; the signal ends these too
   */
  search(
    query: string,
    options: SearchOptions = {},
    signal?: AbortSignal,
    onUpdate?: (hits: SearchHit[]) => void,
  ): Promise<SearchHit[]> {
    const search = (): Promise<SearchHit[]> => this.#search(query, options, signal, onUpdate);
    if (options.mode !== 'semantic' || !this.beforeMeaning) return search();
    // Each search waits, so that the worker knows the user's choice. On failure, the worker reports that there is no
    // model.
    return this.beforeMeaning().then(search, search);
  }

  #search(
    query: string,
    options: SearchOptions,
    signal: AbortSignal | undefined,
    onUpdate: ((hits: SearchHit[]) => void) | undefined,
  ): Promise<SearchHit[]> {
    if (!onUpdate) return this.#call('search', { query, options }, { signal });
    return this.#call('search', { query, options, updates: true }, { signal, onUpdate: onUpdate as Update });
  }

  /**
   * Returns the answering block, complete and final: found by words alone, without waiting for a model. `answer:
   * null` means that nothing in the library answers.
   * @param onBetter receives a better answer found by semantic search, at most once; the signal ends this too
   */
  answer(
    question: string,
    options: AnswerOptions = {},
    signal?: AbortSignal,
    onBetter?: (answer: LibraryAnswer) => void,
  ): Promise<LibraryAnswer> {
    if (!onBetter) return this.#call('answer', { question, options }, { signal });
    return this.#call(
      'answer',
      { question, options, updates: true },
      { signal, onUpdate: onBetter as Update },
    );
  }

  /** Returns what a model is given with a question: whole passages, best first, up to a number of tokens. */
  gather(question: string, options: GatherOptions, signal?: AbortSignal): Promise<ContextPassage[]> {
    return this.#call('gather', { question, options }, { signal });
  }

  /** @throws Failure `not_found` */
  get(id: string): Promise<DocumentView> {
    return this.#call('get', { id });
  }

  /** @throws Failure `not_found` */
  open(id: string): Promise<StoredDocument> {
    return this.#call('open', { id });
  }

  /** Returns the file that a document was made from; undefined where none is kept. */
  original(id: string): Promise<OriginalFile<Blob> | undefined> {
    return this.#call('original', { id });
  }

  /** Lists newest first. */
  list(options: ListOptions = {}): Promise<{ documents: DocumentMeta[]; total: number }> {
    return this.#call('list', { options });
  }

  /** @param options.local skips remote engines */
  sources(options: { local?: boolean } = {}): Promise<SourceInfo[]> {
    return this.#call('sources', options);
  }

  overview(): Promise<LibraryOverview> {
    return this.#call('overview', {});
  }

  /** @returns how many of them existed */
  remove(ids: string[]): Promise<number> {
    return this.#call('remove', { ids });
  }

  /** Undoes the last `remove` of this session. @returns how many were restored */
  restore(ids: string[]): Promise<number> {
    return this.#call('restore', { ids });
  }

  /** Changes title, tags and collections of documents. @returns how many of them existed */
  change(ids: readonly string[], change: DocumentChange): Promise<number> {
    return this.#call('change', { ids, change });
  }

  /** Sets the remote collections that answer searches with or instead of the library. */
  async useRemotes(remotes: RemoteAccess[]): Promise<void> {
    await this.#call('useRemotes', { remotes });
  }

  /** @throws Failure with advice when it can't be reached */
  remoteState(remote: RemoteAccess): Promise<RemoteState> {
    return this.#call('remoteState', { remote });
  }

  /** @throws Failure `conflict` for vectors of another model, `unavailable`, `denied` */
  pushTo(remote: RemoteAccess, options: PushOptions = {}): Promise<PushReport> {
    const { source, removeMissing, onProgress, signal } = options;
    const params = {
      remote,
      ...(source !== undefined && { source }),
      ...(removeMissing !== undefined && { removeMissing }),
    };
    return this.#call('pushTo', params, { onProgress, signal });
  }

  /** Messages about embeddings use this port. */
  connectEmbeddings(port: MessagePort): void {
    this.#worker.postMessage({ type: 'embeddings', port } satisfies ToWorker, [port]);
  }

  /** Calls back after documents were added or removed, here or in another tab. @returns a function that unsubscribes */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Ends the worker. Pending requests reject. */
  dispose(): void {
    this.#worker.terminate();
    this.#die(new Failure('cancelled', 'The library was closed.'));
    this.#listeners.clear();
  }

  #call<M extends Method>(
    method: M,
    params: Calls[M]['params'],
    { signal, waits, onProgress, items, pause, onUpdate }: CallOptions = {},
  ): Promise<Calls[M]['result']> {
    if (this.#dead) return Promise.reject(this.#dead);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const id = ++this.#lastId;
    return new Promise<Calls[M]['result']>((resolve, reject) => {
      const onAbort = (): void => {
        this.#post({ type: 'abort', id });
        this.#updating.delete(id);
        if (!waits) this.#take(id)?.reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const holding = pause?.onChange((on) => this.#post({ type: 'pause', id, on }));
      const settle = (): void => {
        signal?.removeEventListener('abort', onAbort);
        holding?.();
      };
      this.#pending.set(id, {
        resolve: (result) => {
          // The signal of a search also ends its updates.
          if (!onUpdate) settle();
          resolve(result as Calls[M]['result']);
        },
        reject: (error) => (settle(), reject(error as Error)),
        onProgress,
        items,
        onUpdate,
      });
      this.#hand(id, { type: 'request', id, method, params } as Request);
      if (pause?.on) this.#post({ type: 'pause', id, on: true });
    });
  }

  #handItems(id: number): void {
    const items = this.#pending.get(id)?.items;
    if (!items || items.length === 0) return;
    let count = 0;
    for (
      let characters = 0;
      count < SLICE.items && characters < SLICE.characters && count < items.length;
      count++
    ) {
      const item = items[count]!;
      if ('document' in item) characters += String(item.document.body).length;
    }
    this.#hand(id, { type: 'items', id, items: items.splice(0, count) });
  }

  #hand(id: number, message: ToWorker): void {
    try {
      this.#post(message);
    } catch {
      const text = 'These values cannot be passed to the library. Pass only plain data and files.';
      this.#take(id)?.reject(new Failure('bad_request', text));
      this.#post({ type: 'abort', id });
    }
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#opened.resolve();
        break;
      case 'failed':
      case 'closed':
        this.#die(toFailure(message.error));
        break;
      case 'changed':
        this.#listeners.tell();
        break;
      case 'more':
        this.#handItems(message.id);
        break;
      case 'progress':
        this.#pending.get(message.id)?.onProgress?.(message.progress);
        break;
      case 'reply': {
        const pending = this.#take(message.id);
        if (pending?.onUpdate) this.#updating.set(message.id, pending.onUpdate);
        pending?.resolve(message.result);
        break;
      }
      case 'update':
        this.#updating.get(message.id)?.(message.hits);
        break;
      case 'better':
        this.#updating.get(message.id)?.(message.answer);
        break;
      case 'updated': {
        this.#updating.delete(message.id);
        const pending = this.#pending.get(message.id);
        if (pending) pending.onUpdate = undefined;
        break;
      }
      case 'error':
        this.#take(message.id)?.reject(toFailure(message.error));
        break;
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** Before `ready`, the worker did not even start. Afterwards it is a bug there, and the worker keeps running. */
  #onError(event: ErrorEvent): void {
    const why = event.message ? ` (${event.message})` : '';
    if (this.#isReady) {
      this.#rejectAll(new Failure('unavailable', `The library stopped unexpectedly${why}. Try again.`));
    } else {
      this.#die(new Failure('unavailable', `The library could not be started${why}. Reload the page.`));
    }
  }

  #die(failure: Failure): void {
    this.#dead = failure;
    this.#opened.reject(failure);
    this.#rejectAll(failure);
  }

  #rejectAll(failure: Failure): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#updating.clear();
    for (const { reject } of pending) reject(failure);
  }
}

function toFailure({ code, message, details }: ErrorData): Failure {
  return new Failure(code, message, details);
}
