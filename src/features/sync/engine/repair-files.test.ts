// Files that the storage lost or damaged after they were whole: the device that finds it asks, and one that has the
// file sends it again.
import { beforeEach, describe, expect, it } from 'vitest';
import { PIECE_BYTES } from '../log/pieces.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { MemoryDevice } from './memory-device.test-support.ts';

const HOUR = 60 * 60_000;
let store: MemoryStore;
let a: MemoryDevice;
let b: MemoryDevice;
let time: number;
let asked: string[];

const bytes = (length: number, fill = 1) => new Uint8Array(length).map((_, at) => (at * 7 + fill) % 251);
const pieces = (): string[] => [...store.files.keys()].filter((path) => path.startsWith('files/'));
const reads = (path: string): number => asked.filter((one) => one === `read ${path}`).length;
const writes = (): string[] => asked.filter((one) => /^(?:create|replace) files\//.test(one));

async function has(who: MemoryDevice, note: string, content: Uint8Array): Promise<boolean> {
  const there = await who.files.bytes(note);
  return there !== undefined && Buffer.from(there).equals(content);
}

function add(to: MemoryDevice, note: string, content: Uint8Array<ArrayBuffer>): void {
  to.set(note, `about ${note}`);
  to.files.set(note, content);
}

function damage(path: string, at = 9): void {
  const whole = store.files.get(path)!;
  store.tamper(path, whole.with(whole.length - at, whole.at(-at)! ^ 1) as Uint8Array<ArrayBuffer>);
}

beforeEach(async () => {
  time = Date.UTC(2026, 0, 1);
  asked = [];
  store = new MemoryStore();
  store.before = (what, path) => asked.push(`${what} ${path}`);
  a = new MemoryDevice('Laptop', store, () => (time += 1));
  b = new MemoryDevice('Phone', store, () => (time += 1));
  await a.join();
  await b.join();
  add(a, 'note/1', bytes(3000));
  add(a, 'note/2', bytes(2000, 5));
  await a.syncFiles();
});

describe('a piece that was whole', () => {
  it.each(['damaged', 'missing'])(
    'and is %s now is asked for, and sent again at the next sync',
    async (kind) => {
      const [path] = pieces();
      if (kind === 'damaged') damage(path!);
      else store.tamper(path!, undefined);
      expect((await b.syncFiles()).problems.map((one) => one.kind)).toEqual([kind]);
      asked = [];
      expect((await a.syncFiles({ changed: false })).problems).toEqual([]);
      expect(writes()).toHaveLength(1);
      expect((await b.syncFiles()).problems).toEqual([]);
      expect(await has(b, 'note/1', bytes(3000))).toBe(true);
      // Nobody asks any more, so nobody looks.
      asked = [];
      await a.syncFiles({ changed: false });
      await b.syncFiles({ changed: false });
      expect(asked.filter((one) => one.includes(' files'))).toEqual([]);
    },
  );

  it('comes from any device that has it', async () => {
    const c = new MemoryDevice('Tablet', store, () => (time += 1));
    await c.join();
    await c.syncFiles();
    damage(pieces()[0]!);
    await b.syncFiles();
    await c.syncFiles({ changed: false });
    expect((await b.syncFiles()).problems).toEqual([]);
  });

  it('is sent alone, not the whole file again', async () => {
    const long = bytes(PIECE_BYTES * 2 + 5, 3);
    add(a, 'note/3', long);
    await a.syncFiles();
    const path = pieces().at(-1)!;
    damage(path);
    await b.syncFiles();
    asked = [];
    await a.syncFiles({ changed: false });
    expect(writes()).toEqual([`replace ${path}`]);
    await b.syncFiles();
    expect(await has(b, 'note/3', long)).toBe(true);
  });

  it('stays asked for when the asking is interrupted', async () => {
    damage(pieces()[0]!);
    const { before } = store;
    store.before = (what, path) => {
      before(what, path);
      if (what === 'replace' && path.startsWith('devices/') && reads(pieces()[0]!) > 0)
        throw new Error('cut');
    };
    asked = [];
    await expect(b.syncFiles()).rejects.toThrow('cut');
    store.before = before;
    b.kill();
    await b.syncFiles();
    await a.syncFiles({ changed: false });
    expect((await b.syncFiles()).problems).toEqual([]);
  });

  it('and that a storage damages again and again is sent once a day', async () => {
    const [path] = pieces();
    for (let round = 0; round < 5; round += 1) {
      damage(path!, 9 + round);
      // Each change writes the marker again.
      b.set('note/5', `round ${round}`);
      expect((await b.syncFiles()).problems.map(({ kind }) => kind)).toEqual(['damaged']);
      await a.syncFiles({ changed: false });
      if (round === 0) asked = [];
    }
    expect(writes()).toEqual([]);
    time += 25 * HOUR;
    await a.syncFiles({ changed: false });
    expect((await b.syncFiles()).problems).toEqual([]);
    expect(await has(b, 'note/1', bytes(3000))).toBe(true);
  });

  it('asks nothing of a device that has another file', async () => {
    const c = new MemoryDevice('Tablet', store, () => (time += 1));
    await c.join();
    c.files.isWanted = false;
    await c.syncFiles();
    const [path] = pieces();
    damage(path!);
    await b.syncFiles();
    asked = [];
    await c.syncFiles({ changed: false });
    expect(reads(path!)).toBe(0);
    expect(writes()).toEqual([]);
  });
});
