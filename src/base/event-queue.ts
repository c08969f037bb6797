// A queue of events from several running tools, read in order by one generator.

export class EventQueue<T> implements AsyncIterable<T> {
  readonly #events: T[] = [];
  #closed = false;
  #wake: (() => void) | undefined;

  push(event: T): void {
    this.#events.push(event);
    this.#wake?.();
  }

  /** Ends the queue: the reader stops after the waiting events. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      while (this.#events.length > 0) yield this.#events.shift() as T;
      if (this.#closed) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
