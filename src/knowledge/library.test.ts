// The library over a real (fake-indexeddb) database: documents are found, replaced, removed, kept, and shared.
import 'fake-indexeddb/auto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AddProgress, AddReport } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { PauseController } from '../base/pause-controller.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { DocumentTable } from '../storage/documents.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { Incoming } from './incoming.ts';
import { Library } from './library.ts';
import type { LibraryChange } from './library-deps.ts';

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

/** Returns the name of a new database for one test. */
function freshName(): string {
  return `library-${++names}`;
}

let ids = 0;
let tick = 0;
const locks = new Map<string, Promise<unknown>>();

/** Provides a tab's browser environment: a connection, a channel, a lock across all tabs. */
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

test('finds documents at once, and after a reload', async () => {
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

test('identifies a file by its address if known, and replaces it by a later one', async () => {
  const { library } = await openTab(freshName());
  const page = (text: string): Incoming => ({
    file: new File([text], 'page.txt', { type: 'text/plain', lastModified: 0 }),
    path: 'example.org/page',
    given: { source: 'web', source_id: 'https://example.org/page', source_url: 'https://example.org/page' },
  });
  await library.add([page('The first tide.')]);
  const again = await library.add([page('The first tide.')]);
  expect(again.skipped).toEqual([
    {
      name: 'example.org/page',
      reason: expect.stringMatching(/already in the library/) as string,
      unchanged: true,
    },
  ]);
  await library.add([page('The second tide.')]);
  const { documents } = await library.list();
  expect(documents).toHaveLength(1);
  expect(documents[0]).toMatchObject({ source: 'web', source_url: 'https://example.org/page' });
  expect(await library.search('second')).toHaveLength(1);
});

test('returns hits with citation data, scores from 1 downwards, and explanations on request', async () => {
  const { library } = await openTab(freshName());
  await library.add([
    note('Orbit', '# Orbit\n\n## Low\n\nPerilune and apolune, perilune again.', {
      source_url: 'https://example.org/orbit',
      updated_at: '2025-02-03',
    }),
    note('Far', 'The perilune is named once in this much longer note about other things. '.repeat(3)),
  ]);
  const hits = await library.search('perilune', { explain: true });
  expect(hits.map(({ title }) => title)).toEqual(['Orbit', 'Far']);
  expect(hits[0]).toMatchObject({
    score: 1,
    heading: 'Orbit › Low',
    source_url: 'https://example.org/orbit',
    updated_at: '2025-02-03T00:00:00.000Z',
    explain: { keyword: { rank: 1 } },
  });
  expect(Object.keys(hits[0]!.explain!.keyword!.terms)).toHaveLength(1);
  expect(hits[1]!.score).toBeGreaterThan(0);
  expect(hits[1]!.score).toBeLessThan(1);
  expect((await library.search('perilune'))[0]).not.toHaveProperty('explain');
});

test('quotes the first result at length, others briefly, without headings, and marks their best sentences', async () => {
  const { library } = await openTab(freshName());
  const filler = 'Nothing of interest stands in this sentence. '.repeat(14);
  await library.add([
    note('Moon', `# Moon\n\nThe perilune of an orbit is its lowest point. ${filler}`),
    note('Sun', `# Sun\n\n${filler} An orbit without a moon.`),
    note('Burns', '# When perilune passes\n\nThen it burns. The engine stops.'),
  ]);
  const hits = new Map((await library.search('lowest orbit perilune ')).map((hit) => [hit.title, hit]));
  const marked = (title: string): string[] | undefined => {
    const { snippet, sentences } = hits.get(title)!;
    return sentences?.map(([start, end]) => snippet.slice(start, end));
  };
  expect([...hits.keys()][0]).toBe('Moon');
  expect(hits.get('Moon')!.snippet).toMatch(/^The perilune .{300,410} …$/);
  expect(marked('Moon')).toEqual(['The perilune of an orbit is its lowest point.']);
  expect(hits.get('Sun')!.snippet.length).toBeLessThanOrEqual(240);
  expect(marked('Sun')).toEqual(['An orbit without a moon.']);
  // Only its heading has the word.
  expect(hits.get('Burns')!.snippet).toBe('Then it burns. The engine stops.');
  expect(marked('Burns')).toEqual(['Then it burns.']);
});

test('marks no sentence in a result that matches only by its title', async () => {
  const { library } = await openTab(freshName());
  await library.add([note('Perilune', 'Nothing here. Nothing there.')]);
  expect((await library.search('perilune'))[0]).not.toHaveProperty('sentences');
});

test('filters before the limit, and breaks ties by newer document, then by smaller id', async () => {
  const { library } = await openTab(freshName());
  const year = (n: number): string => `20${String(10 + n)}-01-01`;
  await library.add(
    Array.from({ length: 12 }, (_, n) =>
      note(`T${n}`, 'equal orbit words', {
        source: n < 10 ? 'a' : 'b',
        source_id: `${n}`,
        updated_at: year(n),
      }),
    ),
  );
  expect(await library.search('orbit', { limit: 2 })).toMatchObject([{ title: 'T11' }, { title: 'T10' }]);
  expect(await library.search('orbit', { limit: 1, source: 'a' })).toMatchObject([{ title: 'T9' }]);
  expect((await library.search('orbit', { since: '2020-01-01' })).map(({ title }) => title)).toEqual([
    'T11',
    'T10',
  ]);
  expect(await library.search('orbit', { source: 'none' })).toEqual([]);
  expect(await library.search('orbit', { limit: 0 })).toEqual([]);
  expect(await library.search('orbit', { limit: 1e9 })).toHaveLength(12);
});

test("explains questions that it can't answer; a blank one finds nothing", async () => {
  const { library } = await openTab(freshName());
  await library.add([note('A', 'words')]);
  expect(await library.search('  ')).toEqual([]);
  expect(await library.search('words', { mode: 'hybrid' })).toEqual(
    await library.search('words', { mode: 'keyword' }),
  );
  await expect(library.search('x', { mode: 'fuzzy' as never })).rejects.toMatchObject({
    code: 'bad_request',
    message: 'Unknown search mode: fuzzy. Use keyword, semantic, or hybrid.',
  });
  await expect(library.search('x', { mode: 'semantic' })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Semantic search needs embeddings, and there are none here. Use keyword.',
  });
  await expect(library.search('x', { since: 'yesterdayish' })).rejects.toMatchObject({ code: 'bad_request' });
  await expect(library.get('nope')).rejects.toMatchObject({
    code: 'not_found',
    message: 'document not found: nope',
  });
});

test('reports each unreadable item with the reason, and adds the others', async () => {
  const { library } = await openTab(freshName());
  const unreadable = {
    file: {
      name: 'gone.md',
      type: '',
      size: 5,
      lastModified: 0,
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    },
    path: 'x/gone.md',
  };
  const progress: string[] = [];
  const report = await library.add(
    [
      file('a/empty.md', ''),
      file('a/good.md', '# Good\n\nText to find.'),
      file('a/photo.md', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2])),
      file('a/book.pdf', 'No mark of a PDF file.'),
      unreadable,
      file('a/copy.md', '# Good\n\nText to find.'),
      { document: { title: 'No body' } as never },
      note('PDF', 'x', { content_type: 'application/pdf' }),
      note('Last', 'Also found: text.'),
    ],
    { total: 9, onProgress: ({ done, total, name }) => progress.push(`${done}/${total} ${name}`) },
  );
  expect(report.skipped).toEqual([
    { name: 'a/empty.md', reason: 'the file is empty; get it again if it should have text' },
    { name: 'a/photo.md', reason: 'this is a PNG image, not text; rename it if its ending is wrong' },
    {
      name: 'a/book.pdf',
      reason: 'this is not a PDF file, or it is damaged; get it again, or save it again in its program',
    },
    { name: 'x/gone.md', reason: 'the file is not there any more: it was moved or deleted; choose it again' },
    { name: 'a/copy.md', reason: 'already in the library as Good', unchanged: true },
    { name: 'No body', reason: 'it has no body' },
    {
      name: 'PDF',
      reason: 'text of the content type application/pdf cannot be read; add it as a file',
    },
  ]);
  expect(report.documents).toBe(2);
  expect(await titles(library, 'text')).toEqual(expect.arrayContaining(['Good', 'Last']));
  expect(progress).toHaveLength(10);
  expect(progress[1]).toBe('1/9 a/good.md');
  expect(progress.at(-1)).toBe('9/9 ');
});

