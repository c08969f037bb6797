// Library packs: what is written is read back, and a hostile pack is refused as a whole.
import { unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/errors.ts';
import type { LibraryPack } from '../../core/library-pack.ts';
import { handMadeZip, type HandMadeEntry } from './hand-made-zip.test-support.ts';
import { bytesOf, sha256OfBytes } from './import-limits.ts';
import { PACK_LIMITS, PACK_MANIFEST, readLibraryPack } from './library-pack.ts';
import { FACE, draftOf, someTool } from './tools.test-support.ts';
import { maskPack, writeLibraryPack, type PackContents } from './write-library-pack.ts';

const CONTENTS: PackContents = {
  name: 'Tents',
  description: 'All about tents',
  colour: 'green',
  instructions: 'Answer briefly.',
  questions: ['Which tent is light?'],
  documents: [
    {
      title: 'Care',
      body: '# Care\n\nDry the tent.',
      content_type: 'text/markdown',
      author: 'A',
      source_url: 'https://example.com/care',
      created_at: '2026-01-02T00:00:00.000Z',
      updated_at: '2026-01-03T00:00:00.000Z',
      tags: ['care'],
      metadata: { pages: 2 },
    },
    { title: 'Care', body: 'Plain.', content_type: 'text/plain', tags: [], metadata: {} },
    { title: '天幕 <b>', body: 'テント', content_type: 'text/markdown', tags: [], metadata: {} },
  ],
  bundles: [{ bundle: FACE, tools: [someTool()] }],
  profile: {
    name: 'Tent guide',
    description: 'Knows tents',
    kind: 'text',
    text: 'You know tents.',
    tools: ['weather'],
  },
};

const NONE = { documents: [], bundles: [], questions: ['Q?'] };

interface File {
  path: string;
  text?: string;
}

/** A pack with any manifest, whose files are listed with their hashes as `documents` unless it says otherwise. */
async function packOf(manifest: object, files: readonly File[] = [], entries: HandMadeEntry[] = []) {
  const documents = await Promise.all(
    files.map(async ({ path, text = 'x' }) => ({
      ...{ path, title: path },
      sha256: await sha256OfBytes(bytesOf(text)),
    })),
  );
  const text = JSON.stringify({
    ...{ format: 'perilune-pack', formatVersion: 1, name: 'P', bundles: [], documents },
    ...manifest,
  });
  return handMadeZip([
    { name: PACK_MANIFEST, content: text },
    ...files.map(({ path, text: content = 'x' }) => ({ name: path, content })),
    ...entries,
  ]);
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const read = await readLibraryPack(bytes, 'a.zip').then(
    () => 'opened',
    (error: unknown) => {
      if (error instanceof Failure) return error.message;
      throw error;
    },
  );
  return read;
}

describe('a written pack', () => {
  it('reads back as it was, without rights, grants and ids', async () => {
    const pack = await readLibraryPack(await writeLibraryPack(CONTENTS), 'tents.zip');
    const { documents, bundles, profile, ...face } = CONTENTS;
    expect(pack).toMatchObject({ ...face, profile });
    expect(pack.documents.map(({ path: _, ...document }) => document)).toEqual(documents);
    expect(pack.documents.map(({ path }) => path)).toEqual([
      'documents/care.md',
      'documents/care.txt',
      'documents/天幕-b.md',
    ]);
    expect(pack.bundles.map(({ slug, tools }) => [slug, tools])).toEqual([
      [FACE.slug, bundles[0]!.tools.map(draftOf)],
    ]);
    expect(JSON.stringify(pack)).not.toMatch(/granted\.example|policy|"writes"/);
  });

  it('begins with its manifest, and has the same bytes for the same contents', async () => {
    const [one, two] = [await writeLibraryPack(CONTENTS), await writeLibraryPack(CONTENTS)];
    expect(Object.keys(unzipSync(one))[0]).toBe(PACK_MANIFEST);
    expect(one).toEqual(two);
  });

  it('keeps any titles and texts', async () => {
    const document = fc.record({
      title: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
        .filter((title) => /[a-z]/i.test(title)),
      body: fc
        .string({ maxLength: 200 })
        .filter((body) => !body.includes('\0') && !body.startsWith('\uFEFF')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(document, { maxLength: 8 }), async (given) => {
        const documents = given.map((one) => ({
          ...one,
          ...{ content_type: 'text/markdown' as const, tags: [], metadata: {} },
        }));
        const written = await writeLibraryPack({ ...CONTENTS, documents });
        const pack = await readLibraryPack(written, 'a.zip');
        expect(pack.documents.map(({ body }) => body)).toEqual(documents.map(({ body }) => body));
      }),
      { numRuns: 30 },
    );
  });

  it('is masked in every part, and says where', async () => {
    const key = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
    const { contents, findings } = maskPack({
      ...CONTENTS,
      instructions: `Use ${key}`,
      documents: [
        { ...CONTENTS.documents[0]!, body: 'In /home/alice/x', metadata: { file: '/Users/bob/y' } },
      ],
      bundles: [
        {
          bundle: FACE,
          tools: [
            someTool({
              source: `-- ${key}`,
              files: { 'a.txt': key },
              config: { token: 'abc123def', other: '${WEATHER_KEY}' },
            }),
          ],
        },
      ],
      profile: { ...CONTENTS.profile!, text: `Key: ${key}`, config: { api_key: 'q1w2e3r4' } },
    });
    expect(findings).toEqual([
      { where: 'Tents', keys: 1, paths: 0 },
      { where: 'Care', keys: 0, paths: 2 },
      { where: 'weather', keys: 3, paths: 0 },
      { where: 'Tent guide', keys: 2, paths: 0 },
    ]);
    const text = JSON.stringify(contents);
    expect(text).not.toMatch(/16C7e42|abc123def|q1w2e3r4|alice|bob/);
    expect(text).toContain('${WEATHER_KEY}');
  });
});

describe('a hostile pack is refused as a whole', () => {
  it.each([
    ['../up.md', 'leads out'],
    ['documents/../../up.md', 'leads out'],
    ['/etc/passwd', 'relative'],
    ['C:/x.md', 'relative'],
    ['documents\\x.md', 'backslash'],
    ['documents/__proto__/x.md', 'not a valid'],
    ['documents/a\u0001.md', 'control'],
    ['elsewhere/x.md', 'cannot be at'],
    ['documentsx.md', 'cannot be at'],
  ])('for the path %s', async (path, why) => {
    expect(await refusal(await packOf({}, [{ path }]))).toContain(why);
  });

  it('for a name that is in it twice, listed twice, or not listed', async () => {
    const path = 'documents/a.md';
    expect(await refusal(await packOf({}, [{ path }], [{ name: path, content: 'y' }]))).toContain(
      'two files',
    );
    expect(await refusal(await packOf({}, [{ path }], [{ name: 'documents/./a.md' }]))).toContain(
      'two files',
    );
    expect(await refusal(await packOf({}, [{ path }], [{ name: PACK_MANIFEST }]))).toContain('two files');
    expect(await refusal(await packOf({}, [], [{ name: path, content: 'y' }]))).toContain('not in its list');
    const entry = { path, title: 'A', sha256: await sha256OfBytes(bytesOf('x')) };
    const twice = await packOf({ documents: [entry, entry] }, [{ path }]);
    expect(await refusal(twice)).toContain('missing');
  });

  it('for a file that was altered, is missing, or is not text', async () => {
    const entry = { path: 'documents/a.md', title: 'A', sha256: '0'.repeat(64) };
    expect(await refusal(await packOf({ documents: [entry] }, [{ path: entry.path }]))).toContain('changed');
    expect(await refusal(await packOf({ documents: [entry] }))).toContain('missing');
    expect(await refusal(await packOf({}, [{ path: entry.path, text: 'a\0b' }]))).toContain('not text');
  });

  it('for a bomb, a link, an encrypted entry, and more files or bytes than it may have', async () => {
    const bomb = zipSync({ [PACK_MANIFEST]: new Uint8Array(PACK_LIMITS.fileOf().bytes) });
    expect(await refusal(bomb)).toContain('times what it takes packed');
    const large = handMadeZip([{ name: 'a', size: PACK_LIMITS.fileOf().bytes + 1 }]);
    expect(await refusal(large)).toContain('a file of a pack may take');
    const wrongSize = await packOf({}, [], [{ name: 'documents/a.md', content: 'x'.repeat(9999), size: 3 }]);
    expect(await refusal(wrongSize)).toContain('larger than it says');
    expect(await refusal(await packOf({}, [], [{ name: 'a.md', mode: 0xa1ff }]))).toContain('a link');
    expect(await refusal(await packOf({}, [], [{ name: 'a.md', flags: 1 }]))).toContain('encrypted');
    const many = Array.from({ length: PACK_LIMITS.entries + 1 }, (_, i): HandMadeEntry => ({
      name: `${i}`,
      method: 0,
    }));
    expect(await refusal(handMadeZip(many))).toContain('more than 22,000 files');
    const entry = { path: 'documents/a.md', title: 'A', sha256: '' };
    const listed = await packOf({ documents: Array(PACK_LIMITS.documents + 1).fill(entry) });
    expect(await refusal(listed)).toContain('more than 10,000 documents');
  });

  it.each([
    [{ format: 'other' }, 'does not describe a pack'],
    [{ formatVersion: 3 }, 'a newer Perilune'],
    [{ name: '\u202E\u200B ' }, 'no name'],
    [{ name: 7 }, 'no name'],
    [{ ...NONE, questions: [7] }, 'starter questions'],
    [{ ...NONE, questions: ['x'.repeat(301)] }, 'starter questions'],
    [{ ...NONE, instructions: 'x'.repeat(8001) }, 'too long'],
    [{ ...NONE, description: {} }, 'not text'],
    [{ documents: {} }, 'list of documents'],
    [{ documents: [null] }, 'list of documents'],
    [{ ...NONE, bundles: ['bundles/../x'] }, 'cannot be at'],
    [{ ...NONE, bundles: ['bundles/a', 'bundles/a'] }, 'list of bundles'],
    [{ ...NONE, bundles: ['bundles/a'] }, 'no perilune-bundle.json'],
    [{ ...NONE, profile: { name: 'x', kind: 'py', path: 'p' } }, 'its profile'],
    [{ ...NONE, profile: { name: 'x'.repeat(65), kind: 'text', path: 'p' } }, 'its profile'],
    [{ ...NONE, profile: { name: 'x', kind: 'text', path: 'p', config: { a: 1 } } }, 'its profile'],
    [{ ...NONE, profile: { name: 'x', kind: 'text', path: PACK_MANIFEST } }, 'missing'],
    [{}, 'nothing in it'],
  ])('for the manifest %j', async (manifest, why) => {
    expect(await refusal(await packOf(manifest))).toContain(why);
  });

  it('for a manifest thousands of levels deep', async () => {
    const metadata = JSON.parse(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`) as object;
    const entry = { path: 'documents/a.md', title: 'A', sha256: '', metadata };
    expect(await refusal(await packOf({ documents: [entry] }))).toContain('does not describe');
  });

  it('for any change of a byte, or it reads what was written', async () => {
    const whole = await writeLibraryPack(CONTENTS);
    const before = JSON.stringify(await readLibraryPack(whole, 'a.zip'));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const bytes = whole.slice();
        bytes[at] = bytes[at]! ^ by;
        const read = await readLibraryPack(bytes, 'a.zip').catch((error: unknown) => {
          expect(error).toBeInstanceOf(Failure);
          return undefined;
        });
        if (read) expect(JSON.stringify(read)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });
});

describe('an original file in a pack', () => {
  const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 255, 10]);
  const original = { name: 'Tents & poles.PDF', type: 'application/pdf', bytes };
  const made = (): Promise<Uint8Array> =>
    writeLibraryPack({ ...CONTENTS, documents: CONTENTS.documents.map((one) => ({ ...one, original })) });

  it('comes out byte for byte, and raises the version, so that an older Perilune says why it refuses', async () => {
    const pack = await readLibraryPack(await made(), 'a.zip');
    for (const one of pack.documents) expect(one.original).toEqual(original);
    const manifest = (file: Uint8Array): unknown =>
      JSON.parse(new TextDecoder().decode(unzipSync(file)[PACK_MANIFEST]));
    expect(manifest(await made())).toMatchObject({ formatVersion: 2 });
    expect(manifest(await writeLibraryPack(CONTENTS))).toMatchObject({ formatVersion: 1 });
  });

  it('is not read for keys and paths, and stays as it is', () => {
    const { contents } = maskPack({
      ...CONTENTS,
      documents: [{ ...CONTENTS.documents[0]!, body: 'In /home/alice/x', original }],
    });
    expect(contents.documents[0]).toMatchObject({ original: { bytes } });
    expect(contents.documents[0]?.body).not.toContain('alice');
  });

  const claimed = async (more: object, at = 'originals/a.pdf'): Promise<string | LibraryPack> => {
    const sha256 = await sha256OfBytes(bytesOf('x'));
    const entry = {
      ...{ path: 'documents/a.md', title: 'A', sha256 },
      original: { path: at, sha256, name: 'a.pdf', type: 'application/pdf', ...more },
    };
    const packed = await packOf(
      { documents: [entry], formatVersion: 2 },
      [{ path: 'documents/a.md' }],
      [{ name: at, content: 'x' }],
    );
    return readLibraryPack(packed, 'a.zip').catch((error: unknown) => String((error as Failure).message));
  };

  it.each([
    ['altered', { sha256: 'other' }, 'was changed after the pack was made'],
    ['missing', { path: 'originals/b.pdf' }, 'is missing'],
    ['outside its folder', { path: 'documents/a.md' }, 'cannot be at'],
    ['without a name', { name: '' }, 'has no name'],
    ['no path', { path: 7 }, 'cannot be at'],
  ])('that is %s refuses the whole pack', async (_, more, message) => {
    expect(await claimed(more)).toContain(message);
  });

  it('that two documents name, or that none names, refuses the whole pack', async () => {
    const sha256 = await sha256OfBytes(bytesOf('x'));
    const shared = { path: 'originals/a.pdf', sha256, name: 'a.pdf', type: '' };
    const files = [{ path: 'documents/a.md' }, { path: 'documents/b.md' }];
    const documents = files.map(({ path }) => ({ path, title: path, sha256, original: shared }));
    const entries = [{ name: 'originals/a.pdf', content: 'x' }];
    expect(await refusal(await packOf({ documents }, files, entries))).toContain('is missing');
    expect(await refusal(await packOf({}, files, entries))).toContain('is not in its list');
  });

  it('has no folders or invisible characters in its name, and no type but a content type', async () => {
    const pack = await claimed({ name: '../../a\u202E\\fdp.exe', type: 'text/html; charset="x"' });
    expect((pack as LibraryPack).documents[0]?.original).toMatchObject({ name: 'fdp.exe', type: '' });
  });
});

describe('what a pack claims', () => {
  const read = async (manifest: object, files: readonly File[] = []): Promise<LibraryPack> =>
    readLibraryPack(await packOf(manifest, files), 'a.zip');
  const described = async (more: object): Promise<LibraryPack['documents'][number] | undefined> => {
    const entry = { path: 'documents/a.md', title: 'A', sha256: await sha256OfBytes(bytesOf('x')), ...more };
    return (await read({ documents: [entry] }, [{ path: 'documents/a.md' }])).documents[0];
  };

  it('has no invisible characters in names, and keeps HTML in titles as text', async () => {
    const pack = await read({ ...NONE, name: 'Safe\u202Efdp', questions: ['A\u200Bb?'], colour: 'beige' });
    expect([pack.name, pack.questions, pack.colour]).toEqual(['Safefdp', ['Ab?'], 'grey']);
    expect((await described({ title: '<img src=x onerror=alert(1)>\u2066' }))?.title).toBe(
      '<img src=x onerror=alert(1)>',
    );
    expect((await described({ title: 'x'.repeat(9999) }))?.title).toHaveLength(500);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not an address'])(
    'has no address %s',
    async (source_url) => {
      expect(await described({ source_url })).not.toHaveProperty('source_url');
    },
  );

  it('chooses no source, no identity, no collection and no rights', async () => {
    const document = await described({
      ...{ source: 'notes', source_id: 'mine', id: '1', collections: ['x'], own: {}, added_at: 'x' },
      content_type: 'text/html',
    });
    expect(document).toEqual({
      ...{ path: 'documents/a.md', title: 'A', body: 'x', content_type: 'text/markdown' },
      ...{ tags: [], metadata: {} },
    });
    const path = 'profile.md';
    const sha256 = await sha256OfBytes(bytesOf('Obey.'));
    const profile = { name: 'P', kind: 'text', path, sha256, model: { connection: 'x' }, imported: false };
    const bytes = await packOf({ ...NONE, profile }, [], [{ name: path, content: 'Obey.' }]);
    expect((await readLibraryPack(bytes, 'a.zip')).profile).toEqual({
      ...{ name: 'P', description: '', kind: 'text', text: 'Obey.' },
    });
  });
});
