// Reads web pages in their own worker: a page that hangs or exhausts the memory costs only that worker and call.
import { Failure } from '../../core/errors.ts';
import type { PageReader, ReadPage } from '../../core/ports/page-reader.ts';
import type { FromPages, ToPages } from './page-messages.ts';

/** Milliseconds per page. The largest one a tool gets, 10 MB, takes about one second. */
const PATIENCE = 15_000;
/** Milliseconds until an idle worker is terminated. */
const IDLE = 30_000;

/** The part of `Worker` in use here. */
export interface PageWorker {
  postMessage(message: ToPages): void;
  addEventListener(type: 'message', listener: (event: { data: FromPages }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

interface Waiting {
  resolve(read: ReadPage): void;
  reject(failure: Failure): void;
}

export class WorkerPageReader implements PageReader {
  readonly #start: () => PageWorker;
  readonly #patience: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: PageWorker | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(start: () => PageWorker, patience = PATIENCE) {
    this.#start = start;
    this.#patience = patience;
  }

  async read(page: Uint8Array, address: string | undefined, signal: AbortSignal): Promise<ReadPage> {
    signal.throwIfAborted();
    clearTimeout(this.#leaving);
    const id = ++this.#last;
    const late = setTimeout(
      () =>
        this.#end(
          new Failure(
            'timeout',
            'reading the page took too long: it is damaged, or this device is busy; try again',
          ),
        ),
      this.#patience,
    );
    const stop = (): void =>
      this.#settle(id)?.reject(new Failure('cancelled', 'reading the page was stopped'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<ReadPage>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        (this.#worker ??= this.#begin()).postMessage({ id, page, address });
      });
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      if (this.#waiting.size === 0) this.#leaving = setTimeout(() => this.#leave(), IDLE);
    }
  }

  #begin(): PageWorker {
    const worker = this.#start();
    worker.addEventListener('message', ({ data }) => {
      const waiting = this.#settle(data.id);
      if (data.error) waiting?.reject(new Failure(data.error.code, data.error.message));
      else waiting?.resolve(data.read);
    });
    worker.addEventListener('error', () =>
      this.#end(
        new Failure('unavailable', 'the reader of web pages stopped; check the connection and try again'),
      ),
    );
    return worker;
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #end(failure: Failure): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#leave();
    for (const { reject } of waiting) reject(failure);
  }

  #leave(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

let reader: WorkerPageReader | undefined;

/** The page's single instance. */
export function pageReader(): PageReader {
  reader ??= new WorkerPageReader(
    () => new Worker(new URL('./page-worker.ts', import.meta.url), { type: 'module', name: 'pages' }),
  );
  return reader;
}
