// What a visitor searched for before, on this device alone. Nothing is written before the first result is opened.

export interface KeyStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const MOST = 6;
/** Longer ones were pasted; nobody recognises them in a list. */
const LONGEST = 80;

export class RecentSearches {
  /** @param store throws where a browser keeps nothing: then there are no recent searches, and nobody is bothered. */
  constructor(
    private readonly store: () => KeyStore,
    private readonly key: string,
  ) {}

  /** Last one first. */
  list(): string[] {
    try {
      const kept: unknown = JSON.parse(this.store().getItem(this.key) ?? '[]');
      return Array.isArray(kept)
        ? kept.filter((entry): entry is string => typeof entry === 'string').slice(0, MOST)
        : [];
    } catch {
      return [];
    }
  }

  add(search: string): void {
    const text = search.trim();
    if (text === '' || text.length > LONGEST) return;
    this.#write([text, ...this.#without(text)].slice(0, MOST));
  }

  remove(search: string): void {
    this.#write(this.#without(search));
  }

  clear(): void {
    this.#write([]);
  }

  #without(search: string): string[] {
    return this.list().filter((entry) => entry.toLowerCase() !== search.toLowerCase());
  }

  #write(entries: readonly string[]): void {
    try {
      if (entries.length > 0) this.store().setItem(this.key, JSON.stringify(entries));
      else this.store().removeItem(this.key);
    } catch {
      // A browser that keeps nothing, or a full one: the search itself goes on.
    }
  }
}
