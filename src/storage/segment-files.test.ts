// Index segments when the private file system doesn't respond: a library still opens and accepts documents.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SegmentFolder, SegmentFiles } from './segment-files.ts';
import { SilentFolder } from './vector-folder.test-support.ts';

const NEVER = new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reads a file again when reading ahead never ends', async () => {
  const bytes = new ArrayBuffer(8);
  const whole = vi.fn<SegmentFolder['whole']>().mockReturnValueOnce(NEVER).mockResolvedValue(bytes);
  const folder: SegmentFolder = {
    whole,
    names: async () => ['a', 'b'],
    write: async () => undefined,
    remove: async () => undefined,
  };
  const files = new SegmentFiles(Promise.resolve(folder));
  files.readAhead();
  const reading = files.bytesOf({ id: 'a', file: 'a', size: 8, createdAt: '2026-01-01' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(await reading).toBe(bytes);
  expect(whole).toHaveBeenCalledTimes(2);
});

it('stores a segment in its record when the browser never opens a file for it', async () => {
  const files = new SegmentFiles(Promise.resolve(new SilentFolder()), 4);
  const bytes = new ArrayBuffer(8);
  const record = await files.put({ id: 'a', bytes, createdAt: '2026-01-01' });
  expect(record).toEqual({ id: 'a', bytes, createdAt: '2026-01-01' });
  expect(await files.bytesOf(record)).toBe(bytes);
  await files.sweep(['a']);
});
