// Syncs devices through a storage in memory: what one has done arrives at the others, and nothing is lost.
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { HEADER } from '../log/files.ts';
import { MemoryDevice } from './memory-device.test-support.ts';

let store: MemoryStore;
let time: number;
let a: MemoryDevice;
let b: MemoryDevice;

beforeEach(async () => {
  store = new MemoryStore();
  time = Date.UTC(2026, 0, 1);
  a = new MemoryDevice('Laptop', store, () => (time += 1));
  b = new MemoryDevice('Phone', store, () => (time += 1));
  await a.join();
});

async function bothTwice(): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const device of [a, b]) await device.sync();
}

describe('two devices', () => {
  beforeEach(async () => {
    await b.join();
  });

  it('bring each record to the other device', async () => {
    a.set('note/1', { text: 'from A' });
    b.set('note/2', { text: 'from B' });
    await bothTwice();
    expect(a.records.seen()).toEqual({ 'note/1': { text: 'from A' }, 'note/2': { text: 'from B' } });
    expect(b.records.seen()).toEqual(a.records.seen());
  });

  it('list each other, also one that has sent nothing', async () => {
    a.set('note/1', 'x');
    await a.sync();
    await b.sync();
    expect((await a.sync()).devices.map(({ name }) => name)).toEqual(['Phone']);
    expect((await b.sync()).devices.map(({ name }) => name)).toEqual(['Laptop']);
  });

  it('need no more requests than a look when nothing has changed', async () => {
    a.set('note/1', 'x');
    await bothTwice();
    await bothTwice();
    store.counts.requests = 0;
    await a.sync();
    expect(store.counts.requests).toBe(2);
  });

  it('keep both texts of a record that both have changed', async () => {
    a.set('note/1', 'first');
    await bothTwice();
    a.set('note/1', 'by A');
    b.set('note/1', 'by B');
    await bothTwice();
    await bothTwice();
    expect(a.records.seen()).toEqual(b.records.seen());
    expect(Object.values(a.records.seen()).sort()).toEqual(['by A', 'by B']);
    expect(a.records.seen()['note/1']).toBe('by B');
  });

  it('let the later edit win although its clock is behind, when it was made on the earlier one', async () => {
    b.skew = -1000 * 60 * 60 * 24 * 365;
    a.set('setting/theme', 'dark');
    await bothTwice();
    b.set('setting/theme', 'light');
    await bothTwice();
    expect(a.records.seen()).toEqual({ 'setting/theme': 'light' });
  });

  it('take the settings of the device that was there first', async () => {
    a.set('setting/theme', 'dark');
    await a.sync();
    b.set('setting/theme', 'system');
    await bothTwice();
    expect(a.records.seen()).toEqual({ 'setting/theme': 'dark' });
    expect(b.records.seen()).toEqual({ 'setting/theme': 'dark' });
  });

  it('delete what the other device has deleted, and keep what it has changed', async () => {
    a.set('note/1', 'one');
    a.set('note/2', 'two');
    await bothTwice();
    a.records.remove('note/1');
    a.records.remove('note/2');
    b.set('note/2', 'two, changed');
    await bothTwice();
    expect(b.records.seen()).toEqual({ 'note/2': 'two, changed' });
    expect(a.records.seen()).toEqual(b.records.seen());
  });

  it('bring a deleted chat back whole when the other device has continued it', async () => {
    a.set('chat/1', 'Trip');
    a.set('message/1/a', 'Where?');
    await bothTwice();
    a.records.remove('chat/1');
    b.set('message/1/b', 'There.');
    await bothTwice();
    expect(a.records.seen()).toEqual({
      'chat/1': 'Trip',
      'message/1/a': 'Where?',
      'message/1/b': 'There.',
    });
    expect(b.records.seen()).toEqual(a.records.seen());
  });

  it('delete a chat with its messages, and bring all back after an undo', async () => {
    a.set('chat/1', 'Trip');
    a.set('message/1/a', 'Where?');
    await bothTwice();
    const undo = [...a.records.records];
    a.records.remove('chat/1');
    await bothTwice();
    expect(b.records.seen()).toEqual({});
    for (const [key, record] of undo) a.records.records.set(key, record);
    await bothTwice();
    expect(b.records.seen()).toEqual({ 'chat/1': 'Trip', 'message/1/a': 'Where?' });
  });

  it('leave a record alone that a person changes while changes come in', async () => {
    a.set('note/1', 'first');
    await bothTwice();
    a.set('note/1', 'by A');
    await a.sync();
    let isEdited = false;
    store.before = (what) => {
      if (what !== 'list' || isEdited) return;
      isEdited = true;
      b.set('note/1', 'typed meanwhile');
    };
    await bothTwice();
    await bothTwice();
    expect(Object.values(b.records.seen()).sort()).toEqual(['by A', 'typed meanwhile']);
    expect(a.records.seen()).toEqual(b.records.seen());
  });

  it('carry values of any size', async () => {
    const large = 'moon '.repeat(100_000);
    a.set('note/1', large);
    await bothTwice();
    expect(b.records.seen()).toEqual({ 'note/1': large });
    expect([...store.files.keys()].filter((path) => path.startsWith('blobs/'))).toHaveLength(1);
  });

  it('sync only the chosen kinds', async () => {
    a.set('note/1', 'x');
    a.set('setting/theme', 'dark');
    for (let round = 0; round < 2; round += 1)
      for (const device of [a, b]) await device.sync({ kinds: ['note'] });
    expect(b.records.seen()).toEqual({ 'note/1': 'x' });
    await bothTwice();
    expect(b.records.seen()).toEqual({ 'note/1': 'x', 'setting/theme': 'dark' });
  });

  it('note changes while offline and send them later', async () => {
    a.set('note/1', 'offline');
    await a.note();
    a.kill();
    await bothTwice();
    expect(b.records.seen()).toEqual({ 'note/1': 'offline' });
  });

  it('continue with a copy of the same browser profile as two devices', async () => {
    a.set('note/1', 'x');
    await bothTwice();
    const copy = await a.clone('Copied laptop');
    a.set('note/2', 'on the laptop');
    copy.set('note/3', 'on the copy');
    await a.sync();
    await copy.sync();
    for (let round = 0; round < 2; round += 1) for (const device of [a, b, copy]) await device.sync();
    expect(Object.keys(b.records.seen())).toEqual(['note/1', 'note/2', 'note/3']);
    expect(a.records.seen()).toEqual(b.records.seen());
    expect(copy.records.seen()).toEqual(b.records.seen());
  });
});

