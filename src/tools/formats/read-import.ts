// The entry point of imports: turns files in memory into drafts that a person can review. All files are read, or
// none.
import { Failure } from '../../core/errors.ts';
import type { BundleDraft, ImportFile } from '../../core/tool-draft.ts';
import { list } from './draft.ts';
import { ImportFolder } from './import-folder.ts';
import { checkFileSize, checkTotals, textOf } from './import-limits.ts';
import { baseOf, toImportPath } from './import-path.ts';
import { parseJson } from './parse-text.ts';
import { readFolder } from './read-folder.ts';
import { isZip, unpackZip } from './unpack-zip.ts';

const KNOWN =
  'Lua scripts and folders of them, bundles (.zip), skills (SKILL.md with its folder, .skill), ctx.toml and registry.toml with their scripts, ' +
  'HTTP tools and flows (.json), tools of FlexiGPT and RustyClaw, and OpenAPI documents';

/**
 * Reads dropped, picked or downloaded files. Nothing is stored, sent or run.
 * @param files with relative paths. Archives among them are opened, but not archives inside those.
 * @param address where they were downloaded from: API documents may name servers relative to it
 * @returns at least one draft, each with at least one tool
 * @throws Failure `bad_request` or `too_large` that names the file, the problem and what can be imported
 */
export async function readImport(files: readonly ImportFile[], address?: string): Promise<BundleDraft[]> {
  const given = plainFiles(files);
  const archives = given.filter(({ bytes }) => isZip(bytes));
  const loose = given.filter((file) => !archives.includes(file));
  const folders = archives.map(({ path, bytes }) => toFolder(unpackZip(bytes, path), address, path));
  if (loose.length > 0) folders.push(toFolder(loose, address));
  checkAll(folders);
  const drafts: BundleDraft[] = [];
  const notes: string[] = [];
  for (const folder of folders) {
    const read = (await readFolder(folder)).filter(({ tools }) => tools.length > 0);
    drafts.push(...read);
    if (read.length === 0) notes.push(...folder.notes);
  }
  const [first] = drafts;
  if (!first) {
    const [only] = given;
    // The reason is more useful than the list of what can be imported.
    if (given.length === 1 && only && /\.json$/i.test(only.path))
      parseJson(textOf(only.bytes) ?? '', only.path);
    throw nothingIn(given, notes);
  }
  first.notes.push(...notes);
  return drafts;
}

/** Opens an archive that is given alone, below a folder of its name. Returns other files as they are. */
export function unpackAlone(files: readonly ImportFile[]): readonly ImportFile[] {
  const [only] = files;
  if (files.length !== 1 || !only || !isZip(only.bytes)) return files;
  const { name, files: inside } = toFolder(unpackZip(only.bytes, only.path), undefined, only.path);
  return inside.map((file) => ({ ...file, path: `${name}/${file.path}` }));
}

function plainFiles(files: readonly ImportFile[]): ImportFile[] {
  const seen = new Set<string>();
  return files.map(({ path: written, bytes }) => {
    const path = toImportPath(written, 'the import');
    if (path.endsWith('/')) throw new Failure('bad_request', `'${path}' is a folder; import the files in it`);
    if (seen.has(path))
      throw new Failure('bad_request', `there are two files called '${path}'; import one of them`);
    seen.add(path);
    return { path, bytes };
  });
}

/** A single outermost folder gives its name to the whole, and is dropped from the paths. */
function toFolder(files: readonly ImportFile[], address: string | undefined, archive?: string): ImportFolder {
  const [first = ''] = files.map(({ path }) => path.slice(0, path.indexOf('/') + 1));
  const isOne = first !== '' && files.every(({ path }) => path.startsWith(first));
  const inside = isOne ? files.map((file) => ({ ...file, path: file.path.slice(first.length) })) : files;
  const stem = archive === undefined ? undefined : baseOf(archive).replace(/\.[^.]*$/, '');
  return new ImportFolder(isOne ? first.slice(0, -1) : stem, inside, address);
}

function checkAll(folders: readonly ImportFolder[]): void {
  const files = folders.flatMap((folder) => folder.files);
  for (const { path, bytes } of files) checkFileSize(path, bytes.length);
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  checkTotals('the import', files.length, total);
}

function nothingIn(files: readonly ImportFile[], notes: readonly string[]): Failure {
  const names = files.map(({ path }) => path);
  const what = names.length === 0 ? 'there are no files' : `there is no tool in ${list(names)}`;
  const why = notes.length > 0 ? ` ${notes.join(' ')}` : '';
  return new Failure('bad_request', `${what}.${why} What can be imported: ${KNOWN}`);
}
