// What every storage of sync does, as tests.
import { expect, it } from 'vitest';
import type { SyncStore } from './store.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** @param open returns the store, which has a folder `devices` */
export function itStoresFiles(open: () => SyncStore): void {
  it('creates a file once, replaces it, and reads it up to a limit', async () => {
    const store = open();
    expect(await store.read('devices/a', 1000)).toBeUndefined();
    expect(await store.create('devices/a', bytes('one'))).toBe(true);
    expect(await store.create('devices/a', bytes('two'))).toBe(false);
    expect(await store.read('devices/a', 1000)).toEqual(bytes('one'));
    await store.replace('devices/a', bytes('three'));
    expect(new TextDecoder().decode(await store.read('devices/a', 1000))).toBe('three');
    await expect(store.read('devices/a', 3)).rejects.toThrow('more than 3 bytes');
    await store.remove('devices/a');
    expect(await store.read('devices/a', 1000)).toBeUndefined();
    await store.remove('devices/a');
  });

  it('lists a folder and the root, with a tag that changes with the content', async () => {
    const store = open();
    await store.replace('devices/b', bytes('one'));
    const before = await store.list('devices');
    await store.replace('devices/b', bytes('longer than before'));
    const after = await store.list('devices');
    const tag = (list: typeof before) => list.find(({ name }) => name === 'b')?.tag;
    expect(tag(before)).toBeDefined();
    expect(tag(after)).not.toBe(tag(before));
    expect(await store.list('nothing-there')).toEqual([]);
    await store.replace('header', bytes('h'));
    const names = (await store.list('')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['devices', 'header']));
  });
}
