// Originals and their documents: kept when added, replaced with a new version, dropped after a removal.
import { gzipSync, strToU8 } from 'fflate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NotKept, OriginalFile } from '../core/original.ts';
import type { NewOriginal, OriginalStore } from '../core/ports/original-store.ts';
import { extractPacked } from './extract/packed.ts';
import { Library } from './library.ts';
import { MemoryDocuments } from './memory-documents.ts';

class MemoryOriginals implements OriginalStore<Blob> {
  readonly files = new Map<string, OriginalFile<Blob>>();
  refused: NotKept[] = [];

  async keep(originals: readonly (NewOriginal & { key: string })[]): Promise<NotKept[]> {
    for (const { key, read, ...info } of originals) {
      this.files.set(key, { ...info, blob: new Blob([await read()]) });
    }
    return this.refused;
  }
  async has(key: string): Promise<boolean> {
    return this.files.has(key);
  }
  async find(key: string): Promise<OriginalFile<Blob> | undefined> {
    return this.files.get(key);
  }
  async move(keys: readonly (readonly [from: string, to: string])[]): Promise<void> {
    for (const [from, to] of keys) {
      const kept = this.files.get(from);
      this.files.delete(from);
      if (kept) this.files.set(to, kept);
    }
  }

  async drop(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.files.delete(key);
  }
  async keys(): Promise<string[]> {
    return [...this.files.keys()];
  }
  async sweep(): Promise<void> {}
}

let ids = 0;
function library(): { library: Library; originals: MemoryOriginals } {
  const originals = new MemoryOriginals();
  const made = new Library({
    store: new MemoryDocuments(),
    originals,
    exclusive: (work) => work(),
    announce: () => undefined,
    newId: () => `id-${++ids}`,
    now: () => new Date(Date.UTC(2026, 0, 1) + ++ids * 1000).toISOString(),
    // Like a worker: the bytes are empty afterwards.
    readPacked: async (kind, bytes) => {
      const extracted = await extractPacked(kind, bytes.slice());
      structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
      return extracted;
    },
  });
  return { library: made, originals };
}

const item = (name: string, content: string | Uint8Array<ArrayBuffer>, type = '') => ({
  file: new File([content], name.split('/').at(-1)!, { type }),
  path: name,
});

async function bytesOf(library: Library, id: string): Promise<Uint8Array> {
  const original = await library.original(id);
  return new Uint8Array(await original!.blob.arrayBuffer());
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('keeps a file with its name, type and bytes, and none for text', async () => {
  const { library: own, originals } = library();
  const html = '<!doctype html><title>Kestrel</title><p>Hovers over the field.</p>';
  const { ids } = await own.add([item('birds/kestrel.html', html, 'text/html')]);
  expect(await own.original(ids[0]!)).toMatchObject({
    name: 'kestrel.html',
    type: 'text/html',
    size: html.length,
  });
  expect(new TextDecoder().decode(await bytesOf(own, ids[0]!))).toBe(html);
  const note = await own.add([{ document: { body: 'A note.' } }]);
  expect(await own.original(note.ids[0]!)).toBeUndefined();
  expect(originals.files.size).toBe(1);
  expect(await own.original('unknown')).toBeUndefined();
});

test('lists a document with the size of its file, and orders by it', async () => {
  const { library: own } = library();
  const html = `<!doctype html><style>${'p { color: red }'.repeat(20)}</style><p>Kestrel</p>`;
  await own.add([item('kestrel.html', html)]);
  await own.add([{ document: { title: 'Note', body: 'A note of more than seven characters.' } }]);
  const { documents } = await own.list({ order: 'size' });
  expect(documents.map(({ size, file_size }) => [size, file_size])).toEqual([
    [7, html.length],
    [37, undefined],
  ]);
});

test('keeps a message and its attachments separately, and a .gz file as it came', async () => {
  const { library: own } = library();
  const mail =
    'From: mara@example.org\r\nSubject: Plan\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
    '--b\r\nContent-Type: text/plain\r\n\r\nSee the plan.\r\n' +
    `--b\r\nContent-Type: text/markdown; name="plan.md"\r\nContent-Disposition: attachment; filename="plan.md"\r\n\r\n# Plan\r\n\r\nWalk north.\r\n--b--\r\n`;
  const packed = gzipSync(strToU8('Hovers over the field.'));
  const { ids, skipped } = await own.add([item('plan.eml', mail), item('kestrel.txt.gz', packed)]);
  expect(skipped).toEqual([]);
  expect(ids).toHaveLength(3);
  expect(new TextDecoder().decode(await bytesOf(own, ids[0]!))).toBe(mail);
  expect(await own.original(ids[1]!)).toMatchObject({ name: 'plan.md' });
  expect(await own.original(ids[2]!)).toMatchObject({ name: 'kestrel.txt.gz' });
  expect(await bytesOf(own, ids[2]!)).toEqual(packed);
});

test('replaces the old version by the new one', async () => {
  const { library: own, originals } = library();
  const first = await own.add([item('notes/walk.md', 'Walk north.')]);
  const second = await own.add([item('notes/walk.md', 'Walk south.')]);
  expect(second.ids).toEqual(first.ids);
  expect(new TextDecoder().decode(await bytesOf(own, first.ids[0]!))).toBe('Walk south.');
  expect(originals.files.size).toBe(1);
});

test('drops the original after its document, unless the removal was undone', async () => {
  const { library: own, originals } = library();
  const { ids } = await own.add([item('a.md', 'Walk north.'), item('b.md', 'Walk south.')]);
  await own.remove(ids);
  expect(await own.original(ids[0]!)).toBeUndefined();
  await own.restore([ids[0]!]);
  expect(new TextDecoder().decode(await bytesOf(own, ids[0]!))).toBe('Walk north.');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(originals.files.size).toBe(1);
  expect(await own.original(ids[0]!)).toBeDefined();
});

test('drops the original of a removed document at the next start', async () => {
  const { library: own, originals } = library();
  const { ids } = await own.add([item('a.md', 'Walk north.'), item('b.md', 'Walk south.')]);
  await own.remove([ids[0]!]);
  await own.check();
  expect(originals.files.size).toBe(1);
  expect(await own.original(ids[1]!)).toBeDefined();
});

test('adds a missing original when the document is added again', async () => {
  const { library: own, originals } = library();
  const { ids } = await own.add([item('a.md', 'Walk north.')]);
  originals.files.clear();
  const again = await own.add([item('a.md', 'Walk north.')]);
  expect(again).toMatchObject({ documents: 0, unchanged: 1 });
  expect(await own.original(ids[0]!)).toMatchObject({ name: 'a.md' });
});

test('reports documents added without their original', async () => {
  const { library: own, originals } = library();
  originals.refused = [{ name: 'a.md', reason: 'large' }];
  const report = await own.add([item('a.md', 'Walk north.')]);
  expect(report).toMatchObject({ documents: 1, withoutOriginal: [{ name: 'a.md', reason: 'large' }] });
});

test('keeps the original of a renamed document', async () => {
  const { library: made } = library();
  const { ids: added } = await made.add([{ file: new File(['# One\n\ntext'], 'one.md'), path: 'one.md' }]);
  expect((await made.original(added[0]!))?.name).toBe('one.md');
  await made.change(added, { title: 'Mine' });
  expect((await made.open(added[0]!)).title).toBe('Mine');
  expect((await made.original(added[0]!))?.name).toBe('one.md');
});
