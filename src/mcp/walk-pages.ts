// Reads a server's list page by page, up to a limit of pages and entries.

const MOST_PAGES = 50;

export interface Walk<T> {
  /** Requests one page. */
  ask(params: { cursor?: string }): Promise<{ entries: readonly unknown[]; nextCursor?: string | undefined }>;
  /** @returns undefined for an entry to leave out */
  read(entry: unknown): T | undefined;
  most: number;
}

/** `more`: whether the list has more entries. @throws what `ask` throws */
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