test('writes everything read so far when paused, does other work, and resumes with the rest', async () => {
  const name = freshName();
  const { library } = await openTab(name);
  const pause = new PauseController();
  const waits = new Promise<AddProgress>((resolve) => {
    void library
      .add([note('A', 'alpha'), note('B', 'beta'), note('C', 'gamma')], {
        total: 3,
        pause,
        onProgress: (progress) => {
          if (progress.name === 'B' && !progress.held) pause.set(true);
          if (progress.held) resolve(progress);
        },
      })
      .then((report) => (finished = report));
  });
  let finished: AddReport | undefined;
  expect(await waits).toEqual({ done: 2, total: 3, name: 'C', saved: 2, held: true });
  // Closing a tab now would lose none of these.
  const other = await openTab(name);
  expect((await other.library.list()).total).toBe(2);
  await other.library.add([note('D', 'delta')]);
  await library.remove((await library.list({ query: 'A' })).documents.map(({ id }) => id));
  expect(finished).toBeUndefined();
  pause.set(false);
  await vi.waitUntil(() => finished);
  expect(finished).toMatchObject({ documents: 3, skipped: [] });
  expect((await library.list()).documents.map(({ title }) => title).sort()).toEqual(['B', 'C', 'D']);
});

test('pauses a file of many documents between two of them, and a stop ends the pause', async () => {
  const { library } = await openTab(freshName());
  const lines = Array.from({ length: 5 }, (_, n) => `{"id":"${n}","title":"T${n}","text":"text ${n}"}`);
  const [pause, stop] = [new PauseController(), new AbortController()];
  const adding = library.add([file('all.jsonl', lines.join('\n'))], {
    total: 1,
    pause,
    signal: stop.signal,
    onProgress: ({ name, held }) => {
      if (name.endsWith('T2')) pause.set(true);
      if (held) stop.abort();
    },
  });
  await expect(adding).rejects.toMatchObject({ code: 'cancelled', details: { documents: 3 } });
  expect((await library.list()).total).toBe(3);
});

