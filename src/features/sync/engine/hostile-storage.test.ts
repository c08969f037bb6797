// A storage that lies: what it swaps, repeats, withholds, takes back or cuts is noticed and named, and nothing of this
// device is lost.
import { beforeEach, describe, expect, it } from 'vitest';
import { devicePath, entryPath, HEADER } from '../log/files.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { MemoryDevice } from './memory-device.test-support.ts';

let store: MemoryStore;
let a: MemoryDevice;
let b: MemoryDevice;
let idOfA: string;
let time = Date.UTC(2026, 0, 1);

const read = (path: string) => store.files.get(path)!;
const entryOfA = (seq: number) => entryPath(idOfA, seq);

beforeEach(async () => {
  store = new MemoryStore();
  a = new MemoryDevice('Laptop', store, () => (time += 1));
  b = new MemoryDevice('Phone', store, () => (time += 1));
  await a.join();
  idOfA = (await a.replica()).state.device;
  for (const number of [1, 2, 3]) {
    a.set(`note/${number}`, `text ${number}`);
    await a.sync();
  }
  await b.join();
});

async function problemsOfB() {
  return (await b.sync()).problems;
}

describe('a storage that', () => {
  it('cuts an entry is noticed; what came before is taken, and the rest when it is whole again', async () => {
    const whole = read(entryOfA(2));
    store.tamper(entryOfA(2), whole.slice(0, whole.length - 20));
    expect(await problemsOfB()).toEqual([{ kind: 'damaged', device: 'Laptop', seq: 2 }]);
    expect(b.records.seen()).toEqual({ 'note/1': 'text 1' });
    store.tamper(entryOfA(2), whole);
    expect(await problemsOfB()).toEqual([]);
    expect(Object.keys(b.records.seen())).toHaveLength(3);
  });

  it('changes a byte is noticed', async () => {
    const changed = read(entryOfA(3)).slice();
    changed[changed.length - 1]! ^= 1;
    store.tamper(entryOfA(3), changed);
    expect(await problemsOfB()).toEqual([{ kind: 'damaged', device: 'Laptop', seq: 3 }]);
  });

  it('swaps two entries is noticed', async () => {
    const [one, two] = [read(entryOfA(1)), read(entryOfA(2))];
    store.tamper(entryOfA(1), two);
    store.tamper(entryOfA(2), one);
    expect(await problemsOfB()).toEqual([{ kind: 'damaged', device: 'Laptop', seq: 1 }]);
    expect(b.records.seen()).toEqual({});
  });

  it('repeats an entry under a later number is noticed', async () => {
    await b.sync();
    store.tamper(entryOfA(4), read(entryOfA(3)));
    a.set('note/4', 'text 4');
    // Its own entry in this place is unreadable as one: it is written again.
    await a.sync();
    expect(await problemsOfB()).toEqual([]);
    expect(b.records.seen()['note/4']).toBe('text 4');
  });

  it('has an entry of a later version is not overwritten by an older copy of its device', async () => {
    const { sealed } = await a.replica();
    const content = { format: 2, workspace: sealed.workspace.id, path: entryOfA(4) };
    const newer = await sealed.sealBytes(new TextEncoder().encode(JSON.stringify(content)));
    store.tamper(entryOfA(4), newer);
    a.set('note/4', 'text 4');
    await a.sync();
    expect(read(entryOfA(4))).toEqual(newer);
    await b.sync();
    expect(b.records.seen()['note/4']).toBe('text 4');
  });

  it('withholds an entry is noticed', async () => {
    store.tamper(entryOfA(2), undefined);
    expect(await problemsOfB()).toEqual([{ kind: 'missing', device: 'Laptop', seq: 2 }]);
  });

  it('shows an older state is noticed by every device that has seen a later one', async () => {
    const old = new Map(store.files);
    a.set('note/4', 'text 4');
    await a.sync();
    await b.sync();
    for (const path of [...store.files.keys()]) store.tamper(path, old.get(path));
    expect((await b.sync()).problems).toContainEqual({ kind: 'older', device: 'Laptop' });
    expect((await a.sync()).problems).toContainEqual({ kind: 'older', device: 'Laptop' });
    expect(b.records.seen()['note/4']).toBe('text 4');
  });

  it('withholds entries from one device is noticed when another device has read them', async () => {
    const c = new MemoryDevice('Tablet', store, () => (time += 1));
    await c.join();
    await b.sync();
    const shown = read(devicePath(idOfA));
    a.set('note/4', 'text 4');
    await a.sync();
    const hidden = read(entryOfA(4));
    await b.sync();
    b.set('note/5', 'after 4');
    await b.sync();
    store.tamper(devicePath(idOfA), shown);
    store.tamper(entryOfA(4), undefined);
    const report = await c.sync();
    expect(report.problems).toEqual([{ kind: 'missing', device: 'Laptop', seq: 4 }]);
    expect(c.records.seen()['note/5']).toBeUndefined();
    store.tamper(entryOfA(4), hidden);
    expect((await c.sync()).problems).toEqual([]);
    expect(c.records.seen()['note/5']).toBe('after 4');
  });

  it('has lost entries for good blocks only these: a person can continue without them', async () => {
    const c = new MemoryDevice('Tablet', store, () => (time += 1));
    await c.join();
    await b.sync();
    b.set('note/5', 'after 3');
    await b.sync();
    for (const seq of [2, 3]) store.tamper(entryOfA(seq), undefined);
    await c.sync();
    expect(c.records.seen()).toEqual({ 'note/1': 'text 1' });
    await c.sync({ skipMissing: true });
    expect(c.records.seen()).toEqual({ 'note/1': 'text 1', 'note/5': 'after 3' });
  });

  it('puts a file of another workspace in place is noticed', async () => {
    const other = new MemoryStore();
    const stranger = new MemoryDevice('Stranger', other, () => time);
    await stranger.join();
    stranger.set('note/1', 'planted');
    await stranger.sync();
    const planted = [...other.files].find(([path]) => path.startsWith('log/'))![1];
    store.tamper(entryOfA(1), planted);
    expect(await problemsOfB()).toEqual([{ kind: 'damaged', device: 'Laptop', seq: 1 }]);
    expect(b.records.seen()).toEqual({});
  });

  it('swaps two blobs is noticed', async () => {
    a.set('note/big', 'x'.repeat(100_000));
    a.set('note/bigger', 'y'.repeat(100_000));
    await a.sync();
    const [one, two] = [...store.files.keys()].filter((path) => path.startsWith('blobs/'));
    const first = read(one!);
    store.tamper(one!, read(two!));
    store.tamper(two!, first);
    expect((await problemsOfB()).map(({ kind }) => kind)).toEqual(['damaged']);
    expect(b.records.seen()['note/big']).toBeUndefined();
  });

  it('offers a damaged snapshot is read without it', async () => {
    a.set('note/4', 'text 4');
    await a.sync({ snapshotEvery: 1 });
    const snapshot = [...store.files.keys()].find((path) => path.startsWith('snapshots/'))!;
    store.tamper(snapshot, read(snapshot).slice(0, 300));
    expect(await problemsOfB()).toEqual([]);
    expect(Object.keys(b.records.seen())).toHaveLength(4);
  });

  it('gives files that are far too large is noticed, and they are not read', async () => {
    const large = new Uint8Array(17 * 1024 * 1024);
    store.tamper(entryOfA(2), large);
    store.tamper(devicePath('0123456789abcdef'), new Uint8Array(70 * 1024));
    store.counts.received = 0;
    const problems = await problemsOfB();
    expect(problems).toContainEqual({ kind: 'damaged', device: 'Laptop', seq: 2 });
    expect(problems).toContainEqual({ kind: 'damaged', device: '0123456789abcdef' });
    expect(store.counts.received).toBeLessThan(100_000);
    store.tamper(HEADER, large);
    await expect(b.sync()).rejects.toThrow('The key file in the storage is damaged');
  });

  it('makes up devices without end is refused', async () => {
    for (let made = 0; made < 1001; made += 1) {
      store.tamper(devicePath(made.toString(16).padStart(16, '0')), new Uint8Array(1));
    }
    store.counts.requests = 0;
    await expect(b.sync()).rejects.toThrow('far more devices than you have');
    expect(store.counts.requests).toBeLessThan(5);
  });

  it('has lost everything stops the sync, and changes nothing here', async () => {
    for (const path of [...store.files.keys()]) store.tamper(path, undefined);
    await expect(a.sync()).rejects.toThrow('Everything is still on this device');
    expect(Object.keys(a.records.seen())).toHaveLength(3);
  });

  it('keeps half of an interrupted file gets the whole one later', async () => {
    a.set('note/4', 'text 4');
    store.after = (what, path) => {
      if (what !== 'create') return;
      store.tamper(path, read(path).slice(0, 50));
      throw new Error('connection lost');
    };
    await expect(a.sync()).rejects.toThrow('connection lost');
    store.after = () => undefined;
    await a.sync();
    await b.sync();
    expect(b.records.seen()['note/4']).toBe('text 4');
  });
});
