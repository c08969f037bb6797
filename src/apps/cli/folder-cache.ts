// The parsed documents of a folder, kept between starts in the user's cache folder. A cache that cannot be read, or
// is of another version, counts as empty.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { HeldDocuments } from '../../knowledge/memory-documents.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';

/** A file at the time it was read. */
export interface ReadFile {
  size: number;
  /** Milliseconds since 1970. */
  changed: number;
}

export interface FolderContents {
  /** By path. */
  files: Record<string, ReadFile>;
  held: HeldDocuments;
}

interface Stored {
  version: string;
  files: FolderContents['files'];
  documents: HeldDocuments['documents'];
  tombstones: string[];
  segments: { id: string; createdAt: string; bytes: string }[];
}

/** Raise it when documents are read differently. */
const VERSION = `1 ${__APP_VERSION__}`;

export class FolderCache {
  readonly #folder: GuardedFolder;
  readonly #file: string;

  /** @param of the folder of documents @param place the root of all caches; default: the user's cache folder */
  constructor(of: string, place = cacheFolder()) {
    this.#folder = new GuardedFolder(place);
    this.#file = `docs-${createHash('sha256').update(of).digest('hex').slice(0, 16)}.json.gz`;
  }

  read(): FolderContents | undefined {
    try {
      const stored = JSON.parse(gunzipSync(this.#folder.read(this.#file) ?? '').toString('utf8')) as Stored;
      if (stored.version !== VERSION) return undefined;
      const { files, documents, tombstones } = stored;
      const segments = stored.segments.map(({ bytes, ...rest }) => ({
        ...rest,
        bytes: new Uint8Array(Buffer.from(bytes, 'base64')).buffer,
      }));
      return { files, held: { documents, segments, tombstones } };
    } catch {
      return undefined;
    }
  }

  write({ files, held }: FolderContents): void {
    const { documents, tombstones } = held;
    const segments = held.segments.map(({ bytes, ...rest }) => ({
      ...rest,
      bytes: Buffer.from(bytes).toString('base64'),
    }));
    const stored: Stored = { version: VERSION, files, documents, tombstones, segments };
    try {
      this.#folder.write(this.#file, gzipSync(JSON.stringify(stored), { level: 1 }));
    } catch {
      // The folder is not writable, or the text exceeds the maximum length of a string: the next start reads
      // everything again.
    }
  }
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'perilune');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'perilune', 'Cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'perilune');
  return join(homedir(), '.cache', 'perilune');
}
