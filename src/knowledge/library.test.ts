// The library over a real (fake-indexeddb) database: what goes in is found, replaced, removed, kept, and shared.
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../store/database.ts';
import { DocumentTable } from '../store/documents.ts';
import type { DocumentStore } from './document-store.ts';
import type { Incoming } from './incoming.ts';
import { Library, type LibraryChange } from './library.ts';

interface Tab {
  library: Library;
  store: DocumentStore;
  close(): void;
}

let names = 0;
const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** A database of its own for one test. */
function freshName(): string {
  return `library-${++names}`;
}

let ids = 0;
let tick = 0;
const locks = new Map<string, Promise<unknown>>();

/** What the browser gives a tab: a connection, a channel, a lock over all tabs. */
async function openTab(
  name: string,
  changeStore = (store: DocumentStore): DocumentStore => store,
): Promise<Tab> {
  const db: Database = await openDatabase({ name });
  const channel = new BroadcastChannel(name);
  const store = changeStore(new DocumentTable(db));
  const library = new Library({
    store,
    exclusive: (work) => {
      const turn = (locks.get(name) ?? Promise.resolve()).then(work);
      locks.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
    announce: (change) => channel.postMessage(change),
    newId: () => `id-${String(++ids).padStart(6, '0')}`,
    now: () => new Date(Date.UTC(2026, 0, 1) + ++tick * 1000).toISOString(),
  });
  channel.onmessage = (event) => void library.follow((event as MessageEvent<LibraryChange>).data);
  await library.load();
  const tab = {
    library,
    store,
    close: () => {
      channel.close();
      db.close();
    },
  };
  open.push(tab);
  return tab;
}

function note(title: string, body: string, more: object = {}): Incoming {
  return { document: { title, body, ...more } };
}

function file(path: string, content: string | Uint8Array<ArrayBuffer>): Incoming {
  const name = path.split('/').at(-1)!;
  return { file: new File([content], name, { lastModified: Date.UTC(2025, 5, 1) }), path };
}

async function titles(library: Library, query: string): Promise<(string | undefined)[]> {
  return (await library.search(query)).map(({ title }) => title);
}

test('what is added is found at once, and after a reload', async () => {
  const name = freshName();
  const { library } = await openTab(name);
  const report = await library.add([note('Moon', '# Moon\n\nThe perilune is the point nearest the moon.')]);
  expect(report).toMatchObject({ documents: 1, chunks: 1, skipped: [] });
  const [hit] = await library.search('perilune');
  expect(hit).toMatchObject({
    id: report.ids[0],
    title: 'Moon',
    source: 'notes',
    score: 1,
    chunk: 0,
    heading: 'Moon',
  });
  expect(hit!.marks.map(([start, end]) => hit!.snippet.slice(start, end))).toEqual(['perilune']);

  const reloaded = await openTab(name);
  expect(await titles(reloaded.library, 'perilune')).toEqual(['Moon']);
});
