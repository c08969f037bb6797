// Collections in the library: membership survives changes to documents, and limits searches.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../storage/database.ts';
import { DocumentTable } from '../storage/documents.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { Library } from './library.ts';
import { MemoryDocuments } from './memory-documents.ts';
import { memoryLibrary, tickingClock } from './library.test-support.ts';

let names = 0;
let ids = 0;
const now = tickingClock();
const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function stored(): Promise<DocumentStore> {
  const db = await openDatabase({ name: `collections-${++names}` });
  open.push(db);
  return new DocumentTable(db);
}

function libraryOver(store: DocumentStore): Library {
  return memoryLibrary({ store, newId: () => `id-${String(++ids).padStart(6, '0')}`, now });
}

const file = (path: string, text: string, collection?: string) => ({
  file: new File([text], path.split('/').at(-1)!, { type: 'text/markdown' }),
  path,
  ...(collection !== undefined && { collection }),
});

async function titlesIn(library: Library, collection: string): Promise<string[]> {
  return (await library.list({ collection, order: 'title' })).documents.map(({ title }) => title);
}

describe.each([
  ['IndexedDB', stored],
  ['memory', async (): Promise<DocumentStore> => new MemoryDocuments()],
])('in %s', (_, make) => {
  it('keeps the path of a dropped folder, and adds its files to the collection', async () => {
    const library = libraryOver(await make());
    await library.add([
      file('Reports/2024/a.md', '# Annual\n\nlighthouse accounts', 'c1'),
      file('Reports/b.md', '# Brief\n\nlighthouse summary', 'c1'),
      file('alone.md', '# Alone\n\nlighthouse keeper'),
    ]);
    const { documents } = await library.list({ collection: 'c1' });
    expect(documents.map(({ source_id }) => source_id).sort()).toEqual(['Reports/2024/a.md', 'Reports/b.md']);
    expect((await library.overview()).collections).toEqual({ c1: 2 });
    expect((await library.list({ collection: '' })).documents.map(({ title }) => title)).toEqual(['Alone']);
  });

  it('adds an existing file of the library, whatever its source', async () => {
    const library = libraryOver(await make());
    await library.add([file('a.md', '# One\n\nsame text')]);
    const report = await library.add([
      file('Folder/a.md', '# One\n\nsame text', 'c1'),
      file('Folder/b.md', '# Two\n\nother text', 'c1'),
    ]);
    expect(report.unchanged).toBe(1);
    expect(await titlesIn(library, 'c1')).toEqual(['One', 'Two']);
  });

  it('keeps collections, the person’s title and tags when a document is read again', async () => {
    const library = libraryOver(await make());
    const given = { source: 'feed', source_id: 'one', title: 'Their title', body: 'first text' };
    const { ids: added } = await library.add([{ document: { ...given, metadata: { tags: ['theirs'] } } }]);
    await library.change(added, { join: ['c1'], title: 'My title', tag: ['Mine'], untag: ['theirs'] });
    const again = await library.add([
      {
        document: { ...given, title: 'New title of theirs', body: 'second text', metadata: { tags: ['x'] } },
      },
    ]);
    expect(again.documents).toBe(1);
    const document = await library.open(added[0]!);
    expect(document).toMatchObject({
      title: 'My title',
      body: 'second text',
      collections: ['c1'],
      metadata: { tags: ['mine'] },
    });
    // Only fields changed that the person's own values override.
    const same = { ...given, title: 'New title of theirs', body: 'second text', metadata: { tags: ['x'] } };
    expect((await library.add([{ document: same }])).unchanged).toBe(1);
    expect((await library.search('my title', {})).map(({ title }) => title)).toEqual(['My title']);
    expect(await library.search('tag:mine second', {})).toHaveLength(1);
    expect(await library.search('tag:theirs', {})).toHaveLength(0);
  });

  it('restores a removed document to its collections', async () => {
    const library = libraryOver(await make());
    const { ids: added } = await library.add([file('a.md', '# One\n\ntext', 'c1')]);
    await library.remove(added);
    expect(await titlesIn(library, 'c1')).toEqual([]);
    await library.restore(added);
    expect(await titlesIn(library, 'c1')).toEqual(['One']);
  });

  it('finds, gathers and answers from nothing outside the collections of each limit', async () => {
    const library = libraryOver(await make());
    await library.add([
      file('in.md', '# Tide tables\n\nThe harbour opens at six in the morning.', 'c1'),
      file('both.md', '# Harbour fees\n\nThe harbour opens at eight for yachts.', 'c1'),
      file('out.md', '# Harbour secrets\n\nThe harbour opens at midnight for smugglers.'),
    ]);
    const both = (await library.list({ query: 'both' })).documents[0]!.id;
    await library.change([both], { join: ['c2'] });
    const found = async (within: string[][]) =>
      (await library.search('when does the harbour open', { within }))
        .map(({ source_id }) => source_id)
        .sort();
    expect(await found([['c1']])).toEqual(['both.md', 'in.md']);
    expect(await found([['c1'], ['c2']])).toEqual(['both.md']);
    expect(await found([['c1', 'c2']])).toEqual(['both.md', 'in.md']);
    expect(await found([['gone']])).toEqual([]);
    const gathered = await library.gather('harbour', { tokens: 2000, within: [['c1']] });
    expect(gathered.map(({ text }) => text).join(' ')).not.toContain('midnight');
    const answer = await library.answer('When does the harbour open for smugglers?', { within: [['c1']] });
    expect(JSON.stringify(answer)).not.toContain('midnight');
    expect(JSON.stringify(await library.answer('When does the harbour open for smugglers?'))).toContain(
      'midnight',
    );
  });
});

