// Hostile and broken files: each is rejected with the reason, quickly, and without filling the memory.
import { strToU8, zipSync, type Zippable } from 'fflate';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkFile, extractData, extractText, openFile } from './extract.ts';
import { checkCount, LIMITS } from './limits.ts';
import { extractPacked } from './packed.ts';
import { sheetRows } from './xlsx-sheet.ts';
import { checkXml, parseXml } from './xml.ts';
import { Zip } from './zip.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const fixture = (name: string): Bytes =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
const latin1 = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const zip = (parts: Zippable): Bytes => new Uint8Array(zipSync(parts));
const TYPES = { '[Content_Types].xml': strToU8('<Types/>') };
const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** @returns the body; rejects with the reason */
async function read(name: string, bytes: Bytes): Promise<string> {
  checkFile(name, '', bytes.length);
  const opened = openFile(name, '', bytes);
  if ('bytes' in opened) return (await extractPacked(opened.kind, opened.bytes)).body;
  if ('split' in opened) return 'a mailbox';
  if (opened.kind !== 'json') return (await extractText(opened.text, opened.kind, name)).body;
  const content = await extractData(opened.text, name);
  return 'body' in content ? content.body : `${content.documents.length} documents`;
}

const workbook = (sheet: string, more: Zippable = {}): Bytes =>
  zip({
    ...TYPES,
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet ${SHEET}><sheetData>${sheet}</sheetData></worksheet>`),
    ...more,
  });
const cell = (reference: string): string => `<row r="1"><c r="${reference}"><v>1</v></c></row>`;

/** Builds a PDF from objects, with a correct cross-reference table. */
function pdf(objects: string[], tail = ''): Bytes {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  return latin1(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n${tail}`,
  );
}
const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page = (contents: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F 4 0 R >> >> /Contents ${contents} >>`;

describe('ZIP files', () => {
  test('are rejected as bombs by their directory', async () => {
    const bomb = zip({ ...TYPES, 'word/document.xml': new Uint8Array(20_000_000) });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(read('bomb.docx', bomb)).rejects.toThrow('too large when unpacked');
  });

  test('are rejected while they are unpacked when the directory lies about sizes', async () => {
    const bomb = zip({ ...TYPES, 'word/document.xml': new Uint8Array(20_000_000) });
    const view = new DataView(bomb.buffer);
    for (let at = 0; at < bomb.length - 4; at++) {
      if (view.getUint32(at, true) === 20_000_000) view.setUint32(at, 1000, true);
    }
    await expect(read('bomb.docx', bomb)).rejects.toThrow('too large when unpacked');
  });

  test('are rejected when tolerable parts are too much together', () => {
    const part = strToU8('words and more of them. '.repeat(20));
    const file = new Zip(zip({ a: part, b: part, c: part }), { ...LIMITS, unpacked: 2 * part.length });
    expect([file.bytes('a').length, file.text('b').length]).toEqual([part.length, part.length]);
    expect(() => file.bytes('c')).toThrow('too large when unpacked');
    expect(() => new Zip(zip({ a: part }), { ...LIMITS, part: 100 }).bytes('a')).toThrow(
      'too large when unpacked',
    );
  });

  test('are rejected unread with more parts than any real file has', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, i) => [`p${i}`, [new Uint8Array(0), { level: 0 }]]),
    );
    await expect(read('a.docx', zip(parts as Zippable))).rejects.toThrow(
      'it has 10,001 parts, and 10,000 at most can be read',
    );
  });

  test('are ZIPs when they hold other files, and named when they hold no document', async () => {
    await expect(read('a.docx', zip({ 'inner.zip': zip({ 'a.txt': strToU8('x') }) }))).rejects.toThrow(
      'this is a ZIP archive; give it the extension .zip',
    );
    await expect(read('a.docx', zip(TYPES))).rejects.toThrow('this Office file has no document in it');
  });

  test('reach nothing with paths outside the file', async () => {
    const rels =
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>';
    const tricks = workbook(cell('A1'), {
      'xl/_rels/workbook.xml.rels': strToU8(rels),
      '../../etc/passwd': strToU8('root'),
    });
    await expect(read('a.xlsx', tricks)).rejects.toThrow('the workbook is empty');
  });

  test.each(['kestrel.docx', 'kestrel.pptx', 'kestrel.xlsx', 'kestrel.epub', 'kestrel.odt'])(
    'rejects or still reads %s when cut short or with bytes changed',
    async (name) => {
      const whole = fixture(name);
      for (const share of [0.1, 0.5, 0.99]) {
        const cut = whole.slice(0, Math.floor(whole.length * share));
        await expect(read(name, cut)).rejects.toThrow('the file is damaged or incomplete');
      }
      for (let at = 7; at < whole.length; at += Math.ceil(whole.length / 25)) {
        const changed = whole.slice();
        changed[at] = changed[at]! ^ 0x55;
        const outcome = await read(name, changed).catch((error: Error) => error);
        if (outcome instanceof Error) expect(outcome.name).toBe('Refusal');
      }
    },
    60_000,
  );

  test('are rejected with the reason when they have a password', async () => {
    const locked = workbook(cell('A1'));
    const view = new DataView(locked.buffer);
    for (let at = 0; at < locked.length - 46; at++) {
      if (view.getUint32(at, true) === 0x02014b50)
        view.setUint16(at + 8, view.getUint16(at + 8, true) | 1, true);
    }
    await expect(read('a.xlsx', locked)).rejects.toThrow(
      'the file is protected by a password; save a copy without it and add that',
    );
  });
});

describe('XML', () => {
  const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, i) => `<!ENTITY ${'b'.repeat(i + 1)} "&a;&a;&a;">`).join('')}]>`;

  test('is rejected with recursive entities, in every XML-based format', async () => {
    const document = zip({
      ...TYPES,
      'word/document.xml': strToU8(`${LAUGHS}<w:document>&bbbb;</w:document>`),
    });
    await expect(read('a.docx', document)).rejects.toThrow('the file declares entities');
    const sheet = workbook('', {
      'xl/worksheets/sheet1.xml': strToU8(`<?xml version="1.0"?>${LAUGHS}<worksheet/>`),
    });
    await expect(read('a.xlsx', sheet)).rejects.toThrow('the file declares entities');
  });

  test('is rejected with endlessly nested elements', async () => {
    const deep = `${'<w:p>'.repeat(100_000)}x`;
    await expect(read('a.docx', zip({ ...TYPES, 'word/document.xml': strToU8(deep) }))).rejects.toThrow(
      'nested too deep',
    );
    await expect(read('a.xlsx', workbook('<c>'.repeat(100_000)))).rejects.toThrow('nested too deep');
  });

  test("is rejected before a tree is built when its elements don't fit into memory", () => {
    // Packed, they would be rejected by their ratio, but differing names are not.
    const many = `<w:document>${'<w:p/>'.repeat(1_000_001)}</w:document>`;
    expect(() => checkXml(many)).toThrow('1,000,000 at most');
    expect(() => parseXml(many)).toThrow('1,000,000 at most');
  });

  test('repeats no note for each of many references', async () => {
    const notes = `<w:document>${'<w:footnoteReference w:id="2"/>'.repeat(3)}</w:document>`;
    await expect(read('a.docx', zip({ ...TYPES, 'word/document.xml': strToU8(notes) }))).rejects.toThrow(
      'the same note again and again',
    );
  });

  test('is missing in a Word file, which is rejected', async () => {
    await expect(read('a.docx', zip({ ...TYPES, 'word/document.xml': strToU8('not xml') }))).rejects.toThrow(
      /damaged|no text/,
    );
  });
});

