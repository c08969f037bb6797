// Calls of a worker's methods, and their answers. A stopped or late call terminates the worker; the next starts a new
// one.
import { Failure, toErrorData, type ErrorCode, type ErrorData } from './errors.ts';

export interface WorkerCall<Method extends string = string> {
  id: number;
  method: Method;
  args: unknown[];
}

export type WorkerAnswer =
  { id: number; result: unknown; error?: undefined } | { id: number; error: ErrorData; result?: undefined };

/** The part of `Worker` in use here. */
export interface CalledWorker {
  postMessage(message: WorkerCall): void;
  addEventListener(type: 'message', listener: (event: { data: WorkerAnswer }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

export interface CallLimits {
  /** Milliseconds for one call. */
  patience: number;
  late(): Failure;
  stopped(): Failure;
  /** The worker could not be loaded. */
  broken(): Failure;
  /** The worker was terminated, with all that earlier calls left in it. */
  ended?(): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export class WorkerCalls {
  readonly #start: () => CalledWorker;
  readonly #limits: CallLimits;
  readonly #waiting = new Map<number, Waiting>();
  #worker: CalledWorker | undefined;
  #lastId = 0;

  constructor(start: () => CalledWorker, limits: CallLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /** A worker is running, with the state of earlier calls. */
  get isOpen(): boolean {
    return this.#worker !== undefined;
  }

  /** Starts the worker ahead of its first call. */
  start(): void {
    this.#worker ??= this.#begin();
  }

  call(method: string, args: unknown[], signal?: AbortSignal): Promise<unknown> {
    const { patience, late, stopped } = this.#limits;
    if (signal?.aborted) return Promise.reject(stopped());
    const worker = (this.#worker ??= this.#begin());
    const id = ++this.#lastId;
    const stop = (): void => this.end(stopped());
    const timer = setTimeout(() => this.end(late()), patience);
    signal?.addEventListener('abort', stop, { once: true });
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args });
    }).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    });
  }

  /** Terminates the worker; calls in progress fail. */
  end(failure: Failure): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#limits.ended?.();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(failure);
  }

  #begin(): CalledWorker {
    const worker = this.#start();
    worker.addEventListener('message', ({ data: { id, result, error } }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Failure(error.code, error.message));
      else waiting?.resolve(result);
    });
    worker.addEventListener('error', () => {
      if (worker === this.#worker) this.end(this.#limits.broken());
    });
    return worker;
  }
}

/** The worker's side: answers a call with the method of an object. */
export async function answerCall<Target extends object>(
  { id, method, args }: WorkerCall<string & keyof Target>,
  open: () => Target | Promise<Target>,
  code: ErrorCode,
): Promise<WorkerAnswer> {
  try {
    const target = await open();
    return { id, result: await (target[method] as (...given: unknown[]) => unknown)(...args) };
  } catch (error) {
    return { id, error: toErrorData(error, code) };
  }
}
