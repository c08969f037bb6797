// An on-device model behind the common model interface: starts the generating worker and asks it one question at a
// time.
//
// - A stop ends the answer immediately; the worker is terminated if it does not stop soon.
// - Nothing loads before the first question. An idle model frees its memory.
// - Every question settles: by its answer, by abort, by the worker's death, by `dispose`.
import { Failure } from '../../core/errors.ts';
import type { ModelParameters } from '../../core/model-choice.ts';
import { EventQueue } from '../../base/event-queue.ts';
import type { Model, ModelEvent, ModelRequest } from '../../models/model.ts';
import { CallReader } from './on-device-calls.ts';
import type { DevicePlace, FromGenerator, ToGenerator } from './on-device-messages.ts';
import { templatePrompt } from './on-device-prompt.ts';
import type { WorkerLike } from '../../core/ports/worker-like.ts';

/** Milliseconds a worker has to stop between two tokens; reading a long prompt is one step that cannot be stopped. */
const GRACE = 700;
/** Idle milliseconds after which the memory is freed. */
const IDLE = 5 * 60_000;
/** Milliseconds without output after which the user gets a notice. */
const NOTICE = 10_000;
/** Default maximum tokens of an answer. */
const LONGEST = 1_024;

/** The part of a Worker in use here. */
export type GeneratorWorker = WorkerLike<ToGenerator, FromGenerator>;

export interface GeneratorOptions {
  start(): GeneratorWorker;
  /** Whether memory can be shared with the worker, so it sees a stop while it computes. */
  shared?: boolean;
  /** A model was loaded, or its memory was freed. */
  onChange?(): void;
  grace?: number;
  idle?: number;
}

interface Ready {
  device: string;
  contextWindow: number;
  hasTools: boolean;
}

interface Loaded {
  place: DevicePlace;
  worker: GeneratorWorker;
  ready: Promise<Ready>;
  facts?: Ready;
}

type Answer = Extract<FromGenerator, { id: number }>;

