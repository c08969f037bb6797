// Links to shared files: what a link may contain, and files that a server or someone else replaced.
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toBase64Url } from '../../base/base64-url.ts';
import { newIdentity, recipientOf, seal } from '../../storage/age-files.ts';
import { sha256OfBytes } from '../../tools/formats/import-limits.ts';
import { PACK_LIMITS } from '../../tools/formats/library-pack.ts';
import { fetchShared } from './fetch-file.ts';
import { linkOf, readCode, type SharedFile } from './link.ts';
import { LARGEST, openFile, sealFile } from './sealed-file.ts';

const bytes = new TextEncoder().encode('The perigean spring tide is the highest.');
const KEY = 'AGE-SECRET-KEY-1QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L';
const HASH = 'a'.repeat(64);
const FILE: SharedFile = { url: 'https://files.example/a/tides.age', key: KEY, hash: HASH };
const codeOf = (...values: unknown[]): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify(values)));

describe('a link', () => {
  it('holds the address, the key and the digest in its fragment', () => {
    const link = linkOf(FILE, 'https://perilune.example/');
    expect(link).toMatch(/^https:\/\/perilune\.example\/#\/library\?open=[\w-]+$/);
    expect(readCode(link.split('open=')[1]!)).toEqual(FILE);
  });

  it.each([
    ['is cut', linkOf(FILE, '').split('open=')[1]!.slice(0, -5)],
    ['is no code', 'moon & tide'],
    ['is empty', ''],
    ['leads to http', codeOf(1, 'http://files.example/a', KEY, HASH)],
    ['hides the host behind a user name', codeOf(1, 'https://cloud.example@files.example/a', KEY, HASH)],
    ['leads into this page', codeOf(1, 'javascript:alert(1)', KEY, HASH)],
    ['is without a digest', codeOf(1, FILE.url, KEY)],
    ['has another key', codeOf(1, FILE.url, 'moon', HASH)],
    ['has no list', toBase64Url(new TextEncoder().encode('{"url":"https://files.example"}'))],
    ['is far too long', codeOf(1, `https://files.example/${'a'.repeat(5000)}`, KEY, HASH)],
  ])('that %s opens nothing', (_, code) => {
    expect(readCode(code)).toBeUndefined();
  });

  it('of a later version says so', () => {
    expect(readCode(codeOf(2, { new: true }))).toBe('newer');
  });
});

describe('a shared file', () => {
  it('arrives with its name, and its storage reads nothing', async () => {
    const { bytes: sealed, ...link } = await sealFile({ name: 'Tides.pack.zip', bytes });
    expect(Buffer.from(sealed).toString('latin1')).not.toMatch(/perigean|Tides/);
    const file = await openFile(sealed, link);
    expect(file.name).toBe('Tides.pack.zip');
    expect(await file.text()).toBe('The perigean spring tide is the highest.');
  });

  it('has a key of its own each time', async () => {
    const [one, two] = [await sealFile({ name: 'a', bytes }), await sealFile({ name: 'a', bytes })];
    expect(one.key).not.toBe(two.key);
  });

  it('has no folders and no hidden characters in its name', async () => {
    const { bytes: sealed, ...link } = await sealFile({ name: '../..\\evil\u202E/gnp.zip', bytes });
    expect((await openFile(sealed, link)).name).toBe('gnp.zip');
  });

  it('is refused when one byte differs, or it is another one', async () => {
    const { bytes: sealed, ...link } = await sealFile({ name: 'a', bytes });
    const { bytes: other } = await sealFile({ name: 'a', bytes });
    const changed = sealed.slice();
    changed[changed.length - 1]! ^= 1;
    for (const one of [changed, other, sealed.slice(0, -1), new Uint8Array()]) {
      await expect(openFile(one, link)).rejects.toMatchObject({ code: 'denied' });
    }
  });

  const sealedAs = async (text: string | Uint8Array<ArrayBuffer>) => {
    const key = await newIdentity();
    const plain = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const sealed = await seal(plain, [await recipientOf(key)]);
    return { sealed, key, hash: await sha256OfBytes(sealed) };
  };

  it.each([
    ['no first line', 'moon'],
    ['a first line that is no JSON', 'moon\ntide'],
    ['no name', '{"format":1}\ntide'],
    ['a first line without end', `{"format":1,"name":"${'a'.repeat(5000)}"}\ntide`],
  ])('is refused with %s', async (_, text) => {
    const { sealed, ...link } = await sealedAs(text);
    await expect(openFile(sealed, link)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is refused with another key, or as no encrypted file at all', async () => {
    const { sealed, hash } = await sealedAs('{"format":1,"name":"a"}\ntide');
    await expect(openFile(sealed, { key: await newIdentity(), hash })).rejects.toMatchObject({
      code: 'bad_request',
    });
    const page = new TextEncoder().encode('<!doctype html><title>Sign in</title>');
    await expect(
      openFile(page, { key: await newIdentity(), hash: await sha256OfBytes(page) }),
    ).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('of a later format says so', async () => {
    const { sealed, ...link } = await sealedAs('{"format":2,"name":"a"}\ntide');
    await expect(openFile(sealed, link)).rejects.toThrow('A newer version of Perilune made this link');
  });

  it('that unpacks to far more than it may is not unpacked to its end', async () => {
    const head = new TextEncoder().encode('{"format":1,"name":"a"}\n');
    const bomb = new Uint8Array(1024 * 1024);
    bomb.set(head);
    const { sealed, ...link } = await sealedAs(bomb);
    expect(sealed.length).toBeLessThan(8 * 1024);
    await expect(openFile(sealed, link, 64 * 1024)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('that is too large is not made', async () => {
    const large = new Uint8Array(PACK_LIMITS.total + 1);
    await expect(sealFile({ name: 'a', bytes: large })).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('a server', () => {
  let server: Server;
  let status = 200;
  let seen: Record<string, unknown> = {};

  beforeEach(async () => {
    server = createServer((request, response) => {
      seen = request.headers;
      response.writeHead(status);
      if (status !== 200) return void response.end('no');
      if (request.url !== '/endless') return void response.end(bytes);
      const piece = Buffer.alloc(4 * 1024 * 1024);
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', more);
      };
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    status = 200;
    server.closeAllConnections();
    server.close();
  });
  const url = (path = '/file'): string => {
    const { port } = server.address() as { port: number };
    return `http://127.0.0.1:${port}${path}`;
  };

  it('gets no credentials', async () => {
    expect(await fetchShared({ url: url() })).toEqual(new Uint8Array(bytes));
    expect(seen).not.toHaveProperty('authorization');
    expect(seen).not.toHaveProperty('cookie');
    expect(seen).not.toHaveProperty('referer');
  });

  it.each([
    [401, 'denied', 'refuses access to the file'],
    [403, 'denied', 'refuses access to the file'],
    [404, 'not_found', 'has no file at this address'],
    [410, 'not_found', 'has no file at this address'],
    [500, 'unavailable', 'answered with an error'],
  ])('that answers %d is named in a sentence', async (given, code, sentence) => {
    status = given;
    await expect(fetchShared({ url: url() })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(sentence),
      details: { status: given },
    });
  });

  it('that is gone is named in a sentence', async () => {
    const gone = url();
    await new Promise((resolve) => server.close(resolve));
    await expect(fetchShared({ url: gone })).rejects.toThrow('could not be reached');
  });

  it('that sends without end is read up to a limit', async () => {
    expect(LARGEST).toBeGreaterThan(PACK_LIMITS.total);
    await expect(fetchShared({ url: url('/endless') }, 8 * 1024 * 1024)).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});
