// A private file system that does not answer: it is asked again, so that a library opens all the same.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SegmentFolder, SegmentFiles } from './segment-files.ts';
import { openVectorFolder } from './vector-folder.ts';

const NEVER = new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a file that never comes ahead is read again', async () => {
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

it('a folder that never opens is asked for again', async () => {
  class Handle {
    createSyncAccessHandle(): void {}
  }
  const root = { getDirectoryHandle: async () => ({}) };
  const getDirectory = vi.fn().mockReturnValueOnce(NEVER).mockResolvedValue(root);
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  vi.stubGlobal('FileSystemFileHandle', Handle);
  const opening = openVectorFolder('segments');
  await vi.advanceTimersByTimeAsync(2000);
  expect(await opening).toBeDefined();
});