/** Holds one model in memory at a time. */
export class DeviceGenerator {
  readonly #options: GeneratorOptions;
  #loaded: Loaded | undefined;
  #turn: Promise<void> = Promise.resolve();
  #lastId = 0;
  #onAnswer: ((message: Answer) => void) | undefined;
  #onEnd: ((failure: Failure) => void) | undefined;
  #onLoading: ((share: number) => void) | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(options: GeneratorOptions) {
    this.#options = options;
  }

  /** The loaded model, and the device it runs on. */
  get loaded(): { id: string; device?: string } | undefined {
    if (!this.#loaded) return undefined;
    const { place, facts } = this.#loaded;
    return { id: place.id, ...(facts && { device: facts.device }) };
  }

  /** @param contextWindow if known before the model is loaded */
  model(place: DevicePlace, parameters: ModelParameters = {}, contextWindow?: number): Model {
    return {
      id: place.id,
      ...(contextWindow !== undefined && { contextWindow }),
      stream: (request, signal) => this.#stream(place, parameters, request, signal),
    };
  }

  /** Frees the memory. Running questions fail. */
  dispose(why = 'The model was unloaded.'): void {
    clearTimeout(this.#idle);
    const { worker } = this.#loaded ?? {};
    this.#loaded = undefined;
    worker?.terminate();
    this.#onEnd?.(new Failure('cancelled', why));
    if (worker) this.#options.onChange?.();
  }

  async *#stream(
    place: DevicePlace,
    parameters: ModelParameters,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void> {
    const release = await this.#queue(signal);
    clearTimeout(this.#idle);
    try {
      yield* this.#answer(place, parameters, request, signal);
    } finally {
      release();
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.dispose(), this.#options.idle ?? IDLE);
    }
  }

  /** Resolves when it is this question's turn, with the function that ends the turn. */
  async #queue(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const before = this.#turn;
    let release = (): void => undefined;
    this.#turn = new Promise<void>((resolve) => (release = resolve)).then(() => before);
    const aborted = new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
    try {
      await Promise.race([before, aborted]);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  async *#answer(
    place: DevicePlace,
    { maxOutputTokens = LONGEST, temperature, topP }: ModelParameters,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void> {
    signal.throwIfAborted();
    const queue = new EventQueue<
      ModelEvent | { type: 'over'; message: Answer } | { type: 'broken'; failure: Failure }
    >();
    const id = ++this.#lastId;
    const stop = this.#options.shared ? new SharedArrayBuffer(4) : undefined;
    let isOver = false;
    const onAbort = (): void => {
      if (stop) Atomics.store(new Int32Array(stop), 0, 1);
      queue.close();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#onEnd = (failure) => {
      isOver = true;
      queue.push({ type: 'broken', failure });
    };
    this.#onLoading = (share) => queue.push({ type: 'downloading', share });
    this.#onAnswer = (message) => {
      if (message.id !== id) return;
      isOver = message.type !== 'text';
      if (message.type === 'text') queue.push({ type: 'text', delta: message.delta });
      else queue.push({ type: 'over', message });
    };
    const silence = setTimeout(() => queue.push({ type: 'waiting', seconds: NOTICE / 1000 }), NOTICE);
    let isAsked = false;
    const reader = new CallReader(request.toolChoice === 'auto' ? request.tools.map(({ name }) => name) : []);
    try {
      const { ready } = this.#use(place);
      ready.then(
        ({ hasTools }) => {
          if (signal.aborted) return;
          isAsked = true;
          const sampling = { maxTokens: maxOutputTokens, temperature, topP };
          // After a GPU failure, this is another worker than the first one.
          this.#loaded?.worker.postMessage({
            type: 'ask',
            id,
            prompt: templatePrompt(request, hasTools),
            sampling,
            stop,
          });
        },
        () => undefined,
      );
      for await (const event of queue) {
        signal.throwIfAborted();
        if (event.type === 'text' || event.type === 'over') clearTimeout(silence);
        if (event.type === 'text') yield* reader.read(event.delta);
        else if (event.type === 'broken') throw event.failure;
        else if (event.type === 'over') return yield* finished(event.message, reader);
        else yield event;
      }
      signal.throwIfAborted();
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', onAbort);
      onAbort();
      this.#onLoading = undefined;
      if (isAsked && !isOver) await this.#settled();
      this.#onAnswer = undefined;
      this.#onEnd = undefined;
    }
  }

  /** The worker stops on its own or is terminated: the next question must not wait for an abandoned answer. */
  #settled(): Promise<void> {
    const { worker } = this.#loaded ?? {};
    if (!worker) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.dispose();
        resolve();
      }, this.#options.grace ?? GRACE);
      this.#onAnswer = ({ type }) => {
        if (type === 'text') return;
        clearTimeout(timer);
        resolve();
      };
      this.#onEnd = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #use(place: DevicePlace): Loaded {
    const { place: before } = this.#loaded ?? {};
    if (this.#loaded && before?.id === place.id && before.dtype === place.dtype) return this.#loaded;
    if (this.#loaded) {
      const { worker } = this.#loaded;
      this.#loaded = undefined;
      worker.terminate();
    }
    return this.#start(place, 'any');
  }

  #start(place: DevicePlace, device: 'any' | 'cpu', settle = settler<Ready>()): Loaded {
    const worker = this.#options.start();
    const loaded: Loaded = { place, worker, ready: settle.promise };
    loaded.ready.catch(() => undefined);
    this.#loaded = loaded;
    const fail = (message: string): void => {
      if (this.#loaded !== loaded) return;
      const failure = new Failure('unavailable', `The model on this device failed: ${message}`);
      settle.reject(failure);
      this.#loaded = undefined;
      worker.terminate();
      this.#onEnd?.(failure);
      this.#options.onChange?.();
    };
    worker.onerror = ({ message }) => fail(message ?? 'its worker did not start');
    worker.onmessage = ({ data }) => {
      switch (data.type) {
        case 'loading':
          return this.#onLoading?.(data.share);
        case 'ready':
          loaded.facts = data;
          settle.resolve(data);
          return this.#options.onChange?.();
        case 'unfit':
          worker.terminate();
          if (this.#loaded === loaded) this.#start(place, 'cpu', settle);
          return;
        case 'failed':
          return fail(data.message);
        default:
          return this.#onAnswer?.(data);
      }
    };
    worker.postMessage({ type: 'load', place, device });
    this.#options.onChange?.();
    return loaded;
  }
}

function settler<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((done, fail) => ([resolve, reject] = [done, fail]));
  return { promise, resolve, reject };
}

function* finished(message: Answer, reader: CallReader): Generator<ModelEvent, void> {
  if (message.type === 'refused') {
    throw message.why === 'too_long'
      ? new Failure('too_large', message.message)
      : new Failure('unavailable', `The model on this device failed: ${message.message}`);
  }
  if (message.type !== 'done') return;
  yield* reader.end();
  yield { type: 'usage', input: message.input, output: message.output };
  yield { type: 'finish', reason: message.reason };
}
