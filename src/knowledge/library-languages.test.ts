// A library of several languages: a first document in another one is found at once, without reindexing the others.
import { expect, it } from 'vitest';
import type { DocumentInput } from '../core/document.ts';
import type { Library } from './library.ts';
import { MemoryDocuments } from './memory-documents.ts';
import { memoryLibrary, tickingClock } from './library.test-support.ts';

let ids = 0;
const now = tickingClock();
function libraryOver(store: MemoryDocuments): Library {
  return memoryLibrary({ store, newId: () => `id-${++ids}`, now });
}

const ENGLISH: DocumentInput[] = [
  {
    title: 'Parsers',
    body: 'The parser reads the configuration files and reports what it finds in them to you.',
  },
  { title: 'Gifts', body: 'A gift is wrapped in paper, and you should die of laughter when it is opened.' },
];
const GERMAN: DocumentInput = {
  title: 'Bücher',
  body: 'In der Bibliothek stehen viele alte Bücher, die man zwei Wochen lang ausleihen kann. Müller sortiert sie.',
};

function add(library: Library, ...documents: DocumentInput[]): Promise<{ ids: string[] }> {
  return library.add(documents.map((document) => ({ document })));
}

it('finds a first German document by other forms of its words, and marks them', async () => {
  const store = new MemoryDocuments();
  const library = libraryOver(store);
  await library.load();
  await add(library, ...ENGLISH);
  const segments = await store.segmentIds();
  expect(await library.search('Buch ausgeliehen in Bibliotheken')).toEqual([]);

  const { ids: added } = await add(library, GERMAN);
  expect((await library.open(added[0]!)).language).toBe('de');
  expect(await store.segmentIds()).toEqual([...segments, expect.any(String)]);
  const [hit, ...others] = await library.search('Welches Buch steht in den Bibliotheken?');
  expect(hit).toMatchObject({ id: added[0], title: 'Bücher' });
  expect(others).toEqual([]);
  expect(hit!.marks.map(([start, end]) => hit!.snippet.slice(start, end))).toEqual([
    'Bibliothek',
    'stehen',
    'Bücher',
  ]);
  expect(hit!.sentences).toEqual([[0, hit!.snippet.indexOf(' Müller')]]);
  expect((await library.search('Mueller'))[0]?.id).toBe(added[0]);

  // English queries work as before, and words of both languages are kept apart.
  expect((await library.search('configuring a file'))[0]?.title).toBe('Parsers');
  expect((await library.search('die')).map(({ title }) => title)).toEqual(['Gifts']);
  expect((await library.search('"alte Bücher, die man"')).map(({ title }) => title)).toEqual(['Bücher']);
  expect((await library.search('"die of laughter"')).map(({ title }) => title)).toEqual(['Gifts']);
});

it("remembers the languages of its documents, and obeys a document's own declaration", async () => {
  const store = new MemoryDocuments();
  const first = libraryOver(store);
  await first.load();
  const wrong = { ...GERMAN, title: 'Wrong', source_id: 'w', metadata: { language: 'en' } };
  const { ids: added } = await add(first, { ...GERMAN, source_id: 'g' }, wrong);
  expect((await first.open(added[1]!)).language).toBe('en');

  const second = libraryOver(store);
  await second.load();
  const titles = async (query: string): Promise<string[]> =>
    (await second.search(query)).map(({ title }) => title!);
  expect(await titles('Buch')).toEqual(['Bücher']);
  expect(await titles('Bücher')).toHaveLength(2);

  await add(second, { ...wrong, metadata: { language: 'Deutsch' } });
  expect(await titles('Buch')).toHaveLength(2);
});

it('merges segments of different languages without loss', async () => {
  const store = new MemoryDocuments();
  const library = libraryOver(store);
  await library.load();
  for (let i = 0; i < 12; i++) await add(library, { ...GERMAN, body: `${GERMAN.body} Band ${i}.` });
  await add(library, ...ENGLISH);
  await library.tidy();
  expect((await store.segmentIds()).length).toBeLessThan(8);
  expect(await library.search('Bibliotheken', { limit: 100 })).toHaveLength(12);
  expect((await library.search('configuring'))[0]?.title).toBe('Parsers');
});
