// New keys: a removed device reads nothing that comes after, and can plant nothing. The attacks are those of a device that
// knows all older keys and can still write to the storage.
import { beforeEach, describe, expect, it } from 'vitest';
import { devicePath, entryPath, HEADER, makeHeader, Sealed, snapshotPath } from '../log/files.ts';
import { sealWithPassphrase } from '../log/passphrase-seal.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { MemoryDevice } from './memory-device.test-support.ts';

const OLD = 'a long passphrase';
const NEW = 'another long passphrase';
let store: MemoryStore;
let a: MemoryDevice;
let b: MemoryDevice;
let c: MemoryDevice;
let ids: { a: string; b: string; c: string };
let time = Date.UTC(2026, 0, 1);

const device = (name: string, passphrase = OLD) =>
  new MemoryDevice(name, store, () => (time += 1), passphrase);
const idOf = async (one: MemoryDevice) => (await one.replica()).state.device;
const sealedOf = async (one: MemoryDevice) => (await one.replica()).sealed;

beforeEach(async () => {
  store = new MemoryStore();
  [a, b, c] = ['Laptop', 'Phone', 'Lost tablet'].map((name) => device(name)) as [
    MemoryDevice,
    MemoryDevice,
    MemoryDevice,
  ];
  for (const one of [a, b, c]) await one.join();
  a.set('note/1', 'before');
  for (let round = 0; round < 2; round += 1) {
    for (const [index, one] of [a, b, c].entries()) {
      one.set(`note/${round}${index}`, `of ${one.name}`);
      await one.sync();
    }
  }
  await a.sync();
  ids = { a: await idOf(a), b: await idOf(b), c: await idOf(c) };
});

/** The keys that the removed device has. */
let stolen: Sealed;
async function removeC(): Promise<void> {
  stolen = await sealedOf(c);
  await a.changeKeys(NEW, [ids.c]);
}

