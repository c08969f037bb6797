// Files on disk may be of any size, but reading is limited.
import { describe, expect, it } from 'vitest';
import type { FileHandle, FolderHandle } from '../../../core/local-link.ts';
import { fingerprint, readFiles } from './disk.ts';

/** A file of this size that must not be read. */
function file(name: string, size: number): FileHandle {
  return {
    kind: 'file',
    name,
    getFile: async () => ({
      size,
      lastModified: 1,
      arrayBuffer: () => Promise.reject(new Error(`${name} was read`)),
    }),
    createWritable: () => Promise.reject(new Error('nothing is written')),
  };
}

function folder(name: string, entries: () => Iterable<FileHandle | FolderHandle>): FolderHandle {
  const none = (): Promise<never> => Promise.reject(new Error('nothing is looked up'));
  return {
    kind: 'directory',
    name,
    async *values() {
      yield* entries();
    },
    getFileHandle: none,
    getDirectoryHandle: none,
    removeEntry: none,
  };
}

describe('a folder', () => {
  it('that contains itself, or is full of empty folders, is abandoned at the limit of entries', async () => {
    let looked = 0;
    const loop: FolderHandle = folder('loop', () => {
      looked += 1;
      return Array.from({ length: 9 }, () => loop);
    });
    await expect(readFiles(loop)).rejects.toThrow('loop contains more than 2000 files and folders');
    const empty = folder('wide', () => Array.from({ length: 100_000 }, (_, n) => folder(`f${n}`, () => [])));
    await expect(readFiles(empty)).rejects.toThrow('wide contains more than 2000 files and folders');
    expect(await fingerprint(loop)).toBe('not readable: Failure');
    expect(looked).toBeLessThan(10_000);
  });

  it('with files too large to import is not read', async () => {
    const size = 3 * 1024 * 1024;
    const large = folder('large', () => [file('film.mp4', size)]);
    await expect(readFiles(large)).rejects.toThrow("the file 'film.mp4' takes 3 MiB");
    await expect(readFiles(file('film.lua', size))).rejects.toThrow("the file 'film.lua' takes 3 MiB");
    const many = folder('many', () =>
      Array.from({ length: 21 }, (_, n) => file(`${n}.txt`, 2 * 1024 * 1024)),
    );
    await expect(readFiles(many)).rejects.toThrow('many takes more than 20 MiB');
  });
});
