// Embeddings in the knowledge worker: their model, when it is loaded, and the progress.
//
// - Nothing is loaded before `need` (a search, documents that a person adds), `warmUp` or `start`; in data-saving
//   mode, only by `start`. Once started, the work resumes after a reload.
// - One tab does the background work, under a lock. Each tab has its own model for questions.
// - Vectors of another model stay until the new one is complete: a partly embedded library is searched with the
//   vectors available.
import type { EmbeddingChoice, EmbeddingStatus } from '../../core/embedding.ts';
import type { Embedder } from './embedder.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import {
  countEmbedded,
  embedMissing,
  hashKey,
  type PassageSource,
  type VectorStore as BareVectorStore,
} from './background.ts';
import { DeviceEmbedder, type ModelWorker } from './device-embedder.ts';
import { type EmbeddingSettings, sameMaker } from './embedding-settings.ts';
import { EndpointEmbedder } from './endpoint-embedder.ts';
import type { ModelPlace } from './model-place.ts';
import { Speed } from './speed.ts';
import { Listeners } from '../../base/listeners.ts';

/** The vectors of one model, read from storage. */
export interface VectorStore extends BareVectorStore {
  readonly count: number;
  /** The number of vectors that storage has lost. */
  readonly lost?: number;
  dropOthers(): Promise<void>;
}

export interface EmbeddingDeps<Store extends VectorStore> {
  source: PassageSource;
  openVectorStore(model: string): Promise<Store>;
  startModel(): ModelWorker;
  place: ModelPlace;
  fetch: typeof fetch;
  /** Runs `work` while no other tab does the background work. */
  alone(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds. */
  now(): number;
}

/** Minimum milliseconds between two status messages. */
const TOLD_EVERY = 250;
/** Milliseconds without use after which the model is unloaded: it takes about 150 MB. */
const PUT_AWAY = 5 * 60_000;
/** Milliseconds for which the background waits when a person asks or types. */
const HELD = 2000;
/** Passages at a time: about two seconds on a CPU; one request. */
const STRETCH = { device: 8, endpoint: 64 } as const;
/** Maximum number of search hits to embed first. */
const MOST_WANTED = 2000;

type Progress = Pick<EmbeddingStatus, 'loaded' | 'device' | 'error'>;

export class Embeddings<Store extends VectorStore = VectorStore> {
  readonly #deps: EmbeddingDeps<Store>;
  readonly #listeners = new Listeners<[status: EmbeddingStatus]>();
  #settings: EmbeddingSettings = { choice: { kind: 'off' }, paused: false, saveData: false };
  #isApplied = false;
  /** A model was needed before the choice was known. */
  #isAwaited = false;
  #embedder: DeviceEmbedder | EndpointEmbedder | undefined;
  #opening: Promise<Store> | undefined;
  #opened: Store | undefined;
  #isNeeded = false;
  #working: AbortController | undefined;
  /** Passages may have been added since the current work began. */
  #isStale = false;
  #progress: Progress = {};
  readonly #wanted = new Set<string>();
  readonly #speed: Speed;
  #counts = { done: 0, total: 0 };
  #teller: ReturnType<typeof setTimeout> | undefined;
  #putAway: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: EmbeddingDeps<Store>) {
    this.#deps = deps;
    this.#speed = new Speed(() => deps.now());
  }

