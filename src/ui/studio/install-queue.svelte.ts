// Scripts waiting to be looked at and installed, one after another, each with what lay beside it.
import type { Candidate } from './dropped-tools.ts';

class InstallQueue {
  #candidates = $state.raw<readonly Candidate[]>([]);

  get current(): Candidate | undefined {
    return this.#candidates[0];
  }

  /** How many come after the current one. */
  get waiting(): number {
    return Math.max(0, this.#candidates.length - 1);
  }

  add(candidates: readonly Candidate[]): void {
    this.#candidates = [...this.#candidates, ...candidates];
  }

  next(): void {
    this.#candidates = this.#candidates.slice(1);
  }

  /** Answers those that nobody will look at. */
  clear(): readonly Candidate[] {
    const dropped = this.#candidates;
    this.#candidates = [];
    return dropped;
  }
}

export const installQueue = new InstallQueue();
