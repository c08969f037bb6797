// The one way to observe changes: `onChange(listener)` adds a listener and returns a function that removes it.
export class Listeners<Args extends unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>();

  add(listener: (...args: Args) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Calls the listeners that were there at the start and still are. */
  tell(...args: Args): void {
    for (const listener of [...this.#listeners]) if (this.#listeners.has(listener)) listener(...args);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
