// The model on this device, as an Embedder: starts its worker, and decides what to embed next.
//
// - One batch at a time. Between two batches, urgent texts go first, so a question never waits for the background.
// - Every call settles: by its vectors, an abort, the worker's death, or `dispose`.
// - `hold` pauses the background for a while, so that an answer has the processor to itself.
// - Nothing is loaded before the first call. `dispose` ends the worker, and the next call starts another.
import type { Embedder } from './embedder.ts';
import { Failure } from '../../core/errors.ts';
import { batchesOf } from './batches.ts';
import { DEVICE_DIMENSIONS, DEVICE_MODEL_ID, type ModelPlace } from './model-place.ts';
import type { FromEmbedding, ToEmbedding } from './worker-messages.ts';
import type { WorkerLike } from '../../core/ports/worker-like.ts';

/** As long as a question. */
const WARM_UP = 'What has to be done before the first question of the day is asked?';

/** The used part of a Worker. */
export type ModelWorker = WorkerLike<ToEmbedding, FromEmbedding>;

export interface DeviceOptions {
  start(): ModelWorker;
  place: ModelPlace;
  /** Threads on a CPU. Absent: a graphics card, or as many threads as help. */
  threads?: number | undefined;
  /** Receives 0 to 1 while it loads, and then the name of the device. */
  onLoading?(share: number): void;
  onReady?(device: string): void;
  /** Its memory was released, after a failure or a dispose. */
  onEnd?(): void;
}

interface Job {
  texts: readonly string[];
  batches: number[][];
  vectors: Float32Array[];
  missing: number;
  urgent: boolean;
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

export class DeviceEmbedder implements Embedder {
  readonly model = DEVICE_MODEL_ID;
  readonly dimensions = DEVICE_DIMENSIONS;
  readonly #options: DeviceOptions;
  #worker: ModelWorker | undefined;
  #isReady = false;
  /** The graphics card has failed once. */
  #isUnfit = false;
  readonly #jobs: Job[] = [];
  #running: { id: number; job: Job; batch: number[] } | undefined;
  #lastId = 0;
  #holding: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  embed(
    texts: readonly string[],
    { urgent = false, signal }: { urgent?: boolean | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<Float32Array[]> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (texts.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#drop(job);
        reject(signal?.reason as Error);
      };
      const settle = (): void => signal?.removeEventListener('abort', onAbort);
      const job: Job = {
        texts,
        batches: batchesOf(texts),
        vectors: [],
        missing: texts.length,
        urgent,
        resolve: (vectors) => (settle(), resolve(vectors)),
        reject: (error) => (settle(), reject(error as Error)),
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#jobs.push(job);
      this.#next();
    });
  }

  /** Loads the model and runs it once, because a question is likely soon. Errors are reported to the next caller. */
  warmUp(): void {
    if (!this.#worker) void this.embed([WARM_UP]).catch(() => undefined);
  }

  /** Admits only urgent texts to the model for this many milliseconds. */
  hold(milliseconds: number): void {
    clearTimeout(this.#holding);
    this.#holding = setTimeout(() => {
      this.#holding = undefined;
      if (this.#jobs.length > 0) this.#next();
    }, milliseconds);
  }

  /** Releases the memory of the model. Pending calls reject. */
  dispose(): void {
    this.#end(new Failure('cancelled', 'The model was unloaded.'));
  }

  #next(): void {
    this.#worker ??= this.#start();
    if (!this.#isReady || this.#running) return;
    const job = this.#jobs.find(({ urgent }) => urgent) ?? (this.#holding ? undefined : this.#jobs[0]);
    const batch = job?.batches.shift();
    if (!job || !batch) return;
    if (job.batches.length === 0) this.#drop(job);
    const id = ++this.#lastId;
    this.#running = { id, job, batch };
    this.#worker.postMessage({ type: 'embed', id, texts: batch.map((index) => job.texts[index]!) });
  }

  #start(): ModelWorker {
    const worker = this.#options.start();
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = ({ message }) => this.#fail(message ?? 'its worker did not start');
    const { place, threads } = this.#options;
    const device = this.#isUnfit || threads !== undefined ? 'cpu' : 'any';
    worker.postMessage({ type: 'load', place, device, threads });
    return worker;
  }

  #receive(message: FromEmbedding): void {
    switch (message.type) {
      case 'progress':
        this.#options.onLoading?.(message.total > 0 ? Math.min(1, message.loaded / message.total) : 0);
        return;
      case 'ready':
        this.#isReady = true;
        this.#options.onReady?.(message.device);
        break;
      case 'unfit':
        this.#isUnfit = true;
        this.#worker?.terminate();
        this.#worker = this.#start();
        return;
      case 'failed':
        return this.#fail(message.message);
      case 'vectors':
        this.#take(message.id, message.rows);
        break;
      case 'error': {
        const { job } = this.#running ?? {};
        this.#running = undefined;
        if (job) this.#drop(job);
        job?.reject(
          new Failure('unavailable', `The model on this device couldn’t read a text (${message.message}).`),
        );
      }
    }
    this.#next();
  }

  #take(id: number, rows: Float32Array): void {
    if (this.#running?.id !== id) return;
    const { job, batch } = this.#running;
    this.#running = undefined;
    batch.forEach((index, row) => {
      job.vectors[index] = rows.slice(row * this.dimensions, (row + 1) * this.dimensions);
    });
    job.missing -= batch.length;
    if (job.missing === 0) job.resolve(job.vectors);
  }

  #fail(why: string): void {
    const offline = /fetch|network|load/i.test(why)
      ? ' Connect to the internet once so that the browser can store it.'
      : '';
    this.#end(new Failure('unavailable', `Couldn’t load the model on this device (${why}).${offline}`));
  }

  #end(failure: Failure): void {
    if (this.#worker) {
      this.#worker.terminate();
      this.#worker = undefined;
      this.#options.onEnd?.();
    }
    this.#isReady = false;
    const jobs = new Set([...(this.#running ? [this.#running.job] : []), ...this.#jobs]);
    this.#running = undefined;
    this.#jobs.length = 0;
    for (const { reject } of jobs) reject(failure);
  }

  #drop(job: Job): void {
    const at = this.#jobs.indexOf(job);
    if (at >= 0) this.#jobs.splice(at, 1);
  }
}
