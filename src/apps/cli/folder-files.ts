// The documents in a folder: every file whose format the library reads.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isHidden } from '../../knowledge/hidden-names.ts';
import { Refusal } from '../../knowledge/extract/extracted.ts';
import { kindOfName } from '../../knowledge/extract/kinds.ts';
import type { FileWithFacts, IncomingFile } from '../../knowledge/incoming.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';

/** Maximum nesting of folders. */
const DEPTH = 16;

export interface FolderFile {
  /** Relative to the folder, with `/`. */
  path: string;
  name: string;
  size: number;
  /** Milliseconds since 1970. */
  changed: number;
}

/** Returns files with a supported extension. Links, hidden folders and `node_modules` are skipped. */
export function* filesToRead(root: string, below = '', depth = DEPTH): Generator<FolderFile> {
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    if (isHidden(entry.name) || entry.name === 'node_modules') continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && depth > 0) yield* filesToRead(root, path, depth - 1);
    else if (entry.isFile() && canBeRead(entry.name)) {
      const found = statSync(join(root, path), { throwIfNoEntry: false });
      if (found) yield { path, name: entry.name, size: found.size, changed: found.mtimeMs };
    }
  }
}

/** Turns a file into a document for the library, named by its path. */
export function incoming(
  root: GuardedFolder,
  { path, name, size, changed }: FolderFile,
): FileWithFacts<IncomingFile> {
  const arrayBuffer = async (): Promise<ArrayBuffer> => new Uint8Array(root.read(path) ?? []).buffer;
  return {
    file: { name, type: '', size, lastModified: changed, arrayBuffer },
    path,
    given: { source_id: path },
  };
}

/** Images need OCR, which only the app has. */
function canBeRead(name: string): boolean {
  try {
    const kind = kindOfName(name, '');
    return kind !== undefined && kind !== 'picture';
  } catch (problem) {
    if (problem instanceof Refusal) return false;
    throw problem;
  }
}
