// The owner's side of the recognition worker, in the page or the knowledge worker: one file at a time, page by page.
//
// - A stopped or timed-out page terminates the worker; the next call starts a new one.
import { Failure } from '../../core/errors.ts';
import type { RecognisedPage, Recognising, TextRecognition } from '../../core/ports/text-recognition.ts';
import { WorkerCalls, type CalledWorker } from '../../core/worker-calls.ts';
import type { RecognitionCalls, RecognitionMethod } from './recognition-messages.ts';

/**
 * Milliseconds per page: a dense one takes 3 to 10 seconds, several times that on a phone, and the first also loads 6
 * MB.
 */
const PAGE_TIME = 180_000;
/** Milliseconds until an idle worker is terminated: it holds some 200 MB. */
const IDLE = 60_000;

export class Recogniser implements TextRecognition {
  readonly #calls: WorkerCalls;
  readonly #languages: () => string[];
  #turn: Promise<unknown> = Promise.resolve();
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** @param languages returns the codes to recognise */
  constructor(begin: () => CalledWorker, languages: () => string[]) {
    this.#calls = new WorkerCalls(begin, {
      patience: PAGE_TIME,
      late: () =>
        new Failure(
          'timeout',
          'recognizing the text took too long; scan the page again at a lower resolution',
        ),
      stopped,
      broken: () =>
        new Failure(
          'unavailable',
          'could not load text recognition; connect to the network once, then try again',
        ),
    });
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
        if (!isOpen || !this.#calls.isOpen) await this.#call('openPdf', [pdf], signal);
        isOpen = true;
        try {
          pages.set(number, await this.#call('pdfPage', [number], signal));
        } catch (error) {
          if (signal?.aborted) throw error;
          // Other pages may be readable. After a timeout, the file is opened in a new worker.
          isOpen = this.#calls.isOpen;
        }
      }
      if (this.#calls.isOpen) await this.#call('closePdf', [], signal);
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
        this.#leaving = setTimeout(() => this.#calls.end(stopped()), IDLE);
      });
    return result;
  }

  #call<M extends RecognitionMethod>(
    method: M,
    args: RecognitionCalls[M]['args'],
    signal: AbortSignal | undefined,
  ): Promise<RecognitionCalls[M]['result']> {
    return this.#calls.call(method, args, signal) as Promise<RecognitionCalls[M]['result']>;
  }
}

function stopped(): Failure {
  return new Failure('cancelled', 'recognizing the text was stopped');
}