describe('sheets', () => {
  test.each(['XFE1', 'ZZZ1', 'AAAAAAAA1', 'A0x', '-1'])('have no cell at %s', async (reference) => {
    await expect(read('a.xlsx', workbook(cell(reference)))).rejects.toThrow('which no sheet has');
  });

  test('cost nothing for a distant row and scattered cells', async () => {
    const far = '<row r="1048576"><c r="A1048576"><v>1</v></c><c r="XFD1048576"><v>2</v></c></row>';
    expect(await read('a.xlsx', workbook(`${cell('A1')}${far}`))).toBe(
      '## One\n\n1\n\n| 1 | 2 |\n| --- | --- |',
    );
    await expect(read('a.xlsx', workbook('<row r="1048577"/>'))).rejects.toThrow('which no sheet has');
  });

  test('are rejected by number when they have more cells than a person reads', () => {
    let cells = 0;
    const xml = `<sheetData>${'<row><c><v>1</v></c><c/><c><v>2</v></c></row>'.repeat(1000)}</sheetData>`;
    const count = (row: ReadonlyMap<number, string>): void => checkCount('cells', (cells += row.size), 1500);
    expect(() => sheetRows(xml, { strings: [], styles: [], from1904: false }, count)).toThrow(
      'it has 1,502 cells, and 1,500 at most can be read',
    );
  });
});

