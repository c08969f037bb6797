// Reads Markdown for a page: short texts at once, longer ones in a worker of their own that is ended when it takes too long.
//
// - One text at a time is in the worker; each request has an id, and late answers are dropped.
// - A text that is past the deadline, or that the worker fails at, comes back as plain text. Nothing here rejects.
import { plainPieces, type Piece } from './reading.ts';

/** Read at once up to this length: the worst text of it takes about 10 ms. Characters. */
export const SHORT = 6000;
/** A megabyte takes a second or two; a slow device several times that. Milliseconds. */
const DEADLINE = 15_000;
/** Then nobody seems to need the worker any more. Milliseconds. */
const IDLE = 30_000;

export interface MarkdownRequest {
  id: number;
  text: string;
}

export interface MarkdownAnswer<T> {
  id: number;
  pieces: Piece<T>[];
}

export type MarkdownWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export interface Reading<T> {
  pieces: Piece<T>[];
  /** Why it is plain text. */
  problem?: 'deadline' | 'failed';
}

interface Job<T> {
  id: number;
  text: string;
  resolve: (reading: Reading<T>) => void;
}

export class MarkdownReader<T> {
  readonly #parse: (text: string) => Piece<T>[];
  readonly #start: () => MarkdownWorker;
  readonly #deadline: number;
  #worker: MarkdownWorker | undefined;
  #waiting: Job<T>[] = [];
  #current: Job<T> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ids = 0;

  constructor(parse: (text: string) => Piece<T>[], start: () => MarkdownWorker, deadline = DEADLINE) {
    this.#parse = parse;
    this.#start = start;
    this.#deadline = deadline;
  }

  /** @returns the pieces themselves when the text is short, so that it can be shown without a flicker. */
  read(text: string, signal?: AbortSignal): Reading<T> | Promise<Reading<T>> {
    return text.length <= SHORT ? { pieces: this.#parse(text) } : this.#readLong(text, signal);
  }

  #readLong(text: string, signal?: AbortSignal): Promise<Reading<T>> {
    return new Promise((resolve) => {
      const job = { id: ++this.#ids, text, resolve };
      this.#waiting.push(job);
      signal?.addEventListener('abort', () => this.#drop(job), { once: true });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift();
    if (!this.#current) {
      this.#timer = setTimeout(() => this.#end(), IDLE);
      return;
    }
    const { id, text } = this.#current;
    this.#timer = setTimeout(() => this.#fail('deadline'), this.#deadline);
    try {
      this.#worker ??= this.#connect();
      this.#worker.postMessage({ id, text } satisfies MarkdownRequest);
    } catch {
      this.#fail('failed');
    }
  }

  #connect(): MarkdownWorker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<MarkdownAnswer<T>>) => {
      if (data.id === this.#current?.id) this.#settle({ pieces: data.pieces });
    };
    worker.onerror = () => this.#fail('failed');
    return worker;
  }

  #fail(problem: 'deadline' | 'failed'): void {
    this.#end();
    if (this.#current) this.#settle({ pieces: plainPieces(this.#current.text), problem });
  }

  #settle(reading: Reading<T>): void {
    const job = this.#current;
    this.#current = undefined;
    job?.resolve(reading);
    this.#next();
  }

  /** Nobody waits for it any more. */
  #drop(job: Job<T>): void {
    this.#waiting = this.#waiting.filter((each) => each !== job);
    if (this.#current !== job) return;
    this.#end();
    this.#settle({ pieces: [] });
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
