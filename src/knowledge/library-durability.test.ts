// A killed tab, or full storage, at every single write: the library is in the state before or after, never between.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../storage/database.ts';
import { DocumentTable } from '../storage/documents.ts';
import { SegmentFiles } from '../storage/segment-files.ts';
import { MemoryFolder } from '../storage/vector-folder.test-support.ts';
import type { Incoming } from './incoming.ts';
import type { Library } from './library.ts';
import { memoryLibrary, tickingClock } from './library.test-support.ts';

let names = 0;
let ids = 0;
const now = tickingClock();
const open: { close(): void }[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const each of open.splice(0)) each.close();
});

interface Tab {
  library: Library;
  store: DocumentTable;
  /** The files of index segments. */
  folder: MemoryFolder;
}

const folders = new Map<string, MemoryFolder>();

async function openTab(name: string): Promise<Tab> {
  const db = await openDatabase({ name });
  open.push(db);
  // All segments are in files, which tabs share like the database.
  const folder = folders.get(name) ?? new MemoryFolder();
  folders.set(name, folder);
  const store = new DocumentTable(db, new SegmentFiles(Promise.resolve(folder), 0));
  const library = libraryOver(store);
  await library.load();
  return { library, store, folder };
}

/** Returns a document whose name is its identity, and that is found by the words of its body. */
function note(name: string, body: string): Incoming {
  return { document: { title: name, body, source: name < 'n' ? 'early' : 'late', source_id: name } };
}

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma'];

/** Returns everything visible, after checking that search, list, sources and the index agree. */
async function seen({ library, store, folder }: Tab): Promise<Record<string, string>> {
  const { documents, total } = await library.list({ limit: 1000 });
  expect(total).toBe(documents.length);
  const found: Record<string, string> = {};
  for (const { id, title, chunks } of documents) {
    const { body, passages } = await library.open(id);
    expect(passages).toHaveLength(chunks);
    found[title] = body;
  }
  for (const word of WORDS) {
    const hits = await library.search(`${word} `, { limit: 100, mode: 'keyword' });
    const saying = Object.keys(found).filter((title) => found[title]!.includes(word));
    expect(hits.map(({ title }) => title).sort(), word).toEqual(saying.sort());
  }
  const sources = new Map<string, { documents: number; chunks: number }>();
  for (const { source, chunks } of documents) {
    const count = sources.get(source) ?? { documents: 0, chunks: 0 };
    sources.set(source, { documents: count.documents + 1, chunks: count.chunks + chunks });
  }
  const told = library
    .sources()
    .map(({ name, documents: count, chunks }) => [name, { documents: count, chunks }]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(sources));
  // Nothing needs repair.
  const segments = await store.segmentIds();
  await library.check();
  expect(await store.segmentIds()).toEqual(segments);
  expect((await folder.names()).sort()).toEqual(segments);
  return found;
}

type Write = typeof IDBObjectStore.prototype.put;

/** Calls `at` instead of the write with this number, counted from 1; if it says so, every later write fails too. */
function meddle(
  number: number,
  at: (transaction: IDBTransaction) => void,
  lasting: boolean,
): { reached: boolean } {
  const state = { reached: false };
  let writes = 0;
  for (const method of ['put', 'delete'] as const) {
    const original = IDBObjectStore.prototype[method] as Write;
    vi.spyOn(IDBObjectStore.prototype, method as 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      if (++writes === number || (lasting && writes > number)) {
        state.reached = true;
        at(this.transaction);
      }
      return original.apply(this, args);
    });
  }
  return state;
}

function killed(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
  throw new DOMException('the tab is gone', 'AbortError');
}

const MERGED = 12;

/** Changes of a library, and their preparation. */
const CASES: Record<
  string,
  {
    before: (tab: Tab) => Promise<unknown>;
    what: (tab: Tab) => Promise<unknown>;
  }
> = {
  import: {
    before: ({ library }) => library.add([note('a', 'alpha'), note('b', 'beta')]),
    what: ({ library }) =>
      library.add([note('c', '# One\n\ngamma\n\n# Two\n\nomega'), note('o', 'delta'), note('empty', '# ')]),
  },
  replace: {
    before: ({ library }) => library.add([note('a', 'alpha sigma'), note('b', 'beta')]),
    what: ({ library }) => library.add([note('a', 'gamma sigma'), note('b', 'delta')]),
  },
  remove: {
    before: ({ library }) => library.add([note('a', 'alpha'), note('b', 'beta'), note('o', 'gamma')]),
    what: async ({ library }) => {
      const { documents } = await library.list({ source: 'early' });
      await library.remove(documents.map(({ id }) => id));
    },
  },
  'take back a removal': {
    before: async ({ library }) => {
      const { ids: added } = await library.add([note('a', 'alpha'), note('b', 'beta')]);
      await library.remove(added);
    },
    what: async ({ library }) => {
      const every = Array.from({ length: ids }, (_, n) => `id-${String(n + 1).padStart(6, '0')}`);
      await library.restore(every);
    },
  },
  merge: {
    before: async (tab) => {
      for (let n = 0; n < MERGED; n++) {
        await addUnmerged(tab, note(`n${n % 9}`, `${WORDS[n % 6]} ${WORDS[(n + 1) % 6]}`));
      }
      const { documents } = await tab.library.list({ limit: 2 });
      await tab.library.remove(documents.map(({ id }) => id));
    },
    what: ({ library }) => library.tidy(),
  },
  'index again': {
    before: ({ library }) => library.add([note('a', 'alpha'), note('b', 'beta')]),
    what: async ({ store }) => {
      const segments = await store.segmentIds();
      await store.replaceSegments(segments, { id: 'broken', bytes: new ArrayBuffer(3), createdAt: '' });
      await libraryOver(store).load();
    },
  },
};

