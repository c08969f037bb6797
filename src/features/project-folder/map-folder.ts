// Files in memory behind the handles of a folder: the files of a ZIP, where the browser opens no folders.
import type { FileHandle, FolderHandle, LocalHandle } from '../../core/local-link.ts';

/** @param onWrite called after each change, with all files; the change fails when it rejects */
export function mapFolder(
  name: string,
  files: Map<string, Uint8Array>,
  onWrite: (files: ReadonlyMap<string, Uint8Array>) => Promise<void>,
): FolderHandle {
  const times = new Map<string, number>();
  const commit = async (path: string, bytes: Uint8Array | undefined): Promise<void> => {
    const before = files.get(path);
    if (bytes) files.set(path, bytes);
    else files.delete(path);
    try {
      await onWrite(files);
    } catch (error) {
      if (before) files.set(path, before);
      else files.delete(path);
      throw error;
    }
    times.set(path, (times.get(path) ?? 0) + 1);
  };

  function file(path: string): FileHandle {
    return {
      kind: 'file',
      name: path.slice(path.lastIndexOf('/') + 1),
      getFile: async () => {
        const bytes = files.get(path) ?? new Uint8Array();
        return {
          size: bytes.length,
          lastModified: times.get(path) ?? 0,
          arrayBuffer: async () => new Uint8Array(bytes).buffer,
        };
      },
      createWritable: async () => {
        let whole = '';
        return {
          write: async (text) => void (whole += text),
          close: () => commit(path, new TextEncoder().encode(whole)),
        };
      },
    };
  }

  function folder(own: string, above: string): FolderHandle {
    const inside = (): Set<string> => {
      const names = [...files.keys()].filter((path) => path.startsWith(above));
      return new Set(names.map((path) => path.slice(above.length).replace(/\/.*$/s, '/')));
    };
    return {
      kind: 'directory',
      name: own,
      async *values() {
        for (const one of inside()) {
          const entry: LocalHandle = one.endsWith('/')
            ? folder(one.slice(0, -1), above + one)
            : file(above + one);
          yield entry;
        }
      },
      getFileHandle: async (one, { create = false } = {}) => {
        if (inside().has(`${one}/`)) throw new DOMException('a folder', 'TypeMismatchError');
        if (!create && !files.has(above + one)) throw missing();
        return file(above + one);
      },
      getDirectoryHandle: async (one, { create = false } = {}) => {
        if (files.has(above + one)) throw new DOMException('a file', 'TypeMismatchError');
        if (!create && !inside().has(`${one}/`)) throw missing();
        return folder(one, `${above}${one}/`);
      },
      removeEntry: async (one) => {
        if (!files.has(above + one)) throw missing();
        await commit(above + one, undefined);
      },
    };
  }

  return folder(name, '');
}

function missing(): DOMException {
  return new DOMException('no such entry', 'NotFoundError');
}
