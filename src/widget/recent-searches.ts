// A visitor's recent searches, on this device alone. Nothing is stored before the first result is opened.

export interface KeyStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const MOST = 6;
/** Longer ones were pasted, and are hard to recognise in a list. */
const LONGEST = 80;

export class RecentSearches {
  /** @param store throws where a browser stores nothing: then there are no recent searches. */
  constructor(
    private readonly store: () => KeyStore,
    private readonly key: string,
  ) {}

  /** Newest first. */
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
      // The browser stores nothing, or its storage is full: searching continues.
    }
  }
}