describe('a device that is removed', () => {
  beforeEach(removeC);

  it('reads nothing that comes after', async () => {
    const before = new Set(store.files.keys());
    a.set('note/after', 'x'.repeat(100_000));
    await a.sync();
    await b.acceptKeys(NEW);
    b.set('note/after-too', 'y');
    await b.sync();
    const later = [...store.files].filter(([path]) => !before.has(path) || path === devicePath(ids.a));
    expect(later.map(([path]) => path.split('/')[0])).toEqual(
      expect.arrayContaining(['devices', 'log', 'blobs']),
    );
    for (const [path, bytes] of later) await expect(stolen.open(path, bytes)).rejects.toThrow();
    await expect(c.sync()).rejects.toThrow('The passphrase was changed on another device');
    await expect(device('Tablet again').join()).rejects.toThrow('The passphrase is wrong');
    await expect(c.acceptKeys(OLD)).rejects.toThrow('This is the old passphrase');
  });

  it('is no longer among the devices; the others continue with the new passphrase', async () => {
    a.set('note/after', 'after');
    await a.sync();
    b.set('note/waiting', 'made before the new passphrase is entered');
    await expect(b.sync()).rejects.toThrow('Enter the new one');
    await expect(b.acceptKeys('not the new passphrase')).rejects.toThrow('The passphrase is wrong');
    await b.acceptKeys(NEW);
    expect((await b.sync()).problems).toEqual([]);
    const { devices, problems } = await a.sync();
    expect(problems).toEqual([]);
    expect(devices).toEqual([{ id: ids.b, name: 'Phone', at: expect.any(Number) }]);
    expect(a.records.seen()).toEqual(b.records.seen());
    expect(a.records.seen()).toMatchObject({ 'note/after': 'after', 'note/12': 'of Lost tablet' });
  });

  it('can add nothing to its own log', async () => {
    const { state } = await c.replica();
    const seq = state.sent.seq + 1;
    const path = entryPath(ids.c, seq);
    await plant(stolen, path, { device: ids.c, seq, prev: state.sent.hash });
    store.tamper(
      devicePath(ids.c),
      await stolen.seal(devicePath(ids.c), {
        ...{ device: ids.c, name: 'Lost tablet', seq, hash: 'x', recipient: 'age1' },
      }),
    );
    await expectNothingPlanted();
  });

  it('can add nothing to the log of another device', async () => {
    const { state } = await b.replica();
    const seq = state.sent.seq + 1;
    await plant(stolen, entryPath(ids.b, seq), { device: ids.b, seq, prev: state.sent.hash });
    store.tamper(
      devicePath(ids.b),
      await stolen.seal(devicePath(ids.b), {
        ...{ device: ids.b, name: 'Phone', seq, hash: 'x', recipient: 'age1' },
      }),
    );
    await expectNothingPlanted();
    // The phone's own next entry stands there in the end.
    await b.acceptKeys(NEW);
    b.set('note/next', 'of the phone');
    await b.sync();
    await a.sync();
    expect(a.records.seen()['note/next']).toBe('of the phone');
    await expectNothingPlanted();
  });

  it('can start no new log', async () => {
    const made = '0123456789abcdef';
    await plant(stolen, entryPath(made, 1), { device: made, seq: 1, prev: '' });
    store.tamper(
      devicePath(made),
      await stolen.seal(devicePath(made), {
        ...{ device: made, name: 'Somebody', seq: 1, hash: 'x', recipient: 'age1' },
      }),
    );
    await expectNothingPlanted();
  });

  it('can give no snapshot to a new device', async () => {
    const marker = await (await sealedOf(a)).open(devicePath(ids.a), store.files.get(devicePath(ids.a))!);
    const path = snapshotPath(marker.content['snapshot'] as string);
    store.tamper(path, await stolen.seal(path, { reached: {}, cells: [] }));
    const fresh = device('New', NEW);
    await fresh.join();
    await fresh.sync();
    expect(fresh.records.seen()['note/1']).toBe('before');
    expect(fresh.records.seen()).toEqual(a.records.seen());
  });

  it('can put no key file of its own in place', async () => {
    const { workspace } = stolen;
    const own = { ...workspace, identities: [workspace.identities[0]!, ...workspace.identities], cuts: [{}] };
    store.tamper(HEADER, await makeHeader(own, OLD, 1));
    for (const one of [a, b]) {
      await expect(one.sync()).rejects.toThrow('someone has replaced the key file');
      await expect(one.acceptKeys(one.passphrase)).rejects.toThrow('This is the old passphrase');
    }
    await expect(b.acceptKeys(NEW)).rejects.toThrow('The passphrase is wrong');
  });

  it('comes back with the new passphrase, as a new device', async () => {
    await c.acceptKeys(NEW);
    expect(await idOf(c)).not.toBe(ids.c);
    c.set('note/back', 'again');
    await c.sync();
    await a.sync();
    expect(a.records.seen()['note/back']).toBe('again');
  });

  async function plant(keys: Sealed, path: string, entry: object): Promise<void> {
    const stamp = `${(time + 1e9).toString(16).padStart(12, '0')}-0000-${ids.c}`;
    const change = { key: 'note/planted', stamp, over: [], hash: 'f'.repeat(32), value: 'planted' };
    store.tamper(path, await keys.seal(path, { ...entry, seen: {}, changes: [change] }));
  }

  async function expectNothingPlanted(): Promise<void> {
    await a.sync();
    const fresh = device('New', NEW);
    await fresh.join();
    await fresh.sync();
    for (const one of [a, fresh]) {
      expect(one.records.seen()['note/planted']).toBeUndefined();
      expect((await one.replica()).cells.has('note/planted')).toBe(false);
    }
  }
});

it('entries sent while the keys changed are encrypted again', async () => {
  const old = store.files.get(HEADER)!;
  await a.changeKeys(NEW);
  const changed = store.files.get(HEADER)!;
  // The phone does not see the change yet.
  store.tamper(HEADER, old);
  b.set('note/race', 'at the same time');
  await b.sync();
  store.tamper(HEADER, changed);
  await a.sync();
  expect(a.records.seen()['note/race']).toBeUndefined();
  await b.acceptKeys(NEW);
  await b.sync();
  expect((await a.sync()).problems).toEqual([]);
  expect(a.records.seen()['note/race']).toBe('at the same time');
});

it('what only one device has read of a removed one becomes its own', async () => {
  const old = store.files.get(HEADER)!;
  await a.changeKeys(NEW, [ids.c]);
  const changed = store.files.get(HEADER)!;
  store.tamper(HEADER, old);
  c.set('note/last', 'last of the tablet');
  await c.sync();
  await b.sync();
  store.tamper(HEADER, changed);
  await b.acceptKeys(NEW);
  await b.sync();
  expect((await a.sync()).problems).toEqual([]);
  expect(a.records.seen()['note/last']).toBe('last of the tablet');
  expect(a.records.seen()).toEqual(b.records.seen());
});

it('an older key file is refused, and one that asks for a gigabyte of memory', async () => {
  const first = store.files.get(HEADER)!;
  await a.changeKeys(NEW);
  await b.acceptKeys(NEW);
  await b.sync();
  store.tamper(HEADER, first);
  for (const one of [a, b]) {
    await expect(one.sync()).rejects.toThrow('someone has replaced the key file');
    await expect(one.acceptKeys(OLD)).rejects.toThrow('older key file');
  }
  const sealed = await sealWithPassphrase(new TextEncoder().encode('{}'), OLD, 1);
  const text = new TextDecoder('latin1').decode(sealed).replace(/(-> scrypt \S+) 1\n/, '$1 20\n');
  const costly = Uint8Array.from(`perilune-sync 1\n${text}`, (letter) => letter.charCodeAt(0));
  store.tamper(HEADER, costly);
  await expect(device('New').join()).rejects.toThrow('The key file in the storage is damaged');
});

