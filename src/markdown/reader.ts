// Parses Markdown for a page: short texts immediately, longer ones in a worker that is terminated at a deadline.
//
// After a timeout or a failure of the worker, the text comes back as plain text. Nothing here rejects.
import { type QueueWorker, WorkerQueue } from '../base/worker-queue.ts';
import { plainPieces, type Piece } from './reading.ts';

/** Maximum length parsed at once, in characters: the worst text takes about 10 ms. */
export const SHORT = 6000;
/** Milliseconds. A megabyte takes a second or two; several times that on a slow device. */
const DEADLINE = 15_000;

export interface MarkdownRequest {
  id: number;
  text: string;
}

export interface MarkdownAnswer<T> {
  id: number;
  pieces: Piece<T>[];
}

export interface Reading<T> {
  pieces: Piece<T>[];
  /** Why it is plain text. */
  problem?: 'deadline' | 'failed';
}

export class MarkdownReader<T> {
  readonly #parse: (text: string) => Piece<T>[];
  readonly #queue: WorkerQueue<{ text: string }, MarkdownAnswer<T>>;

  constructor(parse: (text: string) => Piece<T>[], start: () => QueueWorker, deadline = DEADLINE) {
    this.#parse = parse;
    this.#queue = new WorkerQueue(start, deadline);
  }

  /** @returns the pieces directly for a short text, so that it is shown without a flicker. */
  read(text: string, signal?: AbortSignal): Reading<T> | Promise<Reading<T>> {
    return text.length <= SHORT ? { pieces: this.#parse(text) } : this.#readLong(text, signal);
  }

  async #readLong(text: string, signal?: AbortSignal): Promise<Reading<T>> {
    const answer = await this.#queue.ask({ text }, signal);
    if (answer === 'cancelled') return { pieces: [] };
    return typeof answer === 'string'
      ? { pieces: plainPieces(text), problem: answer }
      : { pieces: answer.pieces };
  }
}