describe('PDF files', () => {
  test('are rejected when they are only the signature, or cut short', async () => {
    await expect(read('a.pdf', latin1('just words'))).rejects.toThrow(
      'this is not a PDF file, or it is damaged',
    );
    await expect(read('a.pdf', latin1('%PDF-1.7\n%%EOF'))).rejects.toThrow('the PDF file is damaged');
    await expect(read('a.pdf', fixture('kestrel.pdf').slice(0, 3000))).rejects.toThrow(/damaged|no text/);
  });

  test('get a new cross-reference table when theirs is garbage', async () => {
    const whole = Buffer.from(fixture('kestrel.pdf')).toString('latin1');
    const broken = latin1(whole.replace(/startxref\s+\d+/, 'startxref\n999999999'));
    expect(await read('a.pdf', broken)).toContain('Quill crater');
  });

  test('are read without running scripts or opening embedded files', async () => {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (globalThis.harmed = true) >> /Names << /EmbeddedFiles << /Names [(a.exe) 6 0 R] >> >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      page('5 0 R'),
      FONT,
      stream('BT /F 12 Tf 20 200 Td (Nothing but text.) Tj ET'),
      '<< /Type /Filespec /F (a.exe) >>',
    ];
    expect(await read('a.pdf', pdf(objects))).toBe('Nothing but text.');
    expect('harmed' in globalThis).toBe(false);
  });

  test('with pages of pictures only get advice in the message', async () => {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      page('5 0 R'),
      FONT,
      stream('0 0 10 10 re f'),
    ];
    await expect(read('scan.pdf', pdf(objects))).rejects.toThrow(
      'the file has no text in it, only pictures; run text recognition (OCR) on it, then add it again',
    );
  });

  test('are rejected by number at 100,000 pages, and a cyclic page tree ends', async () => {
    const many = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`,
      page('5 0 R'),
      FONT,
      stream(''),
    ];
    await expect(read('many.pdf', pdf(many))).rejects.toThrow(
      'it has 100,000 pages, and 5,000 at most can be read',
    );
    const loop = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 3 >>'];
    await expect(read('loop.pdf', pdf(loop))).rejects.toThrow('the PDF file is damaged');
  });

  test('lose only a damaged page, and a file of such pages is reported as damaged', async () => {
    const objects = (kids: string): string[] => [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count 2 >>`,
      page('5 0 R'),
      FONT,
      stream('BT /F 12 Tf 20 200 Td (Text of the whole page.) Tj ET'),
      '[(no page)]',
    ];
    const { body, metadata } = await extractPacked('pdf', pdf(objects('3 0 R 6 0 R')));
    expect(body).toBe('Text of the whole page.');
    expect(metadata).toMatchObject({ pages: 2, damaged_pages: 1 });
    await expect(read('a.pdf', pdf(objects('6 0 R 6 0 R')))).rejects.toThrow('the PDF file is damaged');
  });

  test('are read in a browser without stream iteration; one that lacks more is named as the reason', async () => {
    const prototype = ReadableStream.prototype as { [Symbol.asyncIterator]?: unknown; getReader: unknown };
    const { [Symbol.asyncIterator]: iterate, getReader } = prototype;
    try {
      delete prototype[Symbol.asyncIterator];
      expect(await read('a.pdf', fixture('kestrel.pdf'))).toContain('Quill crater');
      prototype.getReader = undefined;
      await expect(read('a.pdf', fixture('kestrel.pdf'))).rejects.toThrow(
        'this browser cannot read PDF files',
      );
    } finally {
      Object.assign(prototype, { getReader });
      Object.defineProperty(prototype, Symbol.asyncIterator, {
        value: iterate,
        configurable: true,
        writable: true,
      });
    }
  });
});

