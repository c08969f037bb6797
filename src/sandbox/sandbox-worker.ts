// One worker in the sandbox, seen from the page: sends it one request at a time, collects its messages, and ends it.
import { Failure } from '../core/errors.ts';
import { Allowance } from './allowance.ts';
import {
  readFromWorker,
  type Answer,
  type FromWorker,
  type HoldMessage,
  type Reply,
  type Request,
  type ToWorker,
} from './protocol.ts';
import type { SpawnedWorker } from './sandbox-frame.ts';
import { withResolvers } from '../base/with-resolvers.ts';

/** Starting takes 20-40 ms as measured; a worker that isn't up by then never will be. */
const START_TIMEOUT = 15_000;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
export type RequestBody = WithoutId<Request>;
/** Messages of a worker between a request and its reply. */
export type WorkerEvent = Exclude<FromWorker, Reply | { type: 'ready' }>;

interface Exchange {
  id: number;
  onEvent(message: WorkerEvent): void;
  resolve(reply: Reply): void;
  reject(failure: Failure): void;
}

export class SandboxWorker {
  readonly ready: Promise<void>;
  readonly #spawned: SpawnedWorker;
  readonly #allowance = new Allowance();
  #exchange: Exchange | undefined;
  #lastId = 0;
  #dead = false;

  constructor(spawned: SpawnedWorker) {
    this.#spawned = spawned;
    const { promise, resolve, reject } = withResolvers<void>();
    this.ready = promise;
    promise.catch(() => undefined); // The leaser handles it; a spare has none yet.
    const timer = setTimeout(() => this.#die('it did not start in time'), START_TIMEOUT);
    this.#onReady = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#onDeath = (failure) => {
      clearTimeout(timer);
      reject(failure);
    };
    spawned.onDeath((message) => this.#die(message));
    spawned.port.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
    spawned.port.onmessageerror = () => this.#die('it sent an unreadable message');
  }

  readonly #onReady: () => void;
  readonly #onDeath: (failure: Failure) => void;

  /** True when it crashed or was killed. */
  get dead(): boolean {
    return this.#dead;
  }

  /**
   * Sends one request at a time. Rejects with `sandbox_crashed` when the worker crashes; the caller keeps the
   * deadline.
   */
  ask(request: RequestBody, onEvent: (message: WorkerEvent) => void = () => undefined): Promise<Reply> {
    if (this.#exchange) throw new Error('this worker is already handling a request');
    if (this.#dead) return Promise.reject(broken('it has ended'));
    const id = ++this.#lastId;
    const { promise, resolve, reject } = withResolvers<Reply>();
    this.#exchange = { id, onEvent, resolve, reject };
    if ('limits' in request) this.#allowance.extend(request.limits.logLines + request.limits.hostCalls);
    this.#send({ ...request, id });
    return promise;
  }

  /** Answers a `call` of the current request; a late one is dropped. */
  answer(message: Answer | HoldMessage): void {
    if (this.#exchange?.id === message.id) this.#send(message);
  }

  /** Ends it and rejects its current request. */
  kill(): void {
    this.#die('it was ended');
  }

  #receive(data: unknown): void {
    if (this.#dead) return;
    const message = readFromWorker(data);
    if (!message) return this.#die('it sent an unexpected message');
    if (!this.#allowance.admit(sizeOf(message))) return this.#die('it flooded the page with messages');
    if (message.type === 'ready') return this.#onReady();
    const exchange = this.#exchange;
    if (exchange?.id !== message.id) return; // From a request that is over.
    if (message.type !== 'reply') return exchange.onEvent(message);
    this.#exchange = undefined;
    exchange.resolve(message);
  }

  #die(reason: string): void {
    if (this.#dead) return;
    this.#dead = true;
    this.#spawned.port.close();
    this.#spawned.terminate();
    const failure = broken(reason);
    this.#onDeath(failure);
    this.#exchange?.reject(failure);
    this.#exchange = undefined;
  }

  #send(message: ToWorker): void {
    this.#spawned.port.postMessage(message);
  }
}

/** Returns how many characters and bytes a message makes the page hold. */
function sizeOf(message: FromWorker): number {
  let size = 0;
  for (const part of Object.values(message) as unknown[]) {
    if (typeof part === 'string') size += part.length;
    else if (ArrayBuffer.isView(part)) size += part.byteLength;
  }
  return size;
}

function broken(reason: string): Failure {
  return new Failure('sandbox_crashed', `the tool sandbox broke (${reason}); the next call gets a new one`);
}
