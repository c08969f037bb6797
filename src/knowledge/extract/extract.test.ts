// Files to text: kinds, encodings, titles, front matter, and the message for each unreadable file.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { declaredCharset } from './decode.ts';
import { checkFile, extractText, openFile } from './extract.ts';
import type { Extracted } from './extracted.ts';
import { kindOfContentType, type TextKind } from './kinds.ts';

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function open(name: string, content: string | Uint8Array, type = ''): { kind: TextKind; text: string } {
  const opened = openFile(name, type, typeof content === 'string' ? utf8(content) : new Uint8Array(content));
  if (!('text' in opened)) throw new Error(`${name} is no text`);
  return opened;
}

async function read(name: string, content: string | Uint8Array, type = ''): Promise<Extracted> {
  const { text, kind } = open(name, content, type);
  return extractText(text, kind, name);
}

describe('the kind of a file', () => {
  test('is decided by the extension, then the type, then the content', () => {
    expect(open('a.MD', '# A', 'text/html').kind).toBe('markdown');
    expect(open('a.htm', '<p>A', '').kind).toBe('html');
    expect(open('README', '# A', 'text/markdown').kind).toBe('markdown');
    expect(open('README', '<!-- x -->\n<!DOCTYPE html><p>A', '').kind).toBe('html');
    expect(open('README', 'Words.', '').kind).toBe('text');
    expect(kindOfContentType('text/html; charset=utf-8')).toBe('html');
  });

  test.each([
    ['report.doc', 'Word files from before 2007 cannot be read; save it as .docx'],
    [
      'logo.SVG',
      'Drawings and icons cannot be read; Perilune reads PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, e-mail, pictures with text,',
    ],
    ['scan.tif', 'Pictures of this format cannot be read; save it as PNG or JPEG'],
    ['all.7z', 'Archives cannot be read; unpack the archive and add the folder'],
  ])('rejects %s by its name', (name, reason) => {
    expect(() => checkFile(name, '', 10)).toThrow(reason);
  });

  test('limits its size before it is read; a size of 0 may also mean that it is gone', () => {
    expect(() => checkFile('a.md', '', 0)).not.toThrow();
    expect(() => checkFile('a.md', '', 20 * 1024 * 1024 + 1)).toThrow('the file is too large: 20.0 MB');
    expect(() => checkFile('a.pdf', '', 90 * 1024 * 1024)).not.toThrow();
    expect(() => kindOfContentType('image/png')).toThrow('the content type image/png cannot be read');
    expect(() => kindOfContentType('application/pdf')).toThrow('add it as a file');
  });
});

test.each<[string, string, number[]]>([
  ['PNG', 'a.png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['JPEG', 'a.jpg', [0xff, 0xd8, 0xff, 0xe0]],
  ['GIF named as JPEG', 'a.JPEG', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ['WebP', 'a.webp', [0x52, 0x49, 0x46, 0x46, 1, 0, 0x80, 0xff, 0x57, 0x45, 0x42, 0x50]],
  ['BMP', 'a.bmp', [0x42, 0x4d, 0, 0]],
  ['PNG without a name', 'picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
])('recognizes %s as a picture by its first bytes', (_what, name, bytes) => {
  expect(openFile(name, '', new Uint8Array(bytes))).toMatchObject({ kind: 'picture' });
});

describe('a binary file', () => {
  test.each<[string, number[], string]>([
    ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'this is a PNG image, not text'],
    ['a cut ZIP', [0x50, 0x4b, 0x03, 0x04], 'the file is damaged or incomplete'],
    ['program', [0x7f, 0x45, 0x4c, 0x46, 2], 'this is a program, not text'],
    ['NUL bytes', [0x61, 0x62, 0, 0x63], 'this is a binary file, not text'],
    ['nothing', [], 'the file is empty'],
    ['blanks', [0x20, 0x0a, 0x0a], 'the file has no text in it'],
  ])('is rejected as %s renamed to .md', (_what, bytes, reason) => {
    expect(() => open('notes.md', new Uint8Array(bytes))).toThrow(reason);
  });

  test('is rejected even as random bytes without a NUL', () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => 1 + ((i * 7919 + (i >> 3) * 104729) % 255));
    expect(() => open('notes.md', bytes)).toThrow('this is a binary file, not text');
  });

  test('is not a text with a form feed, an escape or one odd character', async () => {
    expect((await read('a.txt', 'one\f\ntwo \u001b[1mbold\u001b[0m\n and more of it')).body).toContain('two');
    expect((await read('a.txt', `${'plain words '.repeat(20)}\u0001`)).body).toContain('plain');
  });
});