  get status(): EmbeddingStatus {
    const embedder = this.#embedder;
    const phase = this.#phase();
    const speed = phase === 'working' ? this.#speed.perSecond : undefined;
    return {
      phase,
      ...this.#counts,
      ...this.#progress,
      ...(embedder && { model: embedder.model }),
      ...(speed !== undefined && { speed }),
      ...(this.#opened?.lost && { lost: this.#opened.lost }),
    };
  }

  /** The vectors of the chosen model, once they are read; undefined before, and when embeddings are off. */
  get vectorStore(): Store | undefined {
    return this.#opened;
  }

  /** The embedder of the chosen model; undefined when embeddings are off. */
  get embedder(): Embedder | undefined {
    return this.#embedder;
  }

  /** Whether embeddings are off, so that no question gets a vector. */
  get isOff(): boolean {
    return this.#settings.choice.kind === 'off';
  }

  /** True when a question can be embedded immediately. */
  get isLoaded(): boolean {
    return this.#embedder !== undefined && (this.#progress.device !== undefined || this.#isEndpoint);
  }

  /** Whether the model may be loaded: it is needed, and data need not be saved. */
  get isNeeded(): boolean {
    return this.#isNeeded;
  }

  onStatus(listener: (status: EmbeddingStatus) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Applies the user's choice. It includes a key, which is kept only here. */
  async apply(settings: EmbeddingSettings): Promise<void> {
    const before = this.#settings;
    this.#settings = settings;
    this.#isApplied = true;
    if (sameMaker(before, settings) && (this.#embedder || settings.choice.kind === 'off')) {
      if (settings.paused) this.#stop();
      else this.#work();
      return this.#tell();
    }
    this.#stop();
    this.#letGo();
    this.#progress = {};
    this.#opening = undefined;
    this.#opened = undefined;
    if (settings.choice.kind !== 'off') {
      try {
        this.#embedder = this.#make(settings);
      } catch (error) {
        this.#progress = { error: toErrorData(error, 'unavailable').message };
        return this.#tell();
      }
      await this.#readShelf(this.#embedder);
    }
    if (this.#isAwaited) this.need();
    this.changed();
  }

  /** Documents were added or removed, or another tab has embedded some. */
  changed(): void {
    this.#isStale = true;
    this.#count();
    this.#work();
    this.#tell();
  }

  /** Notes a search or documents that a person added: the model is needed from now on, except in data-saving mode. */
  need(): void {
    this.#isAwaited = !this.#isApplied;
    if (this.#isNeeded || this.isOff || this.#settings.saveData) return;
    this.start();
  }

  /** Does the same on a person's request, even in data-saving mode or after a failure. */
  start(): void {
    this.#isNeeded = true;
    delete this.#progress.error;
    this.#work();
    this.#tell();
  }

  /** Preloads the model for a likely question, except in data-saving mode. The background doesn't start. */
  warmUp(): void {
    if (this.#settings.saveData || this.#counts.total === 0 || !(this.#embedder instanceof DeviceEmbedder))
      return;
    this.#embedder.warmUp();
    this.hold();
    this.#keepAwhile();
  }

  /**
   * Pauses the model on this device while a person asks, so that the answer has the processor. An endpoint uses none
   * of it.
   */
  hold(): void {
    if (this.#embedder instanceof DeviceEmbedder) this.#embedder.hold(HELD);
  }

  /** Puts search hits first. Two numbers per passage. */
  want(hashes: Iterable<readonly [low: number, high: number]>): void {
    for (const [low, high] of hashes) this.#wanted.add(hashKey(low, high));
    for (const key of this.#wanted) {
      if (this.#wanted.size <= MOST_WANTED) break;
      this.#wanted.delete(key);
    }
  }

  /**
   * Embeds a question, or passages that a search waits for.
   * @throws Failure `unavailable` with a sentence when there is no model
   */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const embedder = this.#embedder;
    if (!embedder) {
      throw new Failure(
        'unavailable',
        this.#progress.error ??
          'Search by meaning is turned off. Turn it on in Settings, or search by keywords.',
      );
    }
    this.#keepAwhile();
    return embedder.embed(texts, { urgent: true, signal });
  }

  /** Makes one vector with unsaved settings. @returns its number of dimensions */
  async test(choice: EmbeddingChoice, key: string | undefined, signal?: AbortSignal): Promise<number> {
    if (choice.kind !== 'endpoint') throw new Failure('bad_request', 'Only an endpoint can be tested.');
    const endpoint = new EndpointEmbedder({ ...choice, key, fetch: this.#deps.fetch });
    await endpoint.embed(['A test of the connection.'], { signal });
    return endpoint.dimensions;
  }

  get #isEndpoint(): boolean {
    return this.#settings.choice.kind === 'endpoint';
  }

  #phase(): EmbeddingStatus['phase'] {
    const { done, total } = this.#counts;
    if (!this.#isApplied) return 'waiting';
    if (this.isOff) return 'off';
    if (this.#progress.error !== undefined) return 'failed';
    if (this.#settings.paused) return 'paused';
    if (this.#progress.loaded !== undefined) return 'loading';
    if (this.#working) return 'working';
    if (this.#opened && total > 0 && done === total) return 'ready';
    return 'waiting';
  }

  #make({ choice, key }: EmbeddingSettings): DeviceEmbedder | EndpointEmbedder {
    if (choice.kind === 'endpoint') {
      return new EndpointEmbedder({ url: choice.url, model: choice.model, key, fetch: this.#deps.fetch });
    }
    return new DeviceEmbedder({
      start: () => {
        this.#note({ loaded: 0 });
        return this.#deps.startModel();
      },
      place: this.#deps.place,
      onLoading: (loaded) => this.#note({ loaded }),
      onReady: (device) => this.#note({ device }),
      onEnd: () => this.#note({}),
    });
  }

  /** Reports the state of the model; a failure stays until it is replaced. */
  #note(model: Pick<Progress, 'loaded' | 'device'>): void {
    const { error } = this.#progress;
    this.#progress = { ...model, ...(error !== undefined && { error }) };
    this.#tell();
  }

  async #readShelf(embedder: Embedder): Promise<void> {
    const opened = (this.#opening = this.#deps.openVectorStore(embedder.model));
    try {
      const read = await opened;
      if (this.#opening !== opened) return;
      this.#opened = read;
      // The work was started before, so it resumes without a request.
      if (read.count > 0) this.need();
    } catch (error) {
      if (this.#opening === opened) this.#progress = { error: toErrorData(error, 'unavailable').message };
    }
  }

  #work(): void {
    const { paused } = this.#settings;
    const [embedder, opened] = [this.#embedder, this.#opened];
    if (this.#working || paused || !this.#isNeeded || !embedder || !opened || this.#progress.error) return;
    if (this.#counts.done === this.#counts.total) return;
    this.#isStale = false;
    const abort = (this.#working = new AbortController());
    void this.#deps
      .alone(() => this.#embedAll(embedder, opened, abort.signal), abort.signal)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        this.#progress = { ...this.#progress, error: toErrorData(error, 'unavailable').message };
      })
      .finally(() => {
        if (this.#working !== abort) return;
        this.#working = undefined;
        this.#keepAwhile();
        this.#count();
        // Passages that arrived during the last batch.
        if (this.#isStale) this.#work();
        this.#tell();
      });
  }

  async #embedAll(embedder: Embedder, store: Store, signal: AbortSignal): Promise<void> {
    this.#speed.reset();
    const { source, wait } = this.#deps;
    const onDone = (passages: number): void => {
      this.#speed.add(passages);
      this.#counts = { ...this.#counts, done: Math.min(this.#counts.total, this.#counts.done + passages) };
      this.#tell();
    };
    const stretch = this.#isEndpoint ? STRETCH.endpoint : STRETCH.device;
    await embedMissing({ embedder, store, source, wanted: this.#wanted, onDone, stretch, wait }, signal);
    await store.dropOthers();
  }

  #stop(): void {
    this.#working?.abort(new DOMException('stopped', 'AbortError'));
    this.#working = undefined;
  }

  #letGo(): void {
    clearTimeout(this.#putAway);
    if (this.#embedder instanceof DeviceEmbedder) this.#embedder.dispose();
    this.#embedder = undefined;
  }

  #keepAwhile(): void {
    clearTimeout(this.#putAway);
    this.#putAway = setTimeout(() => {
      if (this.#working || !(this.#embedder instanceof DeviceEmbedder)) return;
      this.#embedder.dispose();
    }, PUT_AWAY);
  }

  #count(): void {
    this.#counts = countEmbedded(this.#deps.source, this.#opened);
  }

  #tell(): void {
    if (this.#teller !== undefined) return;
    this.#teller = setTimeout(() => {
      this.#teller = undefined;
      this.#listeners.tell(this.status);
    }, TOLD_EVERY);
  }
}