test('recognizes the same content in a later call, but allows it in another source', async () => {
  const { library } = await openTab(freshName());
  await library.add([file('old/name.md', '# Moon\n\nText')]);
  const again = await library.add([file('new/name.md', '# Moon\n\nText')]);
  expect(again).toMatchObject({
    documents: 0,
    unchanged: 1,
    skipped: [{ name: 'new/name.md', reason: 'already in the library as Moon', unchanged: true }],
  });
  expect((await library.add([file('new/name.md', '# Moon\n\nText')], { source: 'other' })).documents).toBe(1);
});

test('replaces a document with a known identity and keeps its id', async () => {
  const name = freshName();
  const { library, store } = await openTab(name);
  const first = await library.add([file('docs/a.md', '# A\n\noldword here')]);
  const second = await library.add([file('docs/a.md', '# A\n\nnewword here')]);
  expect(second.ids).toEqual(first.ids);
  expect(await library.search('oldword', { mode: 'keyword' })).toEqual([]);
  expect(await titles(library, 'newword')).toEqual(['A']);
  expect((await library.open(first.ids[0]!)).passages).toHaveLength(1);
  expect(await store.count()).toBe(1);

  const reloaded = await openTab(name);
  expect(await reloaded.library.search('oldword')).toEqual([]);
  expect(await titles(reloaded.library, 'newword')).toEqual(['A']);
});

test('allows equal documents with their own identities, skips unchanged ones, and replaces one with a new title', async () => {
  const { library } = await openTab(freshName());
  const guide = (id: string, title: string): Incoming =>
    note(title, 'equal body', { source: 'guide', source_id: id });
  expect((await library.add([guide('1', 'One'), guide('2', 'Two')])).documents).toBe(2);
  expect(await library.add([guide('1', 'One')])).toMatchObject({
    documents: 0,
    skipped: [{ name: 'One', reason: 'already in the library as One', unchanged: true }],
  });
  expect((await library.add([guide('1', 'Uno')])).documents).toBe(1);
  expect((await library.list({ source: 'guide' })).documents.map(({ title }) => title)).toEqual([
    'Uno',
    'Two',
  ]);
  // Twice in one call: the later one counts.
  const twice = await library.add([guide('3', 'Three'), guide('3', 'Tres')]);
  expect(new Set(twice.ids).size).toBe(1);
  expect((await library.list({ query: 'tres' })).total).toBe(1);
  expect((await library.list({ query: 'three' })).total).toBe(0);
});

test('keeps two files with one name in one call', async () => {
  const { library } = await openTab(freshName());
  await library.add([file('README.md', 'first project'), file('README.md', 'second project')]);
  expect((await library.list()).documents.map(({ source_id }) => source_id).sort()).toEqual([
    'README.md',
    'README.md (2)',
  ]);
});

