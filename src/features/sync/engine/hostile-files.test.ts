// Files in a storage that lies, fails or forgets: what it swaps, cuts, repeats or withholds is noticed and named, no
// wrong byte arrives, and a file that any device still has comes back.
import { beforeEach, describe, expect, it } from 'vitest';
import { PIECE_BYTES } from '../log/pieces.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { MemoryDevice } from './memory-device.test-support.ts';

const DAY = 24 * 60 * 60_000;
let store: MemoryStore;
let a: MemoryDevice;
let b: MemoryDevice;
let time: number;

const bytes = (length: number, fill = 1) => new Uint8Array(length).map((_, at) => (at * 7 + fill) % 251);
/** Tells whether a note has this file. Comparing megabytes as objects would take minutes. */
async function has(who: MemoryDevice, note: string, content: Uint8Array): Promise<boolean> {
  const there = await who.files.bytes(note);
  return there !== undefined && Buffer.from(there).equals(content);
}
const pieces = (): string[] => [...store.files.keys()].filter((path) => path.startsWith('files/'));
const read = (path: string) => store.files.get(path)!;

function device(name: string): MemoryDevice {
  return new MemoryDevice(name, store, () => (time += 1));
}

/** Adds a note with a file. */
function add(to: MemoryDevice, note: string, content: Uint8Array<ArrayBuffer>): void {
  to.set(note, `about ${note}`);
  to.files.set(note, content);
}

beforeEach(async () => {
  time = Date.UTC(2026, 0, 1);
  store = new MemoryStore();
  a = device('Laptop');
  b = device('Phone');
  await a.join();
  await b.join();
});

describe('files', () => {
  it('arrive byte for byte, whatever their size', async () => {
    const sizes = [0, 1, 1000, PIECE_BYTES, PIECE_BYTES + 1];
    for (const size of sizes) add(a, `note/${size}`, bytes(size));
    await a.syncFiles();
    expect((await b.syncFiles()).problems).toEqual([]);
    for (const size of sizes) expect(await has(b, `note/${size}`, bytes(size))).toBe(true);
  });

  it('of the same content are sent once, by whichever device', async () => {
    add(a, 'note/1', bytes(1000));
    add(a, 'note/2', bytes(1000));
    await a.syncFiles();
    add(b, 'note/3', bytes(1000));
    await b.syncFiles();
    await a.syncFiles();
    expect(pieces()).toHaveLength(1);
    expect(await has(a, 'note/3', bytes(1000))).toBe(true);
  });

  it('that both devices have already are neither fetched nor sent again', async () => {
    add(a, 'note/1', bytes(50_000));
    add(b, 'note/1', bytes(50_000));
    await a.syncFiles();
    const { sent } = store.counts;
    store.counts.received = 0;
    await b.syncFiles();
    expect(store.counts.sent - sent).toBeLessThan(2_000);
    expect(store.counts.received).toBeLessThan(5_000);
    await a.syncFiles();
    expect((await a.replica()).pending).toEqual([]);
  });

  it('tell the storage neither their content nor their name', async () => {
    const secret = new TextEncoder().encode('a very secret sentence. '.repeat(50));
    add(a, 'note/1', secret);
    await a.syncFiles();
    const all = [...store.files]
      .map(([path, file]) => path + new TextDecoder('latin1').decode(file))
      .join('');
    expect(all).not.toMatch(/secret|note\/1/);
    expect(pieces()[0]).toMatch(/^files\/[0-9a-f]{40}$/);
  });

  it('of a newer version of a record never stand for an older one', async () => {
    add(a, 'note/1', bytes(10, 1));
    await a.syncFiles();
    await b.syncFiles();
    b.set('note/1', 'another text');
    await b.syncFiles();
    await a.syncFiles();
    expect(a.records.seen()['note/1']).toBe('another text');
    expect(await a.replica()).toBeDefined();
    b.files.set('note/1', bytes(20, 2));
    await b.syncFiles();
    await a.syncFiles();
    expect(await has(a, 'note/1', bytes(20, 2))).toBe(true);
  });

  it('that this device lost come back, and stay on the others', async () => {
    add(a, 'note/1', bytes(1000));
    await a.syncFiles();
    await b.syncFiles();
    b.files.held.clear();
    await b.syncFiles();
    await b.syncFiles();
    expect(await has(b, 'note/1', bytes(1000))).toBe(true);
    await a.syncFiles();
    expect(await has(a, 'note/1', bytes(1000))).toBe(true);
  });

  it('wait on a device that keeps none, and go with their record', async () => {
    add(a, 'note/1', bytes(1000));
    await a.syncFiles();
    b.files.isWanted = false;
    await b.syncFiles();
    expect(b.files.held.size).toBe(0);
    b.records.remove('note/1');
    await b.syncFiles();
    await a.syncFiles();
    expect(a.records.seen()).toEqual({});
  });

  it('that do not fit are named, and fetched when there is room', async () => {
    add(a, 'note/1', bytes(1000));
    await a.syncFiles();
    b.files.room = 10;
    expect((await b.syncFiles()).problems).toEqual([{ kind: 'full', device: 'Laptop', file: 'file/note/1' }]);
    b.files.room = 10_000;
    expect((await b.syncFiles()).problems).toEqual([]);
    expect(await has(b, 'note/1', bytes(1000))).toBe(true);
  });

  it('are readable after the passphrase was changed', async () => {
    add(a, 'note/1', bytes(1000, 1));
    await a.syncFiles();
    await b.sync();
    await a.changeKeys('another long passphrase');
    await a.syncFiles();
    await b.acceptKeys('another long passphrase');
    add(b, 'note/2', bytes(1000, 2));
    await b.syncFiles();
    await a.syncFiles();
    expect(await has(b, 'note/1', bytes(1000, 1))).toBe(true);
    expect(await has(a, 'note/2', bytes(1000, 2))).toBe(true);
  });
});

