// Question vectors, for a chat whose index has vectors and whose author enables them. The model loads with a
// visitor's first question; until it is ready, keyword search answers.
//
// - 20 MB, downloaded once: never for visitors who save data or have a slow connection, and never for those who only
//   search.
// - Chats about one index share one model. If it fails to load, keyword search continues, and the page is told.
import type { SiteVectors } from '../../core/site-pack.ts';
import type { MeaningState, SiteChatPlace } from '../../widget/site-chat.ts';
import { startOwnWorker } from './own-worker.ts';
import type { WorkerLike } from '../../core/ports/worker-like.ts';

export type ToModel =
  { type: 'load'; files: SiteVectors['files'] } | { type: 'embed'; id: number; text: string };

export type FromModel =
  /** Bytes so far, as transferred. */
  | { type: 'progress'; loaded: number }
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'vector'; id: number; vector: Float32Array }
  | { type: 'error'; id: number; message: string };

/** The part of a Worker in use here. */
export type ModelWorker = WorkerLike<ToModel, FromModel>;

/** Milliseconds an answer waits for its question's vector; a loaded model takes 50. */
const PATIENCE = 1500;

/** The browser's part; tests pass their own. */
export interface MeaningSurroundings {
  start(ownFolder: string): ModelWorker;
  /** True if 20 MB are too much here. */
  savesData(): boolean;
}

export class SiteMeaning {
  readonly #vectors: SiteVectors;
  readonly #place: Pick<SiteChatPlace, 'ownFolder'> & NonNullable<SiteChatPlace['meaning']>;
  readonly #surroundings: MeaningSurroundings;
  #model: SharedModel | undefined;
  #isOff = false;
  /** A question has waited in vain: until the model is loaded, no other waits. */
  #hasWaited = false;

  constructor(
    vectors: SiteVectors,
    { ownFolder, meaning }: Pick<SiteChatPlace, 'ownFolder'> & Required<Pick<SiteChatPlace, 'meaning'>>,
    surroundings: MeaningSurroundings = PAGE,
  ) {
    this.#vectors = vectors;
    this.#place = { ownFolder, ...meaning };
    this.#surroundings = surroundings;
  }

  /** Embeds a question; undefined when the vector fails or is late. Starts loading the model. */
  async vectorOf(question: string): Promise<Float32Array | undefined> {
    const model = this.#take();
    if (!model || (this.#hasWaited && !model.isReady)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.#hasWaited = true;
        resolve(undefined);
      }, PATIENCE);
    });
    try {
      return await Promise.race([model.embed(question), late]);
    } catch {
      // The page has been told; keyword search continues.
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#isOff = true;
    this.#model?.leave(this);
    this.#model = undefined;
  }

  #take(): SharedModel | undefined {
    if (this.#isOff || this.#model) return this.#model;
    if (this.#surroundings.savesData()) {
      this.#isOff = true;
      this.#place.told({ state: 'off', message: 'Data saver is on, or the connection is slow.' });
      return undefined;
    }
    const tell = (state: MeaningState): void => {
      if (state.state === 'off') this.close();
      this.#place.told(state);
    };
    const { pack, ownFolder } = this.#place;
    this.#model = SharedModel.of(pack, this.#vectors, () => this.#surroundings.start(ownFolder));
    this.#model.join(this, tell);
    return this.#model;
  }
}

/** The model of an index, as long as a chat uses it. */
class SharedModel {
  static readonly #all = new Map<string, SharedModel>();
  readonly #address: string;
  readonly #worker: ModelWorker;
  readonly #users = new Map<object, (state: MeaningState) => void>();
  readonly #waiting = new Map<number, { resolve(vector: Float32Array): void; reject(error: Error): void }>();
  readonly #began = performance.now();
  #state: MeaningState = { state: 'loading', loaded: 0 };
  #last = 0;

  static of(address: string, vectors: SiteVectors, start: () => ModelWorker): SharedModel {
    const key = `${address} ${vectors.files.graph}`;
    const known = this.#all.get(key) ?? new SharedModel(key, address, vectors, start);
    this.#all.set(key, known);
    return known;
  }

  private constructor(key: string, pack: string, { files }: SiteVectors, start: () => ModelWorker) {
    this.#address = key;
    this.#worker = startOrSilent(start, (message) => this.#fail(message));
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      this.#fail(event.message ?? 'its worker did not start');
    };
    const at = (name: string): string => new URL(name, pack).href;
    const { graph, tokenizer, runtime } = files;
    this.#worker.postMessage({
      type: 'load',
      files: { graph: at(graph), tokenizer: at(tokenizer), runtime: at(runtime) },
    });
  }

  get isReady(): boolean {
    return this.#state.state === 'ready';
  }

  join(user: object, tell: (state: MeaningState) => void): void {
    this.#users.set(user, tell);
    tell(this.#state);
  }

  leave(user: object): void {
    this.#users.delete(user);
    if (this.#users.size === 0) this.#end(new Error('no question is waiting'));
  }

  embed(text: string): Promise<Float32Array> {
    if (this.#state.state === 'off') return Promise.reject(new Error(this.#state.message));
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ type: 'embed', id, text });
    });
  }

  #receive(message: FromModel): void {
    switch (message.type) {
      case 'progress':
        return this.#tell({ state: 'loading', loaded: message.loaded });
      case 'ready':
        return this.#tell({ state: 'ready', milliseconds: performance.now() - this.#began });
      case 'failed':
        return this.#fail(message.message);
      case 'vector':
        this.#waiting.get(message.id)?.resolve(message.vector);
        break;
      case 'error':
        this.#waiting.get(message.id)?.reject(new Error(message.message));
    }
    this.#waiting.delete(message.id);
  }

  #fail(why: string): void {
    const message = `Search by meaning is off: the model could not be loaded (${why}).`;
    this.#end(new Error(message));
    this.#tell({ state: 'off', message });
  }

  #tell(state: MeaningState): void {
    this.#state = state;
    for (const tell of [...this.#users.values()]) tell(state);
  }

  #end(error: Error): void {
    SharedModel.#all.delete(this.#address);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** When a page's policy forbids a worker, some engines throw immediately, and others report it later. */
function startOrSilent(start: () => ModelWorker, fail: (message: string) => void): ModelWorker {
  try {
    return start();
  } catch (error) {
    queueMicrotask(() => fail(error instanceof Error ? error.message : String(error)));
    return { postMessage: () => undefined, terminate: () => undefined, onmessage: null, onerror: null };
  }
}

const SLOW = ['slow-2g', '2g', '3g'];

const PAGE: MeaningSurroundings = {
  start(ownFolder) {
    return startOwnWorker(new URL(__MODEL_WORKER__, ownFolder).href, 'perilune-model') as ModelWorker;
  },
  savesData() {
    const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
    return connection?.saveData === true || SLOW.includes(connection?.effectiveType ?? '');
  },
};