/** Inputs that take seconds in linear time, and hours in quadratic time. */
describe('linear time and memory', () => {
  const blank = ' '.repeat(500_000);

  test('holds for endless blanks, in code and in pages', async () => {
    expect((await read('a.py', latin1(`x${blank}y`))).length).toBeGreaterThan(blank.length);
    expect((await read('a.html', latin1(`<p>a</p><pre>x${blank}y</pre>`))).length).toBeGreaterThan(
      blank.length,
    );
    const quoted = await read('b.html', latin1(`<blockquote>a<pre>x${blank}y</pre></blockquote>`));
    expect(quoted.length).toBeGreaterThan(blank.length);
    expect(await read('c.html', latin1(`<p>a${'<i> </i>'.repeat(40_000)}y</p>`))).toBe('a y');
  }, 60_000);

  test('holds for many short rows below a long one, which stay short', async () => {
    const csv = `${'a,'.repeat(100_000)}\n${'a,b\n'.repeat(100_000)}`;
    expect((await read('a.csv', latin1(csv))).length).toBeLessThan(20_000_000);
    const page = `<table><tr>${'<td>a'.repeat(20_000)}</tr>${'<tr><td>a<td>b</tr>'.repeat(20_000)}</table>`;
    expect((await read('a.html', latin1(page))).length).toBeLessThan(2_000_000);
    const row = Array.from({ length: 16_384 }, () => '<c><v>1</v></c>').join('');
    const sheet = `<row>${row}</row>${'<row><c><v>2</v></c></row>'.repeat(20_000)}`;
    expect((await read('a.xlsx', workbook(sheet))).length).toBeLessThan(2_000_000);
  }, 60_000);

  test('holds for one text of a megabyte in every cell, and one key above every value', async () => {
    const shared = workbook('<row><c t="s"><v>0</v></c></row>'.repeat(1000), {
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>' +
          '<Relationship Id="rId2" Type="x/sharedStrings" Target="s.xml"/></Relationships>',
      ),
      'xl/s.xml': strToU8(`<sst><si><t>${'ab '.repeat(300_000)}</t></si></sst>`),
    });
    await expect(read('a.xlsx', shared)).rejects.toThrow('characters of text, and 20,971,520 at most');
    const values = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]));
    const json = { ['k'.repeat(300_000)]: values };
    await expect(read('a.json', latin1(JSON.stringify(json)))).rejects.toThrow('characters of text');
    const list = [{ text: 'a' }, { text: 'b' }, { text: 'c' }, json, json];
    await expect(read('b.json', latin1(JSON.stringify(list)))).rejects.toThrow('characters of text');
  }, 60_000);

  test('holds for links in links, and tags at the bottom of a deep page', async () => {
    const links = `${'<a href="#">'.repeat(15_000)}${'<i>word</i> '.repeat(1000)}`;
    expect((await read('a.html', latin1(links))).length).toBeGreaterThan(4000);
    for (const tag of ['<p>x</p>', '</q>'])
      await expect(
        read('b.html', latin1(`${'<div>'.repeat(19_000)}x${tag.repeat(300_000)}`)),
      ).rejects.toThrow('nested too deep');
  }, 60_000);

  test('holds for names that every object has, which are names like any other', async () => {
    expect(await read('a.html', latin1('<p>a <constructor>b</constructor> c</p>'))).toBe('a b c');
    expect((await extractText('x', 'code', 'a.constructor')).metadata).toEqual({
      format: 'code',
      language: 'constructor',
    });
  });
});

