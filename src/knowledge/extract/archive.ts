// ZIP archives: each file in them becomes a document, as in a folder that is dropped.
import { isHidden } from '../hidden-names.ts';
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, type InnerFile, Refusal } from './extracted.ts';
import { kindOfName } from './kinds.ts';
import { Zip } from './zip.ts';

/** A file that can't be taken out is named with the reason, and the others are read. */
export function extractArchive(bytes: Uint8Array<ArrayBuffer>, alive: () => void): Extracted {
  const zip = new Zip(bytes);
  const files = zip.names.flatMap((name) => {
    alive();
    const path = pathIn(name);
    return path === undefined ? [] : [fileIn(zip, name, path)];
  });
  if (files.length === 0) throw new Refusal('the archive has no files in it');
  return { body: '', content_type: CONTENT_TYPES.text, metadata: {}, files };
}

/** Returns undefined for folders, and for hidden files and those of the system. */
function pathIn(name: string): string | undefined {
  const parts = name.split(/[/\\]/);
  if (parts.at(-1) === '') return undefined;
  const named = parts.filter((part) => part !== '' && part !== '.' && part !== '..');
  return named.length === 0 || named.some(isHidden) ? undefined : named.join('/');
}

function fileIn(zip: Zip, name: string, path: string): InnerFile {
  const file = { name: path, type: '' };
  try {
    kindOfName(path, '');
    return { ...file, bytes: new Uint8Array(zip.bytes(name)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...file, bytes: new Uint8Array(), refused: error.message };
  }
}
