// Walks a list of a server page by page, up to a bound in pages and entries.

const MOST_PAGES = 50;

export interface Walk<T> {
  /** Asks for one page. */
  ask(params: { cursor?: string }): Promise<{ entries: readonly unknown[]; nextCursor?: string | undefined }>;
  /** @returns undefined for what is left out. */
  read(entry: unknown): T | undefined;
  most: number;
}

/** `more`: it has more than were read. @throws as `ask` throws */
export async function walkPages<T>({ ask, read, most }: Walk<T>): Promise<{ all: T[]; more: boolean }> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { entries, nextCursor } = await ask(cursor === undefined ? {} : { cursor });
    all.push(...entries.flatMap((entry) => read(entry) ?? []));
    if (all.length > most) return { all: all.slice(0, most), more: true };
    if (nextCursor === undefined || nextCursor === '' || nextCursor === cursor) return { all, more: false };
    cursor = nextCursor;
  }
  return { all, more: true };
}
