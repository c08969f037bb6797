// Files written by real programs (Writer, Impress, Calc, pandoc): text, structure, pages, and metadata.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { chunkBody } from '../chunk.ts';
import { openFile } from './extract.ts';
import type { Extracted } from './extracted.ts';
import { extractPacked } from './packed.ts';

function fixture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
}

async function read(name: string, as = name): Promise<Extracted> {
  const opened = openFile(as, '', fixture(name));
  if (!('bytes' in opened)) throw new Error(`${name} was taken for text`);
  return extractPacked(opened.kind, opened.bytes);
}

const MANUAL = '/usr/share/doc/libtasn1-doc/libtasn1.pdf';
const LAUNCH =
  '# Launch window\n\nThe Kestrel probe leaves on the ninth of March. Its perilune is 62 kilometres above the far side, and the ' +
  'transmission of pictures begins immediately afterwards.';
const POINTS = '- main engine: 410 kg\n- thrusters: 70 kg';
const TABLE =
  '| Stage | Mass | Burn |\n| --- | --- | --- |\n| first | 1200 | 310 s |\n| second | 430 | 95 s |';

test('reads whole paragraphs of a PDF, headings from the bookmarks, and the page of every passage', async () => {
  const { body, pages, title, author, created_at, metadata } = await read('kestrel.pdf');
  expect(body.startsWith(`${LAUNCH}\n\n${POINTS}\n\n# Fuel`)).toBe(true);
  expect(body).toMatch(/Stage Mass Burn\s+first 1200 310 s\s+second 430 95 s\n\n# Landing/);
  expect({ title, author, metadata }).toEqual({
    title: 'The Kestrel probe',
    author: 'Mara Lind',
    metadata: { format: 'pdf', pages: 3 },
  });
  expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(pages?.map((start) => body.slice(start).split('\n')[0])).toEqual([
    '# Launch window',
    '# Fuel',
    '# Landing site',
  ]);
  for (const { text, start, end } of chunkBody(body, true, pages)) expect(text).toBe(body.slice(start, end));
  expect(chunkBody(body, true, pages).map(({ page, heading }) => [page, ...heading])).toEqual([
    [1, 'Launch window'],
    [2, 'Fuel'],
    [3, 'Landing site'],
  ]);
  const longer = body.replaceAll('.', `. ${'More of it. '.repeat(50)}`);
  const starts = ['# Launch', '# Fuel', '# Landing'].map((heading) => longer.indexOf(heading));
  const passages = chunkBody(longer, true, starts);
  expect(
    passages.every(({ page, start }) => start >= starts[page! - 1]! && start < (starts[page!] ?? Infinity)),
  ).toBe(true);
});

test('recognizes a PDF under any name', async () => {
  expect((await read('kestrel.pdf', 'kestrel.txt')).title).toBe('The Kestrel probe');
  expect((await read('kestrel.docx', 'kestrel')).title).toBe('The Kestrel probe');
});

test('rejects a PDF with a password, naming the reason', async () => {
  await expect(read('kestrel-locked.pdf')).rejects.toThrow(
    'the file is protected by a password; save a copy without it and add that',
  );
});

test('reads a Japanese PDF without an embedded font with a table that is downloaded', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (place: string) => {
    asked.push(place);
    return new Response(readFileSync(new URL(`../../../${place}`, import.meta.url)));
  });
  const { body } = await extractPacked('pdf', fixture('japanese.pdf'));
  vi.unstubAllGlobals();
  expect(body).toBe('日本の月');
  expect(asked[0]).toMatch('UniJIS-UCS2-H.bcmap');
});

test('reads headings, lists, tables with their header, title and author of a Word file', async () => {
  const { body, title, author } = await read('kestrel.docx');
  expect(body).toContain(`${LAUNCH}\n\n${POINTS}\n\n# Fuel`);
  expect(body).toContain(TABLE);
  expect([title, author]).toEqual(['The Kestrel probe', 'Mara Lind']);
});

test('reads the same of an OpenDocument text', async () => {
  const { body, title } = await read('kestrel.odt');
  expect(body).toContain(`${LAUNCH}\n\n${POINTS}\n\n# Fuel`);
  expect(body).toContain(TABLE);
  expect(title).toBe('The Kestrel probe');
});

test('makes a section of each PowerPoint slide with its notes, and cites the slide as the page', async () => {
  const { body, pages, title, metadata } = await read('kestrel.pptx');
  expect(body).toContain(
    '## Launch window\n\n- The probe leaves on the ninth of March.\n- Its perilune is 62 kilometres above the far side.\n\n' +
      '**Notes**\n\nSay that the pictures come later.',
  );
  expect(body).toContain('## Fuel\n\n| Stage | Mass |\n| --- | --- |\n| first | 1200 |');
  expect(pages?.map((start) => body.slice(start).split('\n')[0])).toEqual([
    '## The Kestrel probe',
    '## Launch window',
    '## Fuel',
    '## Landing site',
  ]);
  expect([title, metadata]).toEqual(['The Kestrel probe', { format: 'pptx', slides: 4 }]);
});

test('makes a section of each Excel sheet, with captions, and dates and percentages as shown', async () => {
  const { body, title, metadata } = await read('kestrel.xlsx');
  expect(body).toBe(
    '## Burns\n\nEngine tests of the Kestrel probe\n\n| Stage | Date | Seconds | Share |\n| --- | --- | --- | --- |\n' +
      '| first \\| main | 2025-03-09 | 310.5 | 77% |\n| second | 2025-03-10 | 95 | 23% |\n\n' +
      '## Crew\n\n| Name | Role |\n| --- | --- |\n| Mara Lind | flight |',
  );
  expect([title, metadata]).toEqual([undefined, { format: 'xlsx', sheets: ['Burns', 'Crew'] }]);
});

test("reads an EPUB's chapters in order, with author, and keeps the language of headings", async () => {
  const { body, title, author, metadata } = await read('kestrel.epub');
  expect(body).toContain(LAUNCH);
  expect(body).toContain(`## Fuel\n\nThe tank holds 480 kilograms of hydrazine.\n\n${POINTS}\n\n${TABLE}`);
  expect(body.indexOf('# Launch')).toBeLessThan(body.indexOf('# Landing'));
  expect([title, author, metadata]).toEqual([
    'The orbit of the Kestrel probe',
    'Mara Lind',
    { format: 'epub', chapters: 3 },
  ]);
});

describe.skipIf(!existsSync(MANUAL))('a manual of 36 pages (needs libtasn1-doc)', () => {
  test('drops running heads and tables of contents, and makes chapters headings', async () => {
    const bytes = new Uint8Array(readFileSync(MANUAL));
    const { body, pages } = await extractPacked('pdf', bytes);
    expect(pages).toHaveLength(36);
    expect(body).toMatch(/^# 1 Introduction$/m);
    expect(body).toMatch(/^## 2\.1 ASN\.1 syntax$/m);
    expect(/(?:\. ){6}|^Chapter 4: /m.test(body)).toBe(false);
  });
});