describe('text', () => {
  test('is detected by its first bytes when misnamed', async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
    await expect(read('a.pdf', png)).rejects.toThrow('this is a PNG image, not a PDF file');
    await expect(read('a.docx', png)).rejects.toThrow('this is a PNG image, not a Word file');
    expect(await read('a.txt', latin1('{\\rtf1 words}'))).toBe('words');
    for (const [start, what] of [
      ['II*\0', 'a TIFF image'],
      ['MM\0+', 'a TIFF image'],
      ['\0\0\0\x18ftypheic', 'a HEIC image'],
      ['\0\0\0\x18ftypmif1', 'a HEIC image'],
      ['\0\0\0\x1cftypavif', 'an AVIF image'],
      ['8BPS\0\x01', 'a Photoshop image'],
    ] as const)
      for (const name of ['photo.jpg', 'scan.pdf', 'photo'])
        await expect(read(name, latin1(`${start}\0\0\0\0`))).rejects.toThrow(
          `this is ${what}; save it as PNG or JPEG`,
        );
    const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)]);
    await expect(read('a.docx', old)).rejects.toThrow('an Office file of before 2007');
    const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]);
    await expect(read('a.docx', new Uint8Array(locked))).rejects.toThrow('protected by a password');
    const outlook = Buffer.concat([old, Buffer.from('__substg1.0_001A', 'utf16le')]);
    await expect(read('a.eml', new Uint8Array(outlook))).rejects.toThrow(
      'an Outlook message; save it as .eml',
    );
  });

  test('is rejected when empty, with NUL bytes, or over the limit of its kind', async () => {
    for (const name of ['a.pdf', 'a.docx', 'a.csv', 'a.json', 'a.py']) {
      await expect(read(name, new Uint8Array(0))).rejects.toThrow('the file is empty');
    }
    await expect(read('a.csv', latin1('a,b\n1,\0\n'))).rejects.toThrow('binary file');
    expect(() => checkFile('a.pdf', '', 101 * 1024 * 1024)).toThrow('101 MB, and 100 MB at most can be read');
    expect(() => checkFile('a.py', '', 6 * 1024 * 1024)).toThrow('6.0 MB, and 5 MB at most');
  });

  test('is read in seconds as a table with one line of 1 MB', async () => {
    const started = performance.now();
    const body = await read('a.csv', latin1(`${'word,'.repeat(50_000)}\n`.repeat(1)));
    expect(body.length).toBeGreaterThan(300_000);
    expect((await read('b.csv', latin1('x'.repeat(1_000_000)))).length).toBe(1_000_000);
    await expect(read('c.csv', latin1('a,'.repeat(1_000_001)))).rejects.toThrow(
      'cells, and 1,000,000 at most',
    );
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 60_000);

  test('is rejected as endlessly nested or invalid JSON', async () => {
    await expect(read('a.json', latin1(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).rejects.toThrow(
      /nested too deep|is not valid JSON/,
    );
    await expect(read('a.json', latin1('{"a": 1,}'))).rejects.toThrow('the file is not valid JSON');
    await expect(read('a.jsonl', latin1('{"a":1}\n{"a":2}\n{"a":'))).rejects.toThrow(
      'line 3 of the file is not valid JSON',
    );
  });

  test('is read as a UTF-16 table', async () => {
    const bytes = new Uint8Array(Buffer.from('\ufeffName;Ort\nMara;Köln\n', 'utf16le'));
    expect(await read('a.csv', bytes)).toBe('| Name | Ort |\n| --- | --- |\n| Mara | Köln |');
  });
});