describe('an interruption at any request', () => {
  it('repeats at most one piece, and loses nothing', async () => {
    const long = bytes(PIECE_BYTES * 2 + 5);
    add(a, 'note/long', long);
    add(a, 'note/short', bytes(100));
    /** Each attempt does one request more than the last, until it comes to an end. */
    const stopping = async (who: MemoryDevice): Promise<void> => {
      for (let most = 1; ; most += 1) {
        let left = most;
        store.before = () => {
          if (left === 0) throw new Error('killed');
          left -= 1;
        };
        try {
          await who.syncFiles();
          break;
        } catch (error) {
          if (!(error instanceof Error) || error.message !== 'killed') throw error;
          who.kill();
        }
      }
      store.before = () => undefined;
    };
    await stopping(a);
    await stopping(b);
    expect(await has(b, 'note/long', long)).toBe(true);
    expect(await has(b, 'note/short', bytes(100))).toBe(true);
    expect(b.states.pieces.size).toBe(0);
  });

  it('leaves half a piece, which is written again', async () => {
    add(a, 'note/1', bytes(5000));
    store.after = (what, path) => {
      if (what !== 'create' || !path.startsWith('files/')) return;
      store.tamper(path, read(path).slice(0, 40));
      throw new Error('connection lost');
    };
    await expect(a.syncFiles()).rejects.toThrow('connection lost');
    store.after = () => undefined;
    await a.syncFiles();
    expect((await b.syncFiles()).problems).toEqual([]);
    expect(await has(b, 'note/1', bytes(5000))).toBe(true);
  });

  it('between pieces fetches only the others', async () => {
    const long = bytes(PIECE_BYTES * 2);
    add(a, 'note/1', long);
    await a.syncFiles();
    const stop = new AbortController();
    const asked: string[] = [];
    store.before = (what, path) => {
      if (what !== 'read' || !path.startsWith('files/')) return;
      asked.push(path);
      if (asked.length === 1) stop.abort();
    };
    await expect(b.syncFiles({ signal: stop.signal })).rejects.toThrow('aborted');
    b.kill();
    await b.syncFiles();
    expect(asked).toHaveLength(2);
    expect(new Set(asked).size).toBe(2);
    expect(await has(b, 'note/1', long)).toBe(true);
  });
});

