// The WebDAV storage against a real server, and its sentences for each refusal.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryDevice } from '../engine/memory-device.test-support.ts';
import { hasApache, startApache, type Apache } from './apache.test-support.ts';
import { itStoresFiles } from './store-contract.test-support.ts';
import { testWebDav, WebDavStore, type WebDavAddress } from './webdav.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe.skipIf(!hasApache)('Apache with mod_dav (needs apache2)', () => {
  let apache: Apache;
  let address: WebDavAddress;
  let store: WebDavStore;

  beforeAll(async () => {
    apache = await startApache();
    address = { url: `${apache.url}sync`, user: 'me', password: 'moon' };
    store = new WebDavStore(address, { fetch });
    await store.prepare(['devices']);
  });
  afterAll(() => apache.stop());

  itStoresFiles(() => store);

  it('makes a missing folder while writing', async () => {
    expect(await store.create('log/x', bytes('x'))).toBe(true);
  });

  it('names a wrong password, and a folder whose parent is missing', async () => {
    const wrong = new WebDavStore({ ...address, password: 'sun' }, { fetch });
    await expect(wrong.list('')).rejects.toThrow('refused the user name or password');
    const deep = new WebDavStore({ ...address, url: `${apache.url}no/such/folder` }, { fetch });
    await expect(deep.prepare([])).rejects.toThrow('The folder above this address does not exist');
  });

  it('passes the test', async () => {
    expect(await testWebDav(address, { fetch })).toEqual(address);
  });

  it('syncs two devices, and repairs a file cut short', async () => {
    const own = new WebDavStore({ ...address, url: `${apache.url}two` }, { fetch });
    const a = new MemoryDevice('Laptop', own, Date.now);
    const b = new MemoryDevice('Phone', own, Date.now);
    await a.join();
    await b.join();
    a.set('note/1', 'x'.repeat(200_000));
    await a.sync();
    const { device } = (await a.replica()).state;
    writeFileSync(join(apache.folder, 'two', 'log', `${device}-00000002`), 'half of an ent');
    a.set('note/2', 'after the cut');
    await a.sync();
    await b.sync();
    expect(b.records.seen()).toEqual(a.records.seen());
    await expect(new MemoryDevice('Other', own, Date.now, 'not the passphrase').join()).rejects.toThrow(
      'The passphrase is wrong',
    );
  });
});

describe('a server that refuses', () => {
  const address = { url: 'https://dav.example/me/', user: '', password: '' };
  const answering = (...statuses: number[]) => {
    const waits: number[] = [];
    let asked = 0;
    const fetch = async () => {
      const status = statuses[Math.min(asked, statuses.length - 1)]!;
      asked += 1;
      return new Response(null, { status, headers: { 'Retry-After': '2' } });
    };
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    return { store: new WebDavStore(address, { fetch, wait }), waits, asked: () => asked };
  };

  it.each([
    [401, 'user name or password'],
    [403, 'does not let this user write'],
    [409, 'does not exist'],
    [423, 'locked'],
    [429, 'limiting requests'],
    [503, 'busy'],
    [507, 'The storage is full'],
    [500, 'returned an error'],
  ])('is named: %i', async (status, sentence) => {
    await expect(answering(status).store.replace('log/x', bytes('x'))).rejects.toThrow(sentence);
  });

  it('is asked again after the time it names', async () => {
    const { store, waits, asked } = answering(429, 503, 201);
    await store.replace('log/x', bytes('x'));
    expect([asked(), waits]).toEqual([3, [2000, 2000]]);
  });

  it('cannot be reached', async () => {
    const store = new WebDavStore(address, { fetch: () => Promise.reject(new TypeError('failed')) });
    await expect(store.read('header', 1000)).rejects.toThrow('https://dav.example could not be reached');
  });

  it('overwrites in spite of the condition: then each new file is looked for first', async () => {
    const files = new Map<string, Uint8Array>();
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const url = String(input as string);
      if (init?.method === 'PROPFIND') return new Response('<multistatus/>', { status: 207 });
      if (init?.method === 'PUT') files.set(url, init.body as Uint8Array);
      if (init?.method === 'GET' || init?.method === 'HEAD') {
        const found = files.get(url);
        return found ? new Response(found as Uint8Array<ArrayBuffer>) : new Response(null, { status: 404 });
      }
      return new Response(null, { status: 201 });
    };
    const tested = await testWebDav(address, { fetch });
    expect(tested.looksFirst).toBe(true);
    const store = new WebDavStore(tested, { fetch });
    expect(await store.create('log/1', bytes('one'))).toBe(true);
    expect(await store.create('log/1', bytes('two'))).toBe(false);
    expect(await store.read('log/1', 1000)).toEqual(bytes('one'));
  });

  it.each([
    'cloud.example',
    'ftp://cloud.example/',
    'https://me:pw@cloud.example/',
    'https://x.example/?a=1',
  ])('is not an address of a folder: %s', (url) => {
    expect(() => new WebDavStore({ ...address, url }, { fetch })).toThrow('Enter the address of a folder');
  });
});

it('sends no password over http, except in the own network', async () => {
  const address = { url: '', user: 'me', password: 'moon' };
  const asked: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    asked.push(String(input as string));
    return new Response(null, { status: 404 });
  };
  for (const url of ['http://cloud.example/', 'http://1.2.3.4/dav']) {
    await expect(testWebDav({ ...address, url }, { fetch })).rejects.toThrow('begins with https');
  }
  expect(asked).toEqual([]);
  for (const url of ['http://localhost:8080/', 'http://192.168.0.9/dav', 'http://nas.local/'])
    expect(await new WebDavStore({ ...address, url }, { fetch }).read('header', 1000)).toBeUndefined();
  expect(asked).toHaveLength(3);
});