describe('a new device', () => {
  it('starts from a snapshot without reading the whole past', async () => {
    for (let change = 0; change < 30; change += 1) {
      a.set('note/1', `text ${change}`);
      await a.sync({ snapshotEvery: 10 });
    }
    await b.join();
    store.counts.requests = 0;
    await b.sync();
    expect(b.records.seen()).toEqual({ 'note/1': 'text 29' });
    expect(store.counts.requests).toBeLessThan(15);
    a.set('note/1', 'after the snapshot');
    await bothTwice();
    expect(b.records.seen()).toEqual({ 'note/1': 'after the snapshot' });
  });

  it('sends nothing that is there already', async () => {
    a.set('note/1', 'same');
    await a.sync();
    b.set('note/1', 'same');
    await b.join();
    const report = await b.sync();
    expect(report.sent).toBe(0);
  });

  it('says that the passphrase is wrong', async () => {
    const other = new MemoryDevice('Other', store, () => time, 'another passphrase');
    await expect(other.join()).rejects.toThrow('The passphrase is wrong');
  });

  it('refuses a folder of other files, and a short passphrase', async () => {
    const full = new MemoryStore();
    full.files.set('holiday.jpg', new Uint8Array(3));
    await expect(new MemoryDevice('X', full, () => time).join()).rejects.toThrow('Choose an empty folder');
    const short = new MemoryDevice('X', new MemoryStore(), () => time, 'short');
    await expect(short.join()).rejects.toThrow('at least 10 characters');
  });
});

it('leaves a storage of a later version alone', async () => {
  store.files.set(HEADER, new TextEncoder().encode('perilune-sync 2\nunknown'));
  const before = store.counts.sent;
  a.set('note/1', 'x');
  await expect(a.sync()).rejects.toThrow('Update Perilune on this device');
  await expect(b.join()).rejects.toThrow('Update Perilune on this device');
  expect(store.counts.sent).toBe(before);
});

it('shows the storage nothing but sizes, times and random names', async () => {
  a.set('note/secret-title', { text: 'a very private sentence' });
  await a.sync();
  for (const [path, bytes] of store.files) {
    const text = path + new TextDecoder('latin1').decode(bytes);
    for (const word of ['private', 'secret-title', 'note', 'Laptop']) expect(text).not.toContain(word);
    expect(path).toMatch(/^(header|devices\/[0-9a-f]{16}|log\/[0-9a-f]{16}-\d{8})$/);
  }
});
