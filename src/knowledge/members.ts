// Which documents a search may find where it is limited to collections: read from storage, and remembered until the library changes.
import type { Within } from '../core/collection.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';

/** Options whose limits have been looked up. */
export interface Limited {
  within?: Within;
  /** Ids of the documents that `within` leaves. */
  members?: ReadonlySet<string>;
}

export class Members {
  readonly #store: Pick<DocumentStore, 'membersOf'>;
  readonly #known = new Map<string, Promise<string[]>>();

  constructor(store: Pick<DocumentStore, 'membersOf'>) {
    this.#store = store;
  }

  /** Documents have changed. */
  forget(): void {
    this.#known.clear();
  }

  /** The options with the documents that their limits leave; those without limits as they are. */
  async limit<Options extends { within?: Within }>(options: Options): Promise<Options & Limited> {
    const { within = [] } = options;
    if (within.length === 0) return options;
    const lists = await Promise.all(
      within.map(async (ids) => new Set((await Promise.all(ids.map((id) => this.#of(id)))).flat())),
    );
    const [first = new Set<string>(), ...others] = lists;
    const members = new Set([...first].filter((id) => others.every((list) => list.has(id))));
    return { ...options, members };
  }

  #of(collection: string): Promise<string[]> {
    const known = this.#known.get(collection);
    if (known) return known;
    const read = this.#store.membersOf(collection);
    this.#known.set(collection, read);
    read.catch(() => this.#known.delete(collection));
    return read;
  }
}
