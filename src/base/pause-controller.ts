// Pauses and resumes a long-running task. The task checks between two steps.
import { Listeners } from './listeners.ts';

/** The part of an `AbortSignal` used here, since pure code does not know the type. */
interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export class PauseController {
  #on = false;
  readonly #listeners = new Listeners<[on: boolean]>();

  get on(): boolean {
    return this.#on;
  }

  set(on: boolean): void {
    if (on === this.#on) return;
    this.#on = on;
    this.#listeners.tell(on);
  }

  /** Returns a function that removes the listener. */
  onChange(listener: (on: boolean) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Resolves when the task may continue, or was stopped. */
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