describe('a storage of files that', () => {
  const damaged = [{ kind: 'damaged', device: 'Laptop', file: 'file/note/1' }];

  beforeEach(async () => {
    add(a, 'note/1', bytes(3000, 1));
    await a.syncFiles();
  });

  it.each([
    ['cuts a piece', (piece: Uint8Array<ArrayBuffer>) => piece.slice(0, -1)],
    ['changes a byte', (piece: Uint8Array<ArrayBuffer>) => piece.with(200, piece[200]! ^ 1)],
    ['empties a piece', () => new Uint8Array(0)],
    ['adds to a piece', (piece: Uint8Array<ArrayBuffer>) => new Uint8Array([...piece, 0])],
    ['gives one that is far too large', () => new Uint8Array(6 * 1024 * 1024)],
  ])('%s is noticed and named', async (_, change) => {
    const [path] = pieces();
    const whole = read(path!);
    store.tamper(path!, new Uint8Array(change(whole)));
    expect((await b.syncFiles()).problems).toEqual(damaged);
    expect(await b.files.bytes('note/1')).toBeUndefined();
    expect(b.records.seen()['note/1']).toBe('about note/1');
    store.tamper(path!, whole);
    expect((await b.syncFiles()).problems).toEqual([]);
    expect(await has(b, 'note/1', bytes(3000, 1))).toBe(true);
  });

  it('swaps two pieces is noticed and named', async () => {
    add(a, 'note/2', bytes(3000, 2));
    await a.syncFiles();
    const [one, two] = pieces();
    const first = read(one!);
    store.tamper(one!, read(two!));
    store.tamper(two!, first);
    const { problems } = await b.syncFiles();
    expect(problems.map(({ kind }) => kind)).toEqual(['damaged', 'damaged']);
    expect(b.files.held.size).toBe(0);
  });

  it('repeats an older piece of the same record is noticed and named', async () => {
    const [before] = pieces();
    const old = read(before!);
    a.files.set('note/1', bytes(3000, 9));
    await a.syncFiles();
    const now = pieces().find((path) => path !== before)!;
    store.tamper(now, old);
    expect((await b.syncFiles()).problems).toEqual(damaged);
  });

  it('gives an entry or a piece of another workspace is noticed and named', async () => {
    const [path] = pieces();
    const entry = [...store.files.keys()].find((one) => one.startsWith('log/'))!;
    store.tamper(path!, read(entry));
    expect((await b.syncFiles()).problems).toEqual(damaged);
    const other = new MemoryStore();
    const stranger = new MemoryDevice('Stranger', other, () => time);
    await stranger.join();
    add(stranger, 'note/1', bytes(3000, 1));
    await stranger.syncFiles();
    store.tamper(path!, [...other.files].find(([name]) => name.startsWith('files/'))![1]);
    expect((await b.syncFiles()).problems).toEqual(damaged);
  });

  it('loses a piece is named, and a device that has the file sends it again', async () => {
    const [path] = pieces();
    store.tamper(path!, undefined);
    expect((await b.syncFiles()).problems).toEqual([
      { kind: 'missing', device: 'Laptop', file: 'file/note/1' },
    ]);
    time += DAY;
    await a.syncFiles();
    expect((await b.syncFiles()).problems).toEqual([]);
    expect(await has(b, 'note/1', bytes(3000, 1))).toBe(true);
  });

  it('lists names that are none has nothing of its own removed', async () => {
    store.tamper('files/..', new Uint8Array(1));
    store.tamper('files/header', new Uint8Array(1));
    await a.syncFiles();
    time += 9 * DAY;
    await a.syncFiles();
    expect(store.files.has('files/..') && store.files.has('files/header') && store.files.has('header')).toBe(
      true,
    );
  });
});

describe('pieces without a record', () => {
  async function daysOf(who: MemoryDevice, days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      time += DAY;
      await who.syncFiles();
    }
  }

  it('are removed a week after their document', async () => {
    add(a, 'note/1', bytes(1000));
    add(a, 'note/2', bytes(2000));
    await a.syncFiles();
    await b.syncFiles();
    a.records.remove('note/1');
    await daysOf(a, 7);
    expect(pieces()).toHaveLength(2);
    await daysOf(a, 2);
    expect(pieces()).toHaveLength(1);
    await b.syncFiles();
    expect(await has(b, 'note/2', bytes(2000))).toBe(true);
  });

  it('stay while any record has the same content', async () => {
    add(a, 'note/1', bytes(1000));
    add(a, 'note/2', bytes(1000));
    await a.syncFiles();
    a.records.remove('note/1');
    await daysOf(a, 10);
    expect(pieces()).toHaveLength(1);
  });

  it('stay while a log has a gap: a record behind it could name them', async () => {
    await a.sync();
    add(b, 'note/2', bytes(2000));
    await b.syncFiles();
    const entry = [...store.files.keys()].filter((one) => one.startsWith('log/')).at(-1)!;
    const whole = read(entry);
    store.tamper(entry, undefined);
    await daysOf(a, 10);
    expect(pieces()).toHaveLength(1);
    store.tamper(entry, whole);
    await a.syncFiles();
    expect(await has(a, 'note/2', bytes(2000))).toBe(true);
  });

  it('that a storage does not let go are named, and nothing else stops', async () => {
    add(a, 'note/1', bytes(1000));
    await a.syncFiles();
    a.records.remove('note/1');
    await a.syncFiles();
    store.before = (what) => {
      if (what === 'remove') throw new Error('no rights');
    };
    await daysOf(a, 8);
    time += DAY;
    expect((await a.syncFiles()).problems).toEqual([{ kind: 'undeleted', device: 'Laptop' }]);
    expect(pieces()).toHaveLength(1);
  });
});
