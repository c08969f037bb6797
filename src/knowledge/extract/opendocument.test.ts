// OpenDocument spreadsheets, presentations and templates, as packed by LibreOffice and other programs.
import { strToU8, zipSync, type Zippable } from 'fflate';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openFile } from './extract.ts';
import type { Extracted } from './extracted.ts';
import { extractPacked } from './packed.ts';
import { Zip } from './zip.ts';

const TYPE = 'application/vnd.oasis.opendocument.';
const SPACES = ['office', 'table', 'text', 'draw', 'presentation']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

function pack(kind: string, body: string, parts: Zippable = { mimetype: strToU8(TYPE + kind) }) {
  const content = `<?xml version="1.0"?><office:document-content ${SPACES}><office:body>${body}</office:body></office:document-content>`;
  return new Uint8Array(zipSync({ ...parts, 'content.xml': strToU8(content) }));
}

async function read(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Extracted> {
  const opened = openFile(name, '', bytes);
  if (!('bytes' in opened)) throw new Error(`${name} was taken for text`);
  return extractPacked(opened.kind, opened.bytes);
}

const cell = (text: string, more = '') =>
  `<table:table-cell ${more || 'office:value-type="string"'}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
const sheet = (name: string, rows: string) =>
  `<office:spreadsheet><table:table table:name="${name}">${rows}</table:table></office:spreadsheet>`;

test('reads a spreadsheet as a section per sheet, with cells as shown', async () => {
  const empty = '<table:table-cell table:number-columns-repeated="16381"/>';
  const rows = [
    row(cell('Rope') + cell('Metres') + cell('Used') + empty),
    row(cell('halyard') + cell('32') + cell('12.50 %', 'office:value="0.125"') + empty),
    row(cell('sheet', 'table:number-columns-repeated="2"') + cell('two<text:line-break/>lines') + empty),
    row(
      '<table:table-cell><office:annotation><text:p>a remark</text:p></office:annotation><text:p>stay</text:p></table:table-cell>',
    ),
    row(empty, 'table:number-rows-repeated="1048572"'),
  ];
  const { body, metadata } = await read('ropes.ods', pack('spreadsheet', sheet('Ropes', rows.join(''))));
  expect(metadata).toEqual({ format: 'ods', sheets: ['Ropes'] });
  expect(body).toBe(
    '## Ropes\n\n| Rope | Metres | Used |\n| --- | --- | --- |\n| halyard | 32 | 12.50 % |\n| sheet | sheet | two lines |\n| stay |  |  |',
  );
});

test('writes dates as ISO 8601, and repeats a merged cell in each row it covers', async () => {
  const covered = '<table:covered-table-cell/>';
  const date = (shown: string, value: string) =>
    cell(shown, `office:value-type="date" office:date-value="${value}"`);
  const rows = [
    row(cell('Caption', 'table:number-columns-spanned="3"') + covered.repeat(2)),
    row(cell('Harbour') + cell('Ship') + cell('Due')),
    row(cell('Bergen', 'table:number-rows-spanned="2"') + cell('Alma') + date('3/9/25', '2025-03-09')),
    row(covered + cell('Berta') + date('10.03.25 14:30', '2025-03-10T14:30:00')),
  ];
  const { body } = await read('ships.ods', pack('spreadsheet', sheet('Ships', rows.join(''))));
  expect(body).toBe(
    '## Ships\n\nCaption\n\n| Harbour | Ship | Due |\n| --- | --- | --- |\n| Bergen | Alma | 2025-03-09 |\n' +
      '| Bergen | Berta | 2025-03-10 14:30 |',
  );
});

test('limits repeated rows and cells with text', async () => {
  const filled = row(
    cell('x', 'table:number-columns-repeated="100000"'),
    'table:number-rows-repeated="1000000"',
  );
  await expect(read('bomb.ods', pack('spreadsheet', sheet('Bomb', filled)))).rejects.toThrow(
    'cells, and 1,000,000 at most can be read',
  );
  await expect(read('empty.ods', pack('spreadsheet', sheet('None', row(''))))).rejects.toThrow(
    'the workbook is empty',
  );
});

test('reads a presentation as a section per slide with its notes, and cites the slide as the page', async () => {
  const frame = (kind: string, text: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${text}</draw:text-box></draw:frame>`;
  const list = '<text:list><text:list-item><text:p>Main engine</text:p></text:list-item></text:list>';
  const notes = '<presentation:notes><text:p>Speak slowly.</text:p></presentation:notes>';
  const slides = [
    `<draw:page>${frame('title', '<text:p>Launch</text:p>')}${frame('outline', list)}${notes}</draw:page>`,
    `<draw:page>${frame('outline', '<text:p>No title here.</text:p>')}</draw:page>`,
  ];
  const body = `<office:presentation>${slides.join('')}</office:presentation>`;
  const talk = await read('talk.odp', pack('presentation', body));
  expect(talk.body).toBe(
    '## Launch\n\n- Main engine\n\n**Notes**\n\nSpeak slowly.\n\n## Slide 2\n\nNo title here.',
  );
  expect(talk.pages?.map((start) => talk.body.slice(start).split('\n')[0])).toEqual([
    '## Launch',
    '## Slide 2',
  ]);
  expect(talk.metadata).toEqual({ format: 'odp', slides: 2 });
});

test('finds the type anywhere in a file: packed, last, only in its manifest, or as a template', async () => {
  const original = new Zip(new Uint8Array(readFileSync(new URL('fixtures/kestrel.odt', import.meta.url))));
  const parts = Object.fromEntries(
    original.names.filter((name) => !name.endsWith('/')).map((name) => [name, original.bytes(name)]),
  );
  const { mimetype, ...others } = parts;
  const template = strToU8(`${TYPE}text-template`);
  const manifest = { ...others, 'META-INF/manifest.xml': parts['META-INF/manifest.xml']! };
  for (const [how, packed] of Object.entries({
    last: { ...others, mimetype: mimetype! },
    template: { mimetype: template, ...others },
    'manifest alone': manifest,
  })) {
    const bytes = new Uint8Array(zipSync(packed));
    expect.soft((await read('kestrel.ott', bytes)).body, how).toContain('The Kestrel probe');
  }
  await expect(read('drawing.odg', pack('graphics', '<office:drawing/>'))).rejects.toThrow(
    'spreadsheets and presentations; save this one as PDF',
  );
});

test('reads headers and footers of a text only where it has no other text', async () => {
  const letter = (words: string) =>
    pack('text', `<office:text><text:p>${words}</text:p></office:text>`, {
      mimetype: strToU8(`${TYPE}text`),
      'styles.xml': strToU8(
        `<office:document-styles ${SPACES} xmlns:style="style"><style:header><text:p>Acme, Oslo</text:p></style:header><style:header-first><text:p>Acme, Oslo</text:p></style:header-first><style:footer><text:p>Page 1</text:p></style:footer></office:document-styles>`,
      ),
    });
  expect((await read('a.odt', letter('The letter'))).body).toBe('The letter');
  expect((await read('a.odt', letter(''))).body).toBe('Acme, Oslo\n\nPage 1');
});