it('never finds a document outside a limit, after any joining, leaving and removing', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('join' as const), doc: fc.nat(5), to: fc.nat(2) }),
    fc.record({ kind: fc.constant('leave' as const), doc: fc.nat(5), to: fc.nat(2) }),
    fc.record({ kind: fc.constant('tag' as const), doc: fc.nat(5), to: fc.nat(2) }),
    fc.record({ kind: fc.constant('again' as const), doc: fc.nat(5), to: fc.nat(2) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const library = libraryOver(new MemoryDocuments());
      const given = (doc: number, version: number) => ({
        document: {
          source: 's',
          source_id: `d${doc}`,
          title: `d${doc}`,
          body: `lantern text ${doc} ${version}`,
        },
      });
      const { ids: added } = await library.add([0, 1, 2, 3, 4, 5].map((doc) => given(doc, 0)));
      const member = new Map<string, Set<string>>(['c0', 'c1', 'c2'].map((id) => [id, new Set()]));
      for (const [at, { kind, doc, to }] of steps.entries()) {
        const id = added[doc]!;
        if (kind === 'join') await library.change([id], { join: [`c${to}`] });
        else if (kind === 'leave') await library.change([id], { leave: [`c${to}`] });
        else if (kind === 'tag') await library.change([id], { tag: [`t${to}`] });
        else await library.add([given(doc, at + 1)]);
        if (kind === 'join') member.get(`c${to}`)!.add(id);
        if (kind === 'leave') member.get(`c${to}`)!.delete(id);
      }
      for (const [collection, wanted] of member) {
        const hits = await library.search('lantern', { within: [[collection]], limit: 50 });
        expect(new Set(hits.map(({ id }) => id))).toEqual(wanted);
        expect((await library.list({ collection, limit: 50 })).total).toBe(wanted.size);
      }
    }),
    { numRuns: 30 },
  );
});

it('sorts and filters lists, and follows changes', async () => {
  const library = libraryOver(await stored());
  await library.add([
    file('b10.md', '# Item 10\n\n' + 'long '.repeat(300)),
    file('b2.md', '# item 2\n\nshort'),
    { document: { title: 'Émile', body: 'note', source: 'notes', metadata: { tags: ['draft'] } } },
  ]);
  const titles = async (options: Parameters<Library['list']>[0]) =>
    (await library.list(options)).documents.map(({ title }) => title);
  expect(await titles({ order: 'title' })).toEqual(['Émile', 'item 2', 'Item 10']);
  expect(await titles({ order: 'title', reversed: true })).toEqual(['Item 10', 'item 2', 'Émile']);
  expect((await titles({ order: 'size' }))[0]).toBe('Item 10');
  expect(await titles({ order: 'title', limit: 1, offset: 1 })).toEqual(['item 2']);
  expect(await titles({ tag: 'draft' })).toEqual(['Émile']);
  expect(await titles({ kind: 'markdown', query: 'item', order: 'title' })).toEqual(['item 2', 'Item 10']);
  const [first] = (await library.list({ query: 'item 2' })).documents;
  await library.change([first!.id], { title: 'Zebra' });
  expect(await titles({ order: 'title' })).toEqual(['Émile', 'Item 10', 'Zebra']);
});
