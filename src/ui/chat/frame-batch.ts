// Runs a task once per animation frame, however often it is requested; tokens arrive faster than screens draw.

/** Milliseconds of possible delay in hidden tabs, which get no frames. */
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
      // A tab hidden after the request would delay it until shown again.
      const timer = setTimeout(() => this.flush(), HIDDEN_MS);
      this.#cancel = () => (cancelAnimationFrame(frame), clearTimeout(timer));
    }
  }

  /** Runs the task now and cancels the pending frame. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#task();
  }
}