test('names a README without a title after its folder', async () => {
  const { library } = await openTab(freshName());
  await library.add([
    { file: new File(['Blows glass.'], 'README.md'), path: 'tools/glasswork/README.md' },
    { file: new File(['Reads me.'], 'README.md'), path: 'README.md' },
  ]);
  expect((await library.list()).documents.map(({ title }) => title).sort()).toEqual(['README', 'glasswork']);
});

test('removes documents at once and permanently, and can undo the last removal', async () => {
  const name = freshName();
  const { library, store } = await openTab(name);
  const { ids } = await library.add([note('A', 'alpha text'), note('B', 'beta text')]);
  expect(await library.remove([ids[0]!, ids[0]!, 'unknown'])).toBe(1);
  expect(await titles(library, 'text')).toEqual(['B']);
  expect(await store.passages([[ids[0]!, 0]])).toEqual([undefined]);
  expect(library.sources()).toEqual([
    { name: 'notes', configured: true, healthy: true, documents: 1, chunks: 1 },
  ]);
  expect(await titles((await openTab(name)).library, 'text')).toEqual(['B']);

  expect(await library.restore(ids)).toBe(1);
  expect(await titles(library, 'alpha')).toEqual(['A']);
  expect(await library.restore(ids)).toBe(0);
  expect(await titles((await openTab(name)).library, 'alpha')).toEqual(['A']);
});

test('shortens a title or heading of a megabyte, and rejects such an identity', async () => {
  const { library } = await openTab(freshName());
  const long = 'word '.repeat(200_000);
  const report = await library.add([
    note(`needle ${long}`, `# ${long}\n\nA needle.`, { author: long }),
    note('Identity', 'text', { source_id: long }),
  ]);
  expect(report.skipped).toEqual([
    { name: 'Identity', reason: 'its source_id is longer than 8192 characters: shorten it' },
  ]);
  const [{ title, author } = {}] = (await library.list()).documents;
  expect(title).toMatch(/^needle word .{1,490}…$/);
  expect(author).toHaveLength(500);
  const [hit] = await library.search('needle');
  expect(JSON.stringify(hit?.heading).length).toBeLessThan(600);
});

test('lists newest first, by source, by words of title or path, in pages', async () => {
  const { library } = await openTab(freshName());
  await library.add(
    ['a', 'b', 'c', 'd'].map((n) => file(`docs/${n}.md`, `# Title ${n.toUpperCase()}\n\n${n}`)),
  );
  await library.add([note('E', 'e')]);
  expect((await library.list()).documents.map(({ title }) => title)).toEqual([
    'E',
    'Title D',
    'Title C',
    'Title B',
    'Title A',
  ]);
  expect(await library.list({ offset: 1, limit: 2 })).toMatchObject({
    documents: [{ title: 'Title D' }, { title: 'Title C' }],
    total: 5,
  });
  expect((await library.list({ source: 'notes' })).total).toBe(1);
  expect((await library.list({ query: 'title b' })).documents).toMatchObject([{ title: 'Title B' }]);
  expect((await library.list({ query: 'DOCS/' })).total).toBe(4);
});

test('returns a document with its passages to tools, and whole to the page', async () => {
  const { library } = await openTab(freshName());
  const body = `# A\n\n${'one sentence. '.repeat(30)}\n\n## B\n\n${'two words. '.repeat(30)}`;
  const { ids } = await library.add([note('A', body, { author: 'Ann', metadata: { tags: ['x'] } })]);
  const view = await library.get(ids[0]!);
  expect(view).toMatchObject({
    title: 'A',
    author: 'Ann',
    body,
    metadata: { tags: ['x'] },
    content_type: 'text/markdown',
  });
  expect(view.chunks.map(({ index, heading }) => [index, heading])).toEqual([
    [0, 'A'],
    [1, 'A › B'],
  ]);
  const whole = await library.open(ids[0]!);
  for (const { start, end, text } of whole.passages) expect(whole.body.slice(start, end)).toBe(text);
});

test('keeps what was written when stopped, and reports how much', async () => {
  const { library } = await openTab(freshName());
  const stop = new AbortController();
  const items = Array.from({ length: 300 }, (_, n) => note(`N${n}`, `unique ${n}`));
  const adding = library.add(items, {
    total: 300,
    signal: stop.signal,
    onProgress: ({ done }) => done === 200 && stop.abort(),
  });
  await expect(adding).rejects.toMatchObject({
    code: 'cancelled',
    message: 'Stopped. 128 of 300 documents had been added; they are in the library.',
    details: { documents: 128 },
  });
  expect((await library.list()).total).toBe(128);
});

