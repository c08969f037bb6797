// The remaining items of each import, stored so that they outlive a closed or crashed page: the next visit reports
// what is missing.
//
// - A mark is paired with a Web Lock that its tab holds during the import. A mark without a lock belongs to a page
//   that is gone.
// - It stores names only: to get the rest, the user adds the files again, and existing documents are not duplicated.

/** What an import has not added. */
export interface Left {
  total: number;
  /** How many. */
  count: number;
  /** The first names. */
  names: string[];
}

interface Marks {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface Places {
  marks: Marks | undefined;
  locks: Pick<LockManager, 'request'> | undefined;
}

const PREFIX = 'perilune:import:';
/** Maximum number of stored names: a mark is rewritten with every batch. */
const NAMED = 200;

const HERE: Places = {
  get marks() {
    return globalThis.localStorage;
  },
  get locks() {
    return globalThis.navigator?.locks;
  },
};

/** An import in progress. */
export class Unfinished {
  readonly #names: readonly string[];
  readonly #key = `${PREFIX}${crypto.randomUUID()}`;
  readonly #places: Places;
  #saved = 0;
  #end: (() => void) | undefined;
  #ended = false;

  constructor(names: readonly string[], places: Places = HERE) {
    this.#names = names;
    this.#places = places;
    const held = places.locks?.request(this.#key, async () => {
      if (this.#ended) return;
      this.#write();
      await new Promise<void>((resolve) => (this.#end = resolve));
    });
    held?.catch(() => undefined);
  }

  get left(): Left {
    return leftOf(this.#names, this.#saved);
  }

  /** Marks this many of the first items as saved. */
  save(saved: number): void {
    if (saved <= this.#saved) return;
    this.#saved = saved;
    if (this.#end && !this.#ended) this.#write();
  }

  /** The import has ended, and the user has been told. */
  end(): void {
    this.#ended = true;
    this.#places.marks?.removeItem(this.#key);
    this.#end?.();
  }

  #write(): void {
    try {
      this.#places.marks?.setItem(this.#key, JSON.stringify(this.left));
    } catch {
      // Without room for a mark, only the mark is lost.
    }
  }
}

/** Returns what imports of closed pages left unfinished, once. */
export async function takeUnfinished({ marks, locks }: Places = HERE): Promise<Left | undefined> {
  if (!marks || !locks) return undefined;
  const keys = Array.from({ length: marks.length }, (_, i) => marks.key(i) ?? '');
  const found: Left[] = [];
  for (const key of keys.filter((each) => each.startsWith(PREFIX))) {
    await locks.request(key, { ifAvailable: true }, async (lock) => {
      const left = lock && readLeft(marks.getItem(key));
      if (left) found.push(left);
      if (lock) marks.removeItem(key);
    });
  }
  return found.length > 0 ? together(found) : undefined;
}

function leftOf(names: readonly string[], saved: number): Left {
  return { total: names.length, count: names.length - saved, names: names.slice(saved, saved + NAMED) };
}

function readLeft(mark: string | null): Left | undefined {
  try {
    const { total, count, names } = JSON.parse(mark ?? '') as Left;
    const fine = count > 0 && total >= count && names.every((name) => typeof name === 'string');
    return fine ? { total, count, names } : undefined;
  } catch {
    return undefined;
  }
}

export function together(all: readonly Left[]): Left {
  const sum = (of: 'total' | 'count'): number => all.reduce((before, left) => before + left[of], 0);
  const names = all.flatMap((left) => left.names).slice(0, NAMED);
  return { total: sum('total'), count: sum('count'), names };
}