describe('encodings', () => {
  test.each<[string, number[]]>([
    ['UTF-8', [...utf8('Mönd 🌙')]],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...utf8('Mönd 🌙')]],
    ['UTF-16 LE', [0xff, 0xfe, ...new Uint8Array(Buffer.from('Mönd 🌙', 'utf16le'))]],
    ['UTF-16 BE', [0xfe, 0xff, ...Buffer.from('Mönd 🌙', 'utf16le').swap16()]],
  ])('%s', async (_name, bytes) => {
    expect((await read('a.txt', new Uint8Array(bytes))).body).toBe('Mönd 🌙');
  });

  test("include Latin-1 when it isn't UTF-8, declared or not", async () => {
    expect((await read('a.txt', Buffer.from('caf\xe9 \xabquoted\xbb', 'latin1'))).body).toBe('café «quoted»');
    const page = '<meta charset="iso-8859-2"><p>\xb3\xf3d\xbc</p>';
    expect((await read('a.html', Buffer.from(page, 'latin1'))).body).toBe('łódź');
    expect(declaredCharset('<META http-equiv="Content-Type" content="text/html; charset=Shift_JIS">')).toBe(
      'Shift_JIS',
    );
  });

  test("are UTF-8 despite a wrong declaration, and a few bad bytes don't garble the rest", async () => {
    expect((await read('a.html', '<meta charset="latin1"><p>Mönd</p>')).body).toBe('Mönd');
    expect((await read('a.html', Buffer.from('<meta charset="no-such"><p>caf\xe9</p>', 'latin1'))).body).toBe(
      'café',
    );
    const damaged = Buffer.concat([utf8('Mönd über Löwe '), Buffer.from([0xe9]), utf8(' ende')]);
    expect((await read('a.txt', damaged)).body).toBe('Mönd über Löwe \ufffd ende');
  });

  test('turn line ends into \n', async () => {
    expect((await read('a.txt', 'one\r\ntwo\rthree')).body).toBe('one\ntwo\nthree');
  });
});

describe('Markdown', () => {
  test('reads title, dates, tags and description from the front matter, and removes it', async () => {
    const text =
      '---\ntitle: "The moon"\ndate: 2025-03-04\nupdated: 2025-04-05\ntags: [space, \'lua\']\n' +
      'description: All about it\nauthor: Ann\nsource_url: https://example.org/moon\nnested:\n  deep: yes\n---\n\n# Other\n\nText.';
    expect(await read('a.md', text)).toEqual({
      title: 'The moon',
      body: '# Other\n\nText.',
      content_type: 'text/markdown',
      author: 'Ann',
      source_url: 'https://example.org/moon',
      created_at: '2025-03-04',
      updated_at: '2025-04-05',
      metadata: { description: 'All about it', tags: ['space', 'lua'] },
    });
  });

  test('accepts one tag per line', async () => {
    expect((await read('a.md', '---\ntags:\n  - one\n  - two words\n---\nText.')).metadata).toEqual({
      tags: ['one', 'two words'],
    });
  });

  test("doesn't treat a rule at the top as front matter", async () => {
    const text = '---\nJust a sentence: with a colon, but no key.\n\n---\nText.';
    expect((await read('a.md', text)).body).toBe(text);
    expect((await read('a.md', '---\nno end')).body).toBe('---\nno end');
  });

  test('takes the title from the first main heading, without its markup', async () => {
    expect((await read('a.md', 'Intro.\n\n# The *best* [moon](x) `orbit` #\n')).title).toBe(
      'The best moon orbit',
    );
    expect((await read('a.md', 'The moon\n========\n\n# Later')).title).toBe('The moon');
    expect((await read('a.md', '## Only a section')).title).toBeUndefined();
  });
});

describe('plain text', () => {
  test('takes a short first line on its own as the title', async () => {
    expect((await read('a.txt', '\nRelease notes\n=====\n\nText.')).title).toBe('Release notes');
    expect((await read('a.txt', 'A sentence that ends.\n\nText.')).title).toBeUndefined();
    expect((await read('a.txt', 'first\nsecond')).title).toBeUndefined();
  });
});

const SQLITE = '/usr/share/doc/sqlite3/lang_delete.html';
const GIT = '/usr/share/doc/git-doc/git-rebase.html';

describe('pages of real manuals', () => {
  test.skipIf(!existsSync(SQLITE))(
    "keep SQLite's text and sections, without menu, script and diagram (needs sqlite3-doc with its pages)",
    async () => {
      const page = await read('lang_delete.html', readFileSync(SQLITE));
      expect(page.title).toBe('DELETE');
      expect(page.body).toContain('# 2. Restrictions on DELETE Statements Within CREATE TRIGGER');
      expect(page.body).toContain('- The LIMIT and ORDER BY clauses (described below) are unsupported');
      expect(page.body).not.toMatch(/Purchase|toggle_div|viewBox|Table Of Contents|Small\. Fast\. Reliable/);
    },
  );

  test.skipIf(!existsSync(GIT))(
    "keep Git's synopsis as code, and options in code marks (needs git-doc with its pages)",
    async () => {
      const page = await read('git-rebase.html', readFileSync(GIT));
      expect(page.title).toBe('git-rebase(1)');
      expect(page.body).toContain('## SYNOPSIS\n\n```\ngit rebase [-i | --interactive]');
      expect(page.body).toContain('`git rebase --abort`');
      expect(page.body).not.toContain('Last updated');
    },
  );
});