function libraryOver(store: DocumentTable): Library {
  return memoryLibrary({ store, newId: () => `id-${String(++ids).padStart(6, '0')}`, now });
}

/** Like `add`, but without a merge afterwards. */
async function addUnmerged({ library }: Tab, item: Incoming): Promise<void> {
  const tidy = library.tidy.bind(library);
  library.tidy = () => Promise.resolve();
  await library.add([item]);
  library.tidy = tidy;
}

describe.each(Object.entries(CASES))('%s', (name, { before, what }) => {
  async function prepared(): Promise<{ database: string; tab: Tab; earlier: Record<string, string> }> {
    const database = `durability-${++names}`;
    const tab = await openTab(database);
    await before(tab);
    return { database, tab, earlier: await seen(await openTab(database)) };
  }

  async function after(): Promise<Record<string, string>> {
    const { database, tab } = await prepared();
    await what(tab);
    return seen(await openTab(database));
  }

  test('leaves the library in the state before or after when a tab is killed at any write', async () => {
    const later = await after();
    for (let number = 1; ; number++) {
      const { database, tab, earlier } = await prepared();
      const kill = meddle(number, killed, true);
      await what(tab).catch(() => undefined);
      vi.restoreAllMocks();
      const reopened = await openTab(database);
      const state = await seen(reopened);
      expect([earlier, later], `killed at write ${number}`).toContainEqual(state);
      await reopened.library.tidy();
      expect(await seen(reopened)).toEqual(state);
      if (!kill.reached) {
        expect(number, 'writes').toBeGreaterThan(2);
        expect(state).toEqual(later);
        break;
      }
    }
  });

  // A library that is being rebuilt can't continue yet.
  if (name === 'index again') return;
  test('changes nothing when storage is full at any write, reports it, and stays usable', async () => {
    const later = await after();
    for (let number = 1; ; number++) {
      const { database, tab, earlier } = await prepared();
      const full = meddle(
        number,
        () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
        false,
      );
      const outcome = await what(tab).then(
        () => undefined,
        (error: unknown) => error,
      );
      vi.restoreAllMocks();
      if (!full.reached) break;
      const [here, reopened] = [await seen(tab), await seen(await openTab(database))];
      expect(here, `full at write ${number}`).toEqual(reopened);
      if (outcome === undefined) {
        expect([earlier, later]).toContainEqual(here);
        continue;
      }
      expect(outcome).toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/no storage left.*Remove documents/) as string,
      });
      expect(here).toEqual(earlier);
      await what(tab);
      expect(await seen(tab)).toEqual(later);
    }
  });
});

test('reindexes documents whose segments are lost, cut or of another version', async () => {
  for (const harm of ['lost', 'cut', 'version 2'] as const) {
    const name = `harm-${++names}`;
    const tab = await openTab(name);
    await tab.library.add([note('a', 'alpha beta'), note('z', 'omega')]);
    const before = await seen(tab);
    const [file] = await tab.folder.names();
    const bytes = tab.folder.files.get(file!)!;
    if (harm === 'lost') tab.folder.files.delete(file!);
    else if (harm === 'cut') tab.folder.files.set(file!, bytes.slice(0, 40));
    else new DataView(bytes.buffer).setUint32(4, 2, true);
    const again = await openTab(name);
    expect(await seen(again), harm).toEqual(before);
    expect(await again.folder.names()).not.toContain(file);
  }
});

test('leaves damaged records unchanged, and finds the rest', async () => {
  const name = `durability-${++names}`;
  const first = await openTab(name);
  await first.library.add([note('a', 'alpha'), note('b', 'beta')]);
  const { documents } = await first.library.list({});
  const db = await openDatabase({ name });
  open.push(db);
  // In no segment, with missing fields; and keys that no version of the app writes.
  await db.put('documents', { id: 'zz-damaged' } as never);
  await db.put('documents', { id: 'zz-null', title: null, metadata: null, chunks: 'x' } as never);
  for (const key of [7, ['x'], new Date(0)]) {
    await db.put('documents', { id: key } as never);
    await db.put('tombstones', { key } as never);
  }
  await db.put('chunks', { document: documents[0]!.id, index: 99 } as never);
  const { library } = await openTab(name);
  for (const [word, title] of [
    ['alpha', 'a'],
    ['beta', 'b'],
  ])
    expect((await library.search(`${word} `, { mode: 'keyword' })).map((hit) => hit.title)).toEqual([title]);
  await library.add([note('c', 'gamma')]);
  expect((await library.search('gamma ', { mode: 'keyword' })).map((hit) => hit.title)).toEqual(['c']);
});
