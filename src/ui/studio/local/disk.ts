// Files behind handles: read completely, compared by date and size, written and verified.
import { Failure } from '../../../core/errors.ts';
import { inMebibytes } from '../../../core/limits.ts';
import type { FileHandle, FolderHandle, LocalFile, LocalHandle } from '../../../core/local-link.ts';
import type { ImportFile } from '../../../core/tool-draft.ts';

/** Files and folders: the limit of an import. A link to a parent folder would recurse forever. */
const MOST_ENTRIES = 2000;
/** Bytes per file, and in total: the limits of an import, checked before reading. */
const MOST_OF_ONE = 2 * 1024 * 1024;
const MOST_OF_ALL = 20 * 1024 * 1024;
/** Nesting of folders: deeper is an accident. */
const DEEPEST = 12;
/** Files of editors, repositories and package managers, and unfinished downloads. */
const NOT_MEANT = /^\.|^node_modules$|\.crswap$|~$/;

/** The files behind a handle, by relative path; a single file has the path ''. @throws Failure, DOMException */
export async function filesBehind(handle: LocalHandle): Promise<Map<string, FileHandle>> {
  const found = new Map<string, FileHandle>();
  if (handle.kind === 'file') return found.set('', handle);
  await walk(handle, '', 0, found, { left: MOST_ENTRIES });
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function walk(
  folder: FolderHandle,
  above: string,
  depth: number,
  found: Map<string, FileHandle>,
  room: { left: number },
): Promise<void> {
  for await (const entry of folder.values()) {
    if (NOT_MEANT.test(entry.name)) continue;
    if ((room.left -= 1) < 0) {
      throw new Failure(
        'too_large',
        `${folder.name} contains more than ${MOST_ENTRIES} files and folders; open a smaller folder`,
      );
    }
    const path = above + entry.name;
    if (entry.kind === 'file') found.set(path, entry);
    else if (depth < DEEPEST) await walk(entry, `${path}/`, depth + 1, found, room);
  }
}

/** Changes when a file behind the handle does, or becomes unreadable. Never rejects. */
export async function fingerprint(handle: LocalHandle): Promise<string> {
  try {
    const files = [...(await filesBehind(handle))];
    const signs = await Promise.all(
      files.map(async ([path, file]) => `${path}:${sign(await file.getFile())}`),
    );
    return signs.join('\n');
  } catch (error) {
    return `not readable: ${error instanceof Error ? error.name : 'unknown'}`;
  }
}

function sign({ lastModified, size }: LocalFile): string {
  return `${lastModified}:${size}`;
}

/** Reads all files. @throws Failure, DOMException */
export async function readFiles(handle: LocalHandle): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  const found = await Promise.all(
    [...(await filesBehind(handle))].map(async ([path, file]) => [path, await file.getFile()] as const),
  );
  checkSizes(handle.name, found);
  for (const [path, file] of found) files.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
  return files;
}

/** @throws Failure `too_large` */
function checkSizes(name: string, files: readonly (readonly [path: string, file: LocalFile])[]): void {
  const large = files.find(([, { size }]) => size > MOST_OF_ONE);
  if (large) {
    const [path, { size }] = large;
    throw new Failure(
      'too_large',
      `the file '${path || name}' takes ${inMebibytes(size)}; a file of a tool may take ${inMebibytes(MOST_OF_ONE)}`,
    );
  }
  if (files.reduce((sum, [, { size }]) => sum + size, 0) > MOST_OF_ALL) {
    throw new Failure(
      'too_large',
      `${name} takes more than ${inMebibytes(MOST_OF_ALL)}; open a smaller folder`,
    );
  }
}

/** Undefined for a binary file. */
export function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined when the file is missing or binary. */
export async function readText(handle: LocalHandle, path: string): Promise<string | undefined> {
  try {
    const file = await (await fileAt(handle, path, false)).getFile();
    return asText(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}

/** Whether the file exists, text or binary. */
export async function isThere(handle: LocalHandle, path: string): Promise<boolean> {
  try {
    await fileAt(handle, path, false);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    throw error;
  }
}

/** Reads the existing texts at these locations. @throws DOMException */
export async function readTexts(
  handle: LocalHandle,
  places: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [path, place] of Object.entries(places)) {
    const text = await readText(handle, place);
    if (text !== undefined) texts[path] = text;
  }
  return texts;
}

/** Writes a text and verifies it. @throws Failure `unavailable`, DOMException */
export async function writeText(handle: LocalHandle, path: string, text: string): Promise<void> {
  const file = await fileAt(handle, path, handle.kind === 'directory');
  const stream = await file.createWritable();
  await stream.write(text);
  await stream.close();
  if ((await readText(handle, path)) !== text) {
    throw new Failure('unavailable', `${path || handle.name} does not contain the text that was written`);
  }
}

export async function removeFile(handle: FolderHandle, path: string): Promise<void> {
  const [folder, name] = await placeOf(handle, path, false);
  await folder.removeEntry(name);
}

async function fileAt(handle: LocalHandle, path: string, create: boolean): Promise<FileHandle> {
  if (handle.kind === 'file') return handle;
  const [folder, name] = await placeOf(handle, path, create);
  return folder.getFileHandle(name, { create });
}

async function placeOf(handle: FolderHandle, path: string, create: boolean): Promise<[FolderHandle, string]> {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  let folder = handle;
  for (const one of folders) folder = await folder.getDirectoryHandle(one, { create });
  return [folder, name];
}
