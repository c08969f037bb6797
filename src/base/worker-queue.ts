// Sends texts to a worker one at a time. Terminates it when a request takes too long, or when it is idle.
//
// - Each request has an id, and answers to other ids are dropped.
// - Nothing here rejects: a request without an answer resolves to the reason.

/** Idle time in milliseconds before the worker is terminated. */
const IDLE = 30_000;

export type QueueWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export type Unanswered = 'deadline' | 'failed' | 'cancelled';

interface Job<Asked, Answer> {
  message: Asked & { id: number };
  resolve: (answer: Answer | Unanswered) => void;
}

export class WorkerQueue<Asked extends object, Answer extends { id: number }> {
  readonly #start: () => QueueWorker;
  readonly #deadline: number;
  #worker: QueueWorker | undefined;
  #waiting: Job<Asked, Answer>[] = [];
  #current: Job<Asked, Answer> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ids = 0;

  /** @param deadline for one request, in milliseconds */
  constructor(start: () => QueueWorker, deadline: number) {
    this.#start = start;
    this.#deadline = deadline;
  }

  ask(asked: Asked, signal?: AbortSignal): Promise<Answer | Unanswered> {
    return new Promise((resolve) => {
      const job = { message: { ...asked, id: ++this.#ids }, resolve };
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
    this.#timer = setTimeout(() => this.#fail('deadline'), this.#deadline);
    try {
      this.#worker ??= this.#connect();
      this.#worker.postMessage(this.#current.message);
    } catch {
      this.#fail('failed');
    }
  }

  #connect(): QueueWorker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id === this.#current?.message.id) this.#settle(data);
    };
    worker.onerror = () => this.#fail('failed');
    return worker;
  }

  #fail(why: Unanswered): void {
    this.#end();
    if (this.#current) this.#settle(why);
  }

  #settle(answer: Answer | Unanswered): void {
    const job = this.#current;
    this.#current = undefined;
    job?.resolve(answer);
    this.#next();
  }

  #drop(job: Job<Asked, Answer>): void {
    if (this.#current === job) return this.#fail('cancelled');
    this.#waiting = this.#waiting.filter((each) => each !== job);
    job.resolve('cancelled');
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
