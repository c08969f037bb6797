// Reads a project folder from a ZIP, and writes it as one.
import { zipSync, type Zippable } from 'fflate';
import { Failure } from '../../core/errors.ts';
import { toFolderPath } from '../../core/folder-path.ts';
import { inMebibytes } from '../../core/limits.ts';
import { unpackZip } from '../../tools/formats/unpack-zip.ts';
import { LARGEST_FILE, type ProjectFiles } from './project-files.ts';

/** @throws Failure `bad_request` or `too_large` that says what is wrong with the ZIP */
export async function filesOfZip(file: File): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { path, bytes } of unpackZip(new Uint8Array(await file.arrayBuffer()), file.name)) {
    // A larger one could be packed in no ZIP again.
    if (bytes.length > LARGEST_FILE) {
      const sizes = `takes ${inMebibytes(bytes.length)}; ${inMebibytes(LARGEST_FILE)} is the most`;
      throw new Failure('too_large', `${file.name}: ${path} ${sizes}. Leave it out, and pack the ZIP again`);
    }
    files.set(toFolderPath(path, file.name), bytes);
  }
  if (files.size === 0) throw new Failure('bad_request', `${file.name} contains no files.`);
  return withoutTop(files);
}

/** @throws Failure of the folder */
export async function zipOf(files: ProjectFiles): Promise<Uint8Array> {
  const packed: Zippable = {};
  for (const { path } of (await files.list()).files) {
    const bytes = await files.read(path);
    if (bytes) packed[path] = bytes;
  }
  return zipSync(packed, { level: 6 });
}

/** Most archives of a folder contain that folder itself. */
function withoutTop(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const tops = new Set([...files.keys()].map((path) => path.slice(0, path.indexOf('/') + 1)));
  const [top = ''] = tops;
  if (tops.size !== 1 || top === '') return files;
  return new Map([...files].map(([path, bytes]) => [path.slice(top.length), bytes]));
}
