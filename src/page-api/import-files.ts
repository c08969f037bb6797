// Files that a page's script imports: File objects, or `{path, text}` and `{path, bytes}`.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { ImportFile } from '../core/tool-draft.ts';

export type GivenFile = File | { path: string; text: string } | { path: string; bytes: Uint8Array };

/** @throws Failure `bad_request` for anything else. */
export async function toImportFiles(given: Iterable<GivenFile>): Promise<ImportFile[]> {
  if (typeof given !== 'object' || given === null || !(Symbol.iterator in given)) {
    throw new Failure('bad_request', 'an import takes a list of files, or an object with a url');
  }
  return Promise.all([...given].map(toImportFile));
}

async function toImportFile(file: GivenFile): Promise<ImportFile> {
  if (file instanceof Blob) {
    const path = (file as File).webkitRelativePath || (file as File).name;
    return { path, bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  if (isObject(file) && typeof file['path'] === 'string') {
    const { path, text, bytes } = file as { path: string; text?: unknown; bytes?: unknown };
    if (typeof text === 'string') return { path, bytes: new TextEncoder().encode(text) };
    if (ArrayBuffer.isView(bytes)) {
      return { path, bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice() };
    }
  }
  throw new Failure('bad_request', 'a file of an import is a File, or an object with path and text or bytes');
}
