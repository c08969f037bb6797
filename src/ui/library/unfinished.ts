// What is still to come of each import, kept where a closed or crashed page leaves it: the next visit can say what is missing.
//
// - A mark goes with a Web Lock that its tab holds as long as the import goes on. A mark without a lock is of a page that is gone.
// - Names only: whoever wants the rest in the library gives the files again, and what is there already is not added twice.

/** What of an import is not in the library. */
export interface Left {
  total: number;
  /** How many of them. */
  count: number;
  /** The first of them. */
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
/** More names than this are counted: a mark is written again with every batch. */
const NAMED = 200;

const HERE: Places = {
  get marks() {
    return globalThis.localStorage;
  },
  get locks() {
    return globalThis.navigator?.locks;
  },
};

/** An import that goes on. */
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

  /** So many of the first items need not come again. */
  save(saved: number): void {
    if (saved <= this.#saved) return;
    this.#saved = saved;
    if (this.#end && !this.#ended) this.#write();
  }

  /** It is over, well or not: who is here has been told. */
  end(): void {
    this.#ended = true;
    this.#places.marks?.removeItem(this.#key);
    this.#end?.();
  }

  #write(): void {
    try {
      this.#places.marks?.setItem(this.#key, JSON.stringify(this.left));
    } catch {
      // Without room for a mark nothing is lost but the mark.
    }
  }
}

/** What imports of pages that are gone have left, which is told once. */
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
