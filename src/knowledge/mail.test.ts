// Messages, mailboxes, gzip files and ZIP archives added to the library: the resulting documents, their names, and the limits.
import { gzipSync, strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { arrivalsOf } from './arrivals.ts';
import { messagesIn } from './extract/mailbox.ts';
import { extractPacked } from './extract/packed.ts';
import { type Content, contentOf } from './incoming.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Read = Content & { id: string | undefined };

/** Returns every document that a file becomes, and the refusals by name. */
async function add(name: string, bytes: Bytes | string): Promise<{ documents: Read[]; refused: string[] }> {
  const file = new File([bytes], name);
  const documents: Read[] = [];
  const refused: string[] = [];
  try {
    for await (const arrival of arrivalsOf({ file, path: name }, name, undefined, (kind, packed) =>
      extractPacked(kind, packed),
    )) {
      try {
        const draft = await arrival.draft();
        documents.push({ ...(await contentOf(draft)), id: draft.source_id });
      } catch (error) {
        refused.push(`${arrival.name}: ${(error as Error).message}`);
      }
    }
  } catch (error) {
    refused.push(`${name}: ${(error as Error).message}`);
  }
  return { documents, refused };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const HEAD =
  'From: =?utf-8?q?M=C3=A1ra_Lind?= <mara@example.org>\r\nTo: Crew: ann@example.org, Bo <bo@example.org>;\r\n' +
  'Subject: =?iso-8859-1?Q?Caf=E9?= at the harbour\r\nDate: Sat, 14 Mar 2026 10:30:00 +0100\r\nMessage-ID: <one@example.org>\r\nMIME-Version: 1.0\r\n';
const TEXT = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';

function multipart(...parts: string[]): string {
  const body = parts.map((part) => `--b\r\n${part}\r\n`).join('');
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${body}--b--\r\n`;
}
const attachment = (name: string, type: string, content: string | Uint8Array): string =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
  `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`;

describe('a message', () => {
  test('is a document with its subject, people and date, in its own character set', async () => {
    const coded = `${HEAD}Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nThe caf=E9 opens at=\r\n nine.\r\n`;
    const { documents, refused } = await add('post/cafe.eml', coded);
    expect(refused).toEqual([]);
    expect(documents).toMatchObject([
      {
        id: 'post/cafe.eml',
        title: 'Café at the harbour',
        author: 'Mára Lind',
        created_at: '2026-03-14T09:30:00.000Z',
        updated_at: '2026-03-14T09:30:00.000Z',
        content_type: 'text/plain',
        metadata: { format: 'mail', message_id: '<one@example.org>' },
      },
    ]);
    expect(documents[0]!.body).toBe(
      'From: Mára Lind (mara@example.org)\nTo: ann@example.org, Bo (bo@example.org)\nDate: 2026-03-14 09:30 UTC\n\nThe café opens at nine.',
    );
  });

  test('in HTML keeps its lists and tables, and none of its scripts', async () => {
    const html = `${HEAD}Content-Type: text/html; charset=utf-8\r\n\r\n<style>p{}</style><script>alert(1)</script><p>Bring:</p><ul><li>rope<li>tar</ul>`;
    const { documents } = await add('a.eml', html);
    expect(documents[0]!.content_type).toBe('text/markdown');
    expect(documents[0]!.body).toMatch(/^\*\*From:\*\* Mára Lind \(mara@example\.org\)\n/);
    expect(documents[0]!.body).toMatch(/\n\nBring:\n\n- rope\n- tar$/);
  });

  test('becomes a document beside its attachments, which may be messages and packed files', async () => {
    const docx = readFileSync(new URL('extract/fixtures/kestrel.docx', import.meta.url));
    const inner = HEAD.replace('Caf=E9', 'Tide') + TEXT + 'High water at six.';
    const { documents, refused } = await add(
      'mail.eml',
      multipart(
        `${TEXT}See the files.`,
        attachment('kestrel.docx', 'application/octet-stream', docx),
        attachment('tides.csv', 'text/csv', 'port,metres\nHoek,1.9\n'),
        `Content-Type: message/rfc822\r\n\r\n${inner}`,
        attachment('notes.txt.gz', 'application/gzip', gzipSync(strToU8('Packed notes.'))),
        attachment('../../etc/passwd.txt', 'text/plain', 'root'),
        attachment('film.mp4', 'video/mp4', 'xxxx'),
        'Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\n\r\nxx',
        'Content-Type: application/pgp-signature\r\n\r\n-----BEGIN',
      ),
    );
    expect(documents.map(({ id, title }) => `${id} = ${title}`)).toEqual([
      'mail.eml = Café at the harbour',
      expect.stringMatching(/^mail\.eml\/kestrel\.docx = .*Kestrel/),
      'mail.eml/tides.csv = mail.eml: tides',
      'mail.eml/message.eml = Tide at the harbour',
      expect.stringMatching(/^mail\.eml\/notes\.txt\.gz = /),
      expect.stringMatching(/^mail\.eml\/\.\._\.\._etc_passwd\.txt = /),
    ]);
    expect(documents[0]!.body).toContain('Attachments: kestrel.docx, tides.csv, message.eml, notes.txt.gz, ');
    expect(documents[3]!.body).toContain('High water at six.');
    expect(documents[4]!.body).toBe('Packed notes.');
    expect(documents[2]!.updated_at).toBe('2026-03-14T09:30:00.000Z');
    expect(refused).toEqual([
      expect.stringMatching(
        /^mail\.eml: film\.mp4: Sound and video cannot be read; Perilune reads PDF, Word/,
      ),
    ]);
  });

  test('within a message within a message is read up to four levels', async () => {
    let mail = HEAD + TEXT + 'Innermost.';
    for (let i = 0; i < 6; i++) mail = `${HEAD}Content-Type: message/rfc822\r\n\r\n${mail}`;
    const { documents, refused } = await add('deep.eml', mail);
    expect(documents).toHaveLength(4);
    expect(refused).toEqual([expect.stringContaining('files are nested more than 4 deep')]);
  });

  test('with absurdly many attachments, parts or packed bytes is rejected with the reason', async () => {
    const many = multipart(
      ...Array.from({ length: 1001 }, (_, i) => attachment(`${i}.txt`, 'text/plain', 'x')),
    );
    expect((await add('many.eml', many)).refused).toEqual([
      'many.eml: the file is too large: it has 1,001 attachments, and 1,000 at most can be read',
    ]);
    let nested = `${TEXT}x`;
    for (let i = 0; i < 300; i++)
      nested = `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n${nested}\r\n--b${i}--`;
    expect((await add('nested.eml', HEAD + nested)).refused).toEqual([
      expect.stringContaining('nested.eml: '),
    ]);
    const bomb = multipart(
      attachment('a.txt.gz', 'application/gzip', gzipSync(new Uint8Array(20_000_000))),
      `${TEXT}Fine.`,
    );
    const { documents, refused } = await add('bomb.eml', bomb);
    expect(documents.map(({ id }) => id)).toEqual(['bomb.eml']);
    expect(refused).toEqual([
      expect.stringContaining('bomb.eml: a.txt.gz: the file is too large when unpacked'),
    ]);
  });

  test.each(['', '\r\n', 'Just some words.', '{"a": 1}', '\0\0\0'])(
    'that is invalid (%j) is rejected',
    async (text) => {
      const { documents, refused } = await add('a.eml', text);
      expect(documents).toEqual([]);
      expect(refused).toEqual([
        expect.stringMatching(/^a\.eml: (?:this is not an e-mail message|the file is empty)/),
      ]);
    },
  );
});

const from = (day: number): string => `From mara@example.org Sat Mar ${day} 10:30:00 2026\n`;
const message = (n: number, text: string): string =>
  `From: m@example.org\nSubject: Letter ${n}\nMessage-ID: <${n}@example.org>\n\n${text}\n\n`;

describe('a mailbox', () => {
  test("becomes a document per message, identified by its own id, and one bad message doesn't affect the others", async () => {
    const box =
      from(1) +
      message(1, 'First.\n>From here on.\nFrom the start at no time.') +
      from(2) +
      'no head at all\n\n' +
      from(3) +
      message(3, 'Third.');
    for (const name of ['inbox.mbox', 'list.txt', 'Inbox']) {
      const { documents, refused } = await add(name, box);
      expect(documents.map(({ id, title }) => [id, title])).toEqual([
        [`${name}/<1@example.org>`, 'Letter 1'],
        [`${name}/<3@example.org>`, 'Letter 3'],
      ]);
      expect(documents[0]!.body).toContain('First.\nFrom here on.\nFrom the start');
      expect(refused).toEqual([`${name}: message 2: this is not an e-mail message, or it is damaged`]);
    }
  });

  test('in gzip is read like an unpacked one', async () => {
    const { documents, refused } = await add(
      'a.mbox.gz',
      new Uint8Array(gzipSync(strToU8(from(1) + message(1, 'Packed.')))),
    );
    expect([documents.map(({ title }) => title), refused]).toEqual([['Letter 1'], []]);
  });

  test('that is invalid is rejected', async () => {
    expect((await add('a.mbox', 'Some words, no messages.')).refused).toEqual([
      'a.mbox: this is not a mailbox (mbox), or it is damaged',
    ]);
  });

  test('is split at the same places however it is sliced', async () => {
    const texts = fc.array(
      fc.string({ unit: fc.constantFrom('F', 'r', 'o', 'm', ' ', '\n', 'x'), maxLength: 30 }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 120, max: 2000 }), async (bodies, piece) => {
        const box = strToU8(bodies.map((body, i) => from(i + 1) + message(i, body)).join(''));
        const whole = await all(messagesIn(new Blob([new Uint8Array(box)])));
        const split = await all(messagesIn(new Blob([new Uint8Array(box)]), piece));
        expect(whole).toHaveLength(bodies.length);
        expect(split).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test('drops a message that is too large, and reads the next', async () => {
    const large = new Blob([
      from(1),
      'Subject: x\n\n',
      ...Array<string>(80).fill(`${'y'.repeat(1023)}\n`.repeat(1024)),
      '\n',
      from(2),
      message(2, 'Small.'),
    ]);
    const read = await all(messagesIn(large));
    expect(String(read[0])).toContain('the file is too large: 80.0 MB, and 75 MB at most can be read');
    expect(new TextDecoder().decode(read[1] as Bytes)).toBe(message(2, 'Small.'));
  });
});

describe('a gzip file', () => {
  test('is read according to its name without .gz, with several members too', async () => {
    const log = new Uint8Array([...gzipSync(strToU8('# One\n\nfirst ')), ...gzipSync(strToU8('second'))]);
    const { documents } = await add('docs/a.md.gz', log);
    expect(documents).toMatchObject([{ id: 'docs/a.md.gz', title: 'One', body: '# One\n\nfirst second' }]);
    const json = await add(
      'b.json.gz',
      new Uint8Array(gzipSync(strToU8('[{"title":"A","body":"a"},{"title":"B","body":"b"}]'))),
    );
    expect(json.documents.map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('that is cut, damaged, nested or an archive is rejected with advice', async () => {
    const packed = new Uint8Array(gzipSync(strToU8('words '.repeat(1000))));
    expect((await add('a.txt.gz', packed.slice(0, 30))).refused).toEqual([
      'a.txt.gz: the gzip file is damaged or incomplete; get it again',
    ]);
    expect((await add('a.txt.gz', strToU8('words') as Bytes)).refused).toEqual([
      'a.txt.gz: this is not a gzip file, or it is damaged',
    ]);
    expect((await add('a.tar.gz', packed)).refused).toEqual([
      'a.tar.gz: Archives cannot be read; unpack the archive and add the folder',
    ]);
    let quine = packed;
    for (let i = 0; i < 8; i++) quine = new Uint8Array(gzipSync(quine));
    expect((await add('a.gz', quine)).refused).toEqual([
      expect.stringContaining('files are nested more than 4 deep'),
    ]);
  });
});

describe('a ZIP archive', () => {
  const zip = (files: Parameters<typeof zipSync>[0]): Bytes => new Uint8Array(zipSync(files));

  test('becomes a document for each file, without hidden ones', async () => {
    const { documents, refused } = await add(
      'project.zip',
      zip({
        'project/': new Uint8Array(),
        'project/README.md': strToU8('# Tidewatch\n\nPrints tides.'),
        'project\\docs\\..\\faq.txt': strToU8('Times are in UTC.'),
        'project/.git/HEAD': strToU8('ref: x'),
        '__MACOSX/project/._README.md': strToU8('x'),
        'logs.zip': zip({ 'a.log': strToU8('high water') }),
      }),
    );
    expect(refused).toEqual([]);
    expect(documents.map(({ id, title }) => [id, title])).toEqual([
      ['project.zip/project/README.md', 'Tidewatch'],
      ['project.zip/project/docs/faq.txt', expect.any(String)],
      ['project.zip/logs.zip/a.log', expect.any(String)],
    ]);
  });

  test('names each file that can’t be read, and reads the others', async () => {
    const { documents, refused } = await add(
      'mixed.zip',
      zip({
        'film.mp4': strToU8('x'),
        'bomb.txt': new Uint8Array(20_000_000),
        'good.md': strToU8('# Good'),
      }),
    );
    expect(documents.map(({ title }) => title)).toEqual(['Good']);
    expect(refused).toEqual([
      expect.stringMatching(/^mixed\.zip: film\.mp4: Sound and video cannot be read/),
      expect.stringMatching(/^mixed\.zip: bomb\.txt: the file is too large when unpacked/),
    ]);
    expect((await add('empty.zip', zip({ '.DS_Store': strToU8('x') }))).refused).toEqual([
      'empty.zip: the archive has no files in it',
    ]);
    expect((await add('cut.zip', zip({ 'a.md': strToU8('a') }).slice(0, 20))).refused).toEqual([
      'cut.zip: the file is damaged or incomplete',
    ]);
  });
});