it('a stop after the key file was written is mended with the new passphrase', async () => {
  store.after = (what, path) => {
    if (what === 'replace' && path === HEADER) throw new Error('connection lost');
  };
  await expect(a.changeKeys(NEW)).rejects.toThrow('connection lost');
  store.after = () => undefined;
  a.kill();
  await expect(a.sync()).rejects.toThrow('Enter the new one');
  await a.acceptKeys(NEW);
  a.set('note/go', 'on');
  await a.sync();
  await b.acceptKeys(NEW);
  await b.sync();
  expect(b.records.seen()['note/go']).toBe('on');
});

describe('a storage that fails while the keys change', () => {
  /** Fails for everything but the key file, and for the rest from then on. */
  const fail = (is: boolean) => {
    store.before = (what, path) => {
      if (is && path !== HEADER && what === 'replace') throw new Error('connection lost');
    };
  };

  it('never brings the old keys back where they were changed', async () => {
    fail(true);
    await a.changeKeys(NEW, [ids.c]).catch(() => undefined);
    fail(false);
    a.kill();
    const removed = await sealedOf(c);
    a.set('note/go', 'on');
    await a.sync();
    await expect(removed.open(devicePath(ids.a), store.files.get(devicePath(ids.a))!)).rejects.toThrow();
    await b.acceptKeys(NEW);
    expect((await b.sync()).problems).toEqual([]);
    expect(b.records.seen()['note/go']).toBe('on');
  });

  it('nor where they were accepted', async () => {
    await a.changeKeys(NEW);
    fail(true);
    await b.acceptKeys(NEW).catch(() => undefined);
    fail(false);
    b.kill();
    b.set('note/go', 'on');
    await b.sync();
    expect((await a.sync()).problems).toEqual([]);
    expect(a.records.seen()['note/go']).toBe('on');
  });

  it('is asked again with the same passphrase when this device has kept the keys already', async () => {
    await a.changeKeys(NEW);
    b.states.step = () => {
      throw new Error('closed');
    };
    await expect(b.acceptKeys(NEW)).rejects.toThrow('closed');
    b.states.step = () => undefined;
    b.kill();
    await expect(b.sync()).rejects.toThrow('Enter the new one');
    await b.acceptKeys(NEW);
    b.set('note/go', 'on');
    await b.sync();
    await a.sync();
    expect(a.records.seen()['note/go']).toBe('on');
  });
});

it('a device that joined before the keys changed asks for them at its first sync', async () => {
  const fresh = device('New');
  await fresh.join();
  await a.changeKeys(NEW, [ids.c]);
  await expect(fresh.sync()).rejects.toThrow('Enter the new one');
  await fresh.acceptKeys(NEW);
  fresh.set('note/first', 'first');
  await fresh.sync();
  await a.sync();
  expect(a.records.seen()['note/first']).toBe('first');
});

it('a key file that would get too large is not written', async () => {
  const replica = await a.replica();
  const cut = Object.fromEntries(
    Array.from({ length: 700 }, (_, at) => [
      at.toString(16).padStart(16, '0'),
      { seq: at, hash: 'f'.repeat(64) },
    ]),
  );
  const { workspace } = replica.sealed;
  replica.rekey({ ...workspace, identities: [...workspace.identities, 'older'], cuts: [cut] });
  await expect(a.changeKeys(NEW)).rejects.toThrow('changed too often');
  a.kill();
  expect((await a.sync()).problems).toEqual([]);
});

it('needs another passphrase that is long enough', async () => {
  await expect(a.changeKeys(OLD)).rejects.toThrow('other than the old one');
  await expect(a.changeKeys('short')).rejects.toThrow('at least 10 characters');
});

it('changes twice: what every older key may have written ends where it ended', async () => {
  await a.changeKeys(NEW, [ids.c]);
  await b.acceptKeys(NEW);
  b.set('note/second', 'with the second key');
  await b.sync();
  await a.sync();
  await a.changeKeys('a third long passphrase');
  a.set('note/third', 'with the third key');
  await a.sync();
  await b.acceptKeys('a third long passphrase');
  await b.sync();
  expect(b.records.seen()).toEqual(a.records.seen());
  const fresh = device('New', 'a third long passphrase');
  await fresh.join();
  expect((await fresh.sync()).problems).toEqual([]);
  expect(fresh.records.seen()).toEqual(a.records.seen());
});