test('stops an addition with an error when storage is full, and keeps what was written before', async () => {
  let commits = 0;
  const { library } = await openTab(freshName(), (store) => {
    const commit = store.commit.bind(store);
    store.commit = (documents, segment) =>
      ++commits === 2
        ? Promise.reject(new Failure('unavailable', 'The browser has no storage left for the library.'))
        : commit(documents, segment);
    return store;
  });
  const items = Array.from({ length: 150 }, (_, n) => note(`N${n}`, `unique ${n}`));
  await expect(library.add(items, { total: 150 })).rejects.toMatchObject({
    code: 'unavailable',
    message:
      'The browser has no storage left for the library. 128 of 150 documents had been added; they are in the library.',
  });
  expect((await library.list()).total).toBe(128);
  expect((await library.search('unique', { limit: 100 })).length).toBe(100);
});

describe('two tabs', () => {
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

  test("see each other's additions, replacements and removals without a reload", async () => {
    const name = freshName();
    const [a, b] = [await openTab(name), await openTab(name)];
    let changes = 0;
    b.library.onChange(() => changes++);
    const { ids } = await a.library.add([file('x.md', 'alpha text')]);
    await settled();
    expect(await titles(b.library, 'alpha')).toEqual(['x']);
    await b.library.add([file('x.md', 'beta text')]);
    await settled();
    expect(await titles(a.library, 'beta')).toEqual(['x']);
    expect(await a.library.search('alpha', { mode: 'keyword' })).toEqual([]);
    await a.library.remove(ids);
    await settled();
    expect(await b.library.search('text')).toEqual([]);
    expect((await b.library.list()).total).toBe(0);
    expect(changes).toBe(3);
  });

  test('keep one copy of each when they add the same files at once', async () => {
    const name = freshName();
    const [a, b] = [await openTab(name), await openTab(name)];
    const items = (): Incoming[] => Array.from({ length: 40 }, (_, n) => file(`${n}.md`, `content ${n}`));
    const [one, other] = await Promise.all([a.library.add(items()), b.library.add(items())]);
    await settled();
    expect(one.documents + other.documents).toBe(40);
    expect((await a.library.list()).total).toBe(40);
    expect((await b.library.list()).total).toBe(40);
    expect(await a.store.count()).toBe(40);
  });

  test('lose nothing in a merge by one of them', async () => {
    const name = freshName();
    const [a, b] = [await openTab(name), await openTab(name)];
    for (let n = 0; n < 12; n++) {
      const { library } = n % 2 ? a : b;
      await library.add([note(`N${n}`, `common word${n}`)]);
    }
    await Promise.all([a.library.tidy(), b.library.tidy()]);
    await settled();
    expect((await a.store.segmentIds()).length).toBeLessThan(8);
    for (const { library } of [a, b, await openTab(name)]) {
      expect((await library.search('common', { limit: 50 })).length).toBe(12);
    }
  });
});

test('merges segments until few are left, without dead passages, and search results stay the same', async () => {
  const name = freshName();
  const { library, store } = await openTab(name);
  for (let n = 0; n < 30; n++) await library.add([note(`N${n}`, `common ${'filler '.repeat(n)} word${n}`)]);
  const before = await library.search('common', { limit: 50 });
  await library.tidy();
  expect((await store.segmentIds()).length).toBeLessThan(8);
  expect(await library.search('common', { limit: 50 })).toEqual(before);
  await library.remove(before.map(({ id }) => id));
  await library.tidy();
  expect(await store.segmentIds()).toEqual([]);
});

test('reindexes documents at the start whose segment is damaged or of another format', async () => {
  const name = freshName();
  const { library, store } = await openTab(name);
  await library.add([note('A', 'alpha text')]);
  const [id] = await store.segmentIds();
  await store.replaceSegments([id!], { id: 'broken', bytes: new ArrayBuffer(7), createdAt: '' });
  const reloaded = await openTab(name);
  expect(await titles(reloaded.library, 'alpha')).toEqual(['A']);
  expect(await store.segmentIds()).not.toContain('broken');
});

const MANUAL = '/usr/share/doc/sqlite3';
/** Missing where the package is installed without its pages, as in slim images. */
const manual = existsSync(MANUAL) ? readdirSync(MANUAL).filter((entry) => entry.endsWith('.html')) : [];

