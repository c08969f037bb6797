// Reads packed files in a separate worker: a file that hangs or fills the memory costs only that worker.
//
// - One file per worker at a time; the worker is kept for the next file, and ended when none comes.
// - A worker that is silent or works too long is ended, and its file is rejected like any other unreadable one.
// - Every message is tagged, because a library in the worker posts messages of its own. An answer names its request,
//   so that a late one is never taken for another file's.
import { type Extracted, type ReadWith, Refusal } from './extracted.ts';
import type { PackedKind } from './kinds.ts';
import { LIMITS } from './limits.ts';
import type { ReadParts } from './packed.ts';

export const TAG = 'perilune:read-file';

export interface ReadRequest {
  tag: typeof TAG;
  id: number;
  kind: PackedKind;
  bytes: Uint8Array<ArrayBuffer>;
  with: ReadWith;
}

export type ReadAnswer = { tag: typeof TAG; id: number } & (
  { type: 'alive' } | { type: 'done'; extracted: Extracted } | { type: 'refused'; reason: string }
);

/** The used part of `Worker`. */
export interface ReaderWorker {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { message?: string }) => void): void;
  terminate(): void;
}

export interface ReaderTimes {
  /** Milliseconds of silence, and in total, after which a file is given up. */
  silence: number;
  time: number;
  /** Milliseconds that a worker waits for the next file. Starting one and loading the PDF library takes about 300 ms. */
  idle: number;
}

const TIMES: ReaderTimes = { silence: LIMITS.silence, time: LIMITS.time, idle: 20_000 };

/** The side of the worker's owner. `bytes` are transferred, and empty afterwards. */
export function packedReader(start: () => ReaderWorker, times: ReaderTimes = TIMES): ReadParts {
  let spare: Reader | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  return async (kind, bytes, signal, given) => {
    clearTimeout(leaving);
    const reader = spare ?? new Reader(start(), times);
    spare = undefined;
    try {
      return await reader.read(kind, bytes, signal, given);
    } finally {
      if (reader.usable && !spare) {
        spare = reader;
        leaving = setTimeout(() => {
          spare?.end();
          spare = undefined;
        }, times.idle);
      } else reader.end();
    }
  };
}

class Reader {
  usable = true;
  readonly #worker: ReaderWorker;
  readonly #times: ReaderTimes;
  #id = 0;
  #settle: ((answer: ReadAnswer) => void) | undefined;

  constructor(worker: ReaderWorker, times: ReaderTimes) {
    this.#worker = worker;
    this.#times = times;
    worker.addEventListener('message', ({ data }) => {
      if (isOurs<ReadAnswer>(data) && data.id === this.#id) this.#settle?.(data);
    });
    worker.addEventListener('error', ({ message }) => {
      this.usable = false;
      const why = message ? ` (${message})` : '';
      this.#settle?.({
        tag: TAG,
        id: this.#id,
        type: 'refused',
        reason: `the file reader stopped${why}`,
      });
    });
  }

  read(
    kind: PackedKind,
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal | undefined,
    given: ReadWith = {},
  ): Promise<Extracted> {
    return new Promise((resolve, reject) => {
      const end = (reason: string): void => {
        this.usable = false;
        done();
        reject(new Refusal(reason));
      };
      const giveUp = (): void =>
        end('reading it took too long: the file is damaged, or this device is busy; try again');
      const stop = (): void => end('reading it was stopped');
      let silence = setTimeout(giveUp, this.#times.silence);
      const time = setTimeout(giveUp, this.#times.time);
      const done = (): void => {
        clearTimeout(silence);
        clearTimeout(time);
        signal?.removeEventListener('abort', stop);
        this.#settle = undefined;
      };
      this.#settle = (answer) => {
        if (answer.type === 'alive') {
          clearTimeout(silence);
          silence = setTimeout(giveUp, this.#times.silence);
          return;
        }
        done();
        if (answer.type === 'done') resolve(answer.extracted);
        else reject(new Refusal(answer.reason));
      };
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop);
      const request: ReadRequest = { tag: TAG, id: ++this.#id, kind, bytes, with: given };
      this.#worker.postMessage(request, [bytes.buffer]);
    });
  }

  end(): void {
    this.usable = false;
    this.#worker.terminate();
  }
}

export function isOurs<Message extends { tag: typeof TAG }>(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'tag' in data && data.tag === TAG;
}
