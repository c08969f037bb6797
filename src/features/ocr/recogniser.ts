// The owner's side of the recognition worker, in the page or the knowledge worker: one file at a time, page by page.
//
// - A stopped or timed-out page terminates the worker; the next call starts a new one.
import { Failure } from '../../core/errors.ts';
import type { RecognisedPage, Recognising, TextRecognition } from '../../core/ports/text-recognition.ts';
import type {
  FromRecognition,
  RecognitionCalls,
  RecognitionMethod,
  ToRecognition,
} from './recognition-messages.ts';

/**
 * Milliseconds per page: a dense one takes 3 to 10 seconds, several times that on a phone, and the first also loads 6
 * MB.
 */
const PAGE_TIME = 180_000;
/** Milliseconds until an idle worker is terminated: it holds some 200 MB. */
const IDLE = 60_000;

/** The part of `Worker` in use here. */
export interface RecognitionWorker {
  postMessage(message: ToRecognition): void;
  addEventListener(type: 'message', listener: (event: { data: FromRecognition }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

interface Waiting {
  id: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export class Recogniser implements TextRecognition {
  readonly #begin: () => RecognitionWorker;
  readonly #languages: () => string[];
  #worker: RecognitionWorker | undefined;
  #waiting: Waiting | undefined;
  #lastId = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** @param languages returns the codes to recognise */
  constructor(begin: () => RecognitionWorker, languages: () => string[]) {
    this.#begin = begin;
    this.#languages = languages;
  }

  picture(file: Blob, how: Recognising = {}): Promise<RecognisedPage> {
    return this.#inTurn(how.signal, async () => {
      await how.onPage?.(1, 1);
      await this.#start(how.signal);
      return this.#call('picture', [file], how.signal);
    });
  }

  pages(
    pdf: Blob,
    numbers: readonly number[],
    { signal, onPage }: Recognising = {},
  ): Promise<Map<number, RecognisedPage>> {
    return this.#inTurn(signal, async () => {
      const pages = new Map<number, RecognisedPage>();
      let isOpen = false;
      for (const [i, number] of numbers.entries()) {
        await onPage?.(i + 1, numbers.length);
        await this.#start(signal);
        if (!isOpen || !this.#worker) await this.#call('openPdf', [pdf], signal);
        isOpen = true;
        try {
          pages.set(number, await this.#call('pdfPage', [number], signal));
        } catch (error) {
          if (signal?.aborted) throw error;
          // Other pages may be readable. After a timeout, the file is opened in a new worker.
          isOpen = this.#worker !== undefined;
        }
      }
      if (this.#worker) await this.#call('closePdf', [], signal);
      return pages;
    });
  }

  #start(signal: AbortSignal | undefined): Promise<unknown> {
    return this.#call('start', [this.#languages()], signal);
  }

  #inTurn<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    clearTimeout(this.#leaving);
    const result = this.#turn.then(() => {
      if (signal?.aborted) throw stopped();
      return work();
    });
    this.#turn = result
      .catch(() => undefined)
      .then(() => {
        clearTimeout(this.#leaving);
        this.#leaving = setTimeout(() => this.#end(stopped()), IDLE);
      });
    return result;
  }

  #call<M extends RecognitionMethod>(
    method: M,
    args: RecognitionCalls[M]['args'],
    signal: AbortSignal | undefined,
  ): Promise<RecognitionCalls[M]['result']> {
    if (signal?.aborted) return Promise.reject(stopped());
    const worker = (this.#worker ??= this.#open());
    const id = ++this.#lastId;
    const stop = (): void => this.#end(stopped());
    const late = setTimeout(
      () =>
        this.#end(new Failure('timeout', 'recognizing the text took too long; scan it again, or smaller')),
      PAGE_TIME,
    );
    signal?.addEventListener('abort', stop, { once: true });
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting = { id, resolve, reject };
      worker.postMessage({ id, method, args });
    }).finally(() => {
      clearTimeout(late);
      signal?.removeEventListener('abort', stop);
    }) as Promise<RecognitionCalls[M]['result']>;
  }

  #open(): RecognitionWorker {
    const worker = this.#begin();
    worker.addEventListener('message', ({ data: { id, result, error } }) => {
      const waiting = this.#waiting;
      if (waiting?.id !== id) return;
      this.#waiting = undefined;
      if (error) waiting.reject(new Failure(error.code, error.message));
      else waiting.resolve(result);
    });
    worker.addEventListener('error', () => {
      if (worker === this.#worker)
        this.#end(
          new Failure(
            'unavailable',
            'text recognition could not be loaded; connect to the network once, then try again',
          ),
        );
    });
    return worker;
  }

  #end(failure: Failure): void {
    clearTimeout(this.#leaving);
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(failure);
  }
}

function stopped(): Failure {
  return new Failure('cancelled', 'recognizing the text was stopped');
}
