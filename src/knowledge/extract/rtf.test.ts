// Rich text files written by Word, LibreOffice and WordPad, and hostile ones.
import fc from 'fast-check';
import { expectWithin } from '../../../scripts/expect-within.ts';
import { expect, test } from 'vitest';
import { openFile } from './extract.ts';
import type { Extracted } from './extracted.ts';
import { extractPacked } from './packed.ts';

async function read(text: string): Promise<Extracted> {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const opened = openFile('a.rtf', '', bytes);
  if (!('bytes' in opened)) throw new Error('taken for text');
  return extractPacked(opened.kind, opened.bytes);
}
const body = async (text: string): Promise<string> =>
  (await read(`{\\rtf1\\ansi\\ansicpg1252 ${text}}`)).body;

test('reads headings, paragraphs, emphasis and links of a Word file', async () => {
  const { title, author, metadata, body } = await read(
    '{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\froman\\fcharset0 Times New Roman;}{\\f1\\fcharset204 Arial CYR;}}' +
      '{\\colortbl;\\red0\\green0\\blue0;}{\\stylesheet{\\ql \\snext0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 heading 2;}}' +
      "{\\*\\generator Riched20;}{\\info{\\title Harbour notes}{\\author M\\'e1ra}{\\creatim\\yr2026}{\\keywords rope, tar}}\n" +
      "{\\header Page header\\par}\\pard\\s1\\f0 The harbour\\par\n\\pard\\s2 Depth\\par\\pard\\plain It is {\\b very }{\\b deep}, {\\i caf\\'e9}.\\line Next line.\\par" +
      '{\\pict\\wmetafile8 0102abcdef}{\\*\\unknown no}{\\v hidden}{\\field{\\*\\fldinst{HYPERLINK "https://example.org/a"}}{\\fldrslt{\\ul the chart}}} ends\\par' +
      "\\pard{\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2} \\u8364?\\u-10179?\\u-8704? \\uc0\\u233 t\\u233\\par}",
  );
  expect(body).toBe(
    '# The harbour\n\n## Depth\n\nIt is **very deep**, *café*.\nNext line.\n\n[the chart](https://example.org/a) ends\n\nПривет €😀 été',
  );
  expect([title, author, metadata]).toEqual([
    'Harbour notes',
    'Mára',
    { format: 'rtf', tags: ['rope', 'tar'] },
  ]);
});

test('skips an unknown optional group, but no text after a mark in the middle of a group', async () => {
  expect(await body('{\\*\\unknown no}{\\i0\\*\\cs7\\cf0 The quick brown fox} jumps.\\par')).toBe(
    'The quick brown fox jumps.',
  );
});

test('reads headers and footers only where there is no other text', async () => {
  const margins = '{\\header\\pard Letterhead\\par}{\\footer\\pard Page {\\field{\\*\\fldinst PAGE}}\\par}';
  expect(await body(`${margins}\\pard The letter\\par`)).toBe('The letter');
  expect(await body(`${margins}\\pard\\par`)).toBe('Letterhead\n\nPage');
});

test('reads tables with their rows, and several paragraphs in a cell', async () => {
  const row = (...cells: string[]): string =>
    `\\trowd\\cellx1000\\cellx2000\\pard\\intbl ${cells.join('\\cell ')}\\cell\\row\n`;
  expect(
    await body(`Before\\par ${row('Rope', 'Metres')}${row('halyard', '32\\par about')}\\pard After\\par`),
  ).toBe('Before\n\n| Rope | Metres |\n| --- | --- |\n| halyard | 32 about |\n\nAfter');
});

test('reads lists by their markers, nested ones too, and footnotes in brackets', async () => {
  const item = (marker: string, level: number, text: string): string =>
    `{\\listtext\\tab ${marker}\\tab}\\pard\\ls1\\ilvl${level} ${text}\\par`;
  expect(
    await body(
      `${item("\\'b7", 0, 'rope')}${item("\\'b7", 1, 'thin')}${item("\\'b7", 0, 'tar')}\\pard Done.\\par`,
    ),
  ).toBe('- rope\n  - thin\n- tar\n\nDone.');
  expect(await body(`${item('1.', 0, 'first')}${item('2.', 0, 'second')}`)).toBe('1. first\n2. second');
  expect(
    await body(
      'High{\\super\\chftn{\\footnote\\pard\\plain{\\super\\chftn} At spring tide.\\par}} water.\\par',
    ),
  ).toBe('High ( At spring tide.) water.');
});

test('reads two-byte letters, in code pages of files and fonts', async () => {
  expect((await read("{\\rtf1\\ansi\\ansicpg932 \\'93\\'fa\\'96{\\'7b} \\'83A\\par}")).body).toMatch(
    /^日.* ア$/,
  );
  expect(
    (await read("{\\rtf1\\ansi{\\fonttbl{\\f3\\fcharset134 SimSun;}}\\f3\\'c4\\'e3\\'ba\\'c3\\par}")).body,
  ).toBe('你好');
  expect((await read("{\\rtf1\\mac caf\\'8e}")).body).toBe('café');
});

test('escapes text that would be Markdown or HTML', async () => {
  expect(await body('# no heading\\par <b>no tag</b> &amp; 1 * 2 * 3\\par')).toBe(
    '\\# no heading\n\n\\<b>no tag\\</b> &amp;amp; 1 * 2 * 3',
  );
});

test('reads the visible result of objects, and nothing of raw bytes', async () => {
  expect(
    await body('{\\object{\\*\\objdata 00ff}{\\result{\\pard Shown.\\par}}}A{\\*\\blob\\bin5 }}}}}}B\\par'),
  ).toBe('Shown.\n\nAB');
});

test('rejects or finishes empty, deep and endless files', async () => {
  await expect(body('{\\pict 00}')).rejects.toThrow('the file has no text in it');
  await expect(read(`{\\rtf1 ${'{'.repeat(1_000_000)}`)).rejects.toThrow('its groups are nested too deep');
  await expect(read(`{\\rtf1 \\bin99999999 ${'x'.repeat(100)}`)).rejects.toThrow('no text in it');
  await expectWithin(8_000, async () => {
    await body(`${'{\\b a}\\u65?'.repeat(60_000)}\\par`);
    await body('\\pard\\ls1\\ilvl8 a\\par\\ilvl0 b\\par'.repeat(5_000));
  });
}, 60_000);

test('reads or rejects any sequence of words and groups', async () => {
  const part = fc.constantFrom(
    ...'{ } \\par \\cell \\row \\intbl \\pard \\field \\fldinst HYPERLINK"https://a" \\fldrslt \\footnote \\listtext \\ls1 \\ilvl3 \\s1 \\outlinelevel2 \\b \\b0 \\v \\u-1 \\uc9 \\\'e9 \\\' \\* \\bin2 \\result \\object text \\info \\title \\f1 \\fonttbl \\stylesheet'.split(
      ' ',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 60 }), async (parts) => {
      try {
        expect(typeof (await read(`{\\rtf1 ${parts.join('')}`)).body).toBe('string');
      } catch (error) {
        expect((error as Error).name).toBe('Refusal');
        expect((error as Error).message).not.toMatch(/undefined|is not|TypeError/);
      }
    }),
  );
});
