// Finds the documents for searches limited to collections or a kind of file: read from storage, and cached until the
// library changes.
import type { Within } from '../core/collection.ts';
import { kindOf } from '../core/document-kind.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';

/** Options with resolved limits. */
export interface Limited {
  within?: Within;
  kind?: string;
  /** Ids of the documents that match `within` and `kind`. */
  members?: ReadonlySet<string>;
}

export class Members {
  readonly #store: Pick<DocumentStore, 'membersOf' | 'eachMeta'>;
  readonly #known = new Map<string, Promise<string[]>>();

  constructor(store: Pick<DocumentStore, 'membersOf' | 'eachMeta'>) {
    this.#store = store;
  }

  /** Drops the cache after a change of documents. */
  forget(): void {
    this.#known.clear();
  }

  /** Returns the options with the documents that match their limits, or unchanged without limits. */
  async limit<Options extends { within?: Within; kind?: string }>(
    options: Options,
  ): Promise<Options & Limited> {
    const { within = [], kind } = options;
    if (within.length === 0 && kind === undefined) return options;
    const lists = await Promise.all([
      ...within.map(async (ids) => new Set((await Promise.all(ids.map((id) => this.#of(id)))).flat())),
      ...(kind === undefined ? [] : [this.#ofKind(kind).then((ids) => new Set(ids))]),
    ]);
    const [first = new Set<string>(), ...others] = lists;
    const members = new Set([...first].filter((id) => others.every((list) => list.has(id))));
    return { ...options, members };
  }

  #of(collection: string): Promise<string[]> {
    return this.#remember(`in ${collection}`, () => this.#store.membersOf(collection));
  }

  #ofKind(kind: string): Promise<string[]> {
    return this.#remember(`of ${kind}`, async () => {
      const ids: string[] = [];
      await this.#store.eachMeta((metas) => {
        for (const meta of metas) if (kindOf(meta) === kind) ids.push(meta.id);
      });
      return ids;
    });
  }

  #remember(key: string, read: () => Promise<string[]>): Promise<string[]> {
    const known = this.#known.get(key);
    if (known) return known;
    const reading = read();
    this.#known.set(key, reading);
    reading.catch(() => this.#known.delete(key));
    return reading;
  }
}
