// Work that can be held up and let go on: whoever does it looks between two steps.

/** What stops work: an `AbortSignal`, which pure code does not know. */
interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export class PauseController {
  #on = false;
  readonly #listeners = new Set<(on: boolean) => void>();

  get on(): boolean {
    return this.#on;
  }

  set(on: boolean): void {
    if (on === this.#on) return;
    this.#on = on;
    for (const listener of [...this.#listeners]) listener(on);
  }

  /** Returns what ends it. */
  onChange(listener: (on: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the work may go on, or when it has been stopped. */
  released(signal?: StopSignal): Promise<void> {
    if (!this.#on || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        end();
        signal?.removeEventListener('abort', go);
        resolve();
      };
      const end = this.onChange((on) => on || go());
      signal?.addEventListener('abort', go, { once: true });
    });
  }
}