test.skipIf(manual.length < 100)(
  'finds the right page of a real manual of a hundred pages (needs sqlite3-doc with its pages)',
  async () => {
    const { library } = await openTab(freshName());
    const pages = manual.slice(0, 100);
    const report = await library.add(
      pages.map((page) => file(`sqlite3/${page}`, new Uint8Array(readFileSync(`${MANUAL}/${page}`)))),
    );
    expect(report.documents + report.skipped.length).toBe(pages.length);
    expect(report.documents).toBeGreaterThan(90);
    for (const [question, title] of [
      ['how does autoincrement work', 'SQLite Autoincrement'],
      ['online backup api', 'SQLite Backup API'],
      ['atomic commit rollback journal', 'Atomic Commit In SQLite'],
    ] as const) {
      expect((await titles(library, question)).slice(0, 3)).toContain(title);
    }
  },
  60_000,
);

test('accepts sources, tags and an oldest date in a query, applied before the limit', async () => {
  const { library } = await openTab(freshName());
  await library.add([
    note('One', 'the moon', { source: 'My notes', updated_at: '2024-05-01' }),
    note('Two', 'the moon', { metadata: { tags: ['Space', 'late'] }, updated_at: '2026-05-01' }),
    note('Three', 'the moon moon', { metadata: { tags: 'space, early' }, updated_at: '2025-05-01' }),
  ]);
  expect(await titles(library, 'moon')).toHaveLength(3);
  expect(await titles(library, 'moon source:"my notes"')).toEqual(['One']);
  expect(await titles(library, 'tag:SPACE moon tag:late')).toEqual(['Two']);
  expect(await titles(library, 'moon since:2026')).toEqual(['Two']);
  expect(await titles(library, 'moon tag:nothing')).toEqual([]);
  expect((await library.search('moon', { tags: ['space'], limit: 1, since: '2026-01-01' }))[0]?.title).toBe(
    'Two',
  );
  // Filters alone list matching documents, newest first.
  expect(await titles(library, 'tag:space')).toEqual(['Two', 'Three']);
  await expect(library.search('moon', { since: 'soon' })).rejects.toMatchObject({ code: 'bad_request' });
});

test('finds a quoted phrase word for word, in the passage that contains it', async () => {
  const { library } = await openTab(freshName());
  const far = 'cheese of the moon, and more. '.repeat(60);
  await library.add([
    note('Says it', `# First\n\n${far}\n\n# Second\n\nIt is made of Moon-cheese.\n\n# Third\n\n${far}`),
    note('Only words', 'the moon, a cheese of the moon, and a cheese'),
    note('Moon cheese', 'only its title says so'),
  ]);
  expect(await titles(library, 'moon cheese')).toHaveLength(3);
  const hits = await library.search('"moon cheese"');
  expect(hits.map(({ title }) => title).sort()).toEqual(['Moon cheese', 'Says it']);
  const said = hits.find(({ title }) => title === 'Says it');
  expect(said).toMatchObject({ heading: 'Second' });
  expect(said?.snippet).toContain('Moon-cheese');
  expect(hits[0]?.score).toBe(1);
  expect(await library.search('"moon cheese"', { limit: 1 })).toHaveLength(1);
  expect(await library.search('"cheese moon moon"')).toEqual([]);
  expect(await titles(library, '"moon cheese" title')).toEqual(['Moon cheese', 'Says it']);
});

test('splits a file of many documents, and replaces the changed ones when it is added again', async () => {
  const { library } = await openTab(freshName());
  const lines = (second: string): string =>
    `{"id":"a","title":"First","text":"The orbit of the moon."}\n{"id":"b","title":"Second","text":"${second}"}\n{"id":"c","text":" "}`;
  const first = await library.add([file('all.jsonl', lines('Nothing yet.'))]);
  expect([first.documents, first.skipped.length]).toEqual([2, 1]);
  const again = await library.add([file('all.jsonl', lines('The perilune is near.'))]);
  expect(again.ids).toEqual([first.ids[1]]);
  // Unchanged ones are counted, not named.
  expect(again.unchanged).toBe(1);
  expect(again.skipped.map(({ name }) => name)).toEqual(['all.jsonl: all.jsonl#c']);
  expect((await library.get(first.ids[1]!)).body).toBe('The perilune is near.');
  expect((await library.list()).total).toBe(2);
});
