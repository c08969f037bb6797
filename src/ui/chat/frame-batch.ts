// Runs a task once per animation frame, however often it is asked for; streamed tokens come faster than screens draw.

/** Hidden tabs get no frames; what is shown there may lag by this many milliseconds. */
const HIDDEN_MS = 250;

export class FrameBatch {
  readonly #task: () => void;
  #cancel: (() => void) | undefined;

  constructor(task: () => void) {
    this.#task = task;
  }

  request(): void {
    if (this.#cancel) return;
    if (document.visibilityState === 'hidden') {
      const timer = setTimeout(() => this.flush(), HIDDEN_MS);
      this.#cancel = () => clearTimeout(timer);
    } else {
      const frame = requestAnimationFrame(() => this.flush());
      // A tab that is hidden after the request would hold it back until it is shown again.
      const timer = setTimeout(() => this.flush(), HIDDEN_MS);
      this.#cancel = () => (cancelAnimationFrame(frame), clearTimeout(timer));
    }
  }

  /** Runs the task now and forgets the frame it was waiting for. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#task();
  }
}
