// Sorts dropped files into tools, files of a tool, and documents. Pure.
import { isArchiveOfDocuments, isImport, isManifest, isPack, isSkill, mayBeImport } from './import-signs.ts';

/** A file and its future path in the tool's folder. */
export interface Placed<F> {
  path: string;
  file: F;
}

/** A script to review and perhaps install. */
export interface Candidate<F = File> {
  file: F;
  /** Its modules, installed with it. */
  modules: Placed<F>[];
  /** Text files next to it that it may read: installed with it, or added to the library. */
  beside: Placed<F>[];
}

export interface Sorted<F> {
  candidates: Candidate<F>[];
  /** Archives, bundles, skills, requests, flows, API documents: reviewed together. */
  imports: Placed<F>[];
  /** Library packs, each reviewed on its own. */
  packs: F[];
  documents: F[];
}

const MODULE = /(?:^|\/)lib\/.*\.lua$/i;
const DATA = /\.(txt|text|json|jsonl|md|markdown|csv|tsv|yaml|yml|toml|xml|html?)$/i;

/** Always documents, whatever they are next to: a tool's files are texts. */
const NO_TEXT = /\.(pdf|docx|odt|epub|pptx|xlsx|ods|png|jpe?g|gif|webp|svg)$/i;
const PROSE = /\.(txt|text|md|markdown|csv|tsv|html?)$/i;

/** Bytes at the start of a file that are enough to recognise a tool. */
const SIGNS_WITHIN = 64 * 1024;
/** Bytes at the end of an archive that hold its directory: 10,000 files with names of 50 characters. */
const DIRECTORY_WITHIN = 1024 * 1024;

/**
 * - A library pack is reviewed on its own. An archive of documents is a document.
 * - Everything in the folder of a manifest is one import, and so is every file recognisable as a tool. A loose file
 *   next to a loose manifest is a document if it reads like one and the manifest does not name it.
 * - A `.lua` file below a folder `lib` is a module of the scripts in the folder above it, if there are any.
 * - Every other `.lua` file is a script.
 * - Text files in the folder of a single script that uses `fs` may be its files. Everything else is a document.
 * @param textOf reads a file, or at most `most` bytes of it, from its end if negative.
 */
export async function sortFiles<F extends { name: string }>(
  files: readonly F[],
  pathOf: (file: F) => string,
  textOf: (file: F, most?: number) => Promise<string>,
): Promise<Sorted<F>> {
  const given = files.map((file) => ({ file, path: pathOf(file) }));
  const packed = new Set<Placed<F>>();
  for (const one of given)
    if (/\.zip$/i.test(one.path) && isPack(one.path, await textOf(one.file, 64))) packed.add(one);
  const all = given.filter((one) => !packed.has(one));
  const imports = await importsOf(all, textOf);
  const placed = all.filter((one) => !imports.includes(one));
  const lua = placed.filter(({ path }) => /\.lua$/i.test(path));
  const folders = new Map<string, Candidate<F>[]>();
  const candidateOf = ({ file, path }: Placed<F>): Candidate<F> => {
    const candidate: Candidate<F> = { file, modules: [], beside: [] };
    folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), candidate]);
    return candidate;
  };
  const candidates = lua.filter(({ path }) => !MODULE.test(path)).map(candidateOf);
  for (const module of lua.filter(({ path }) => MODULE.test(path))) {
    const above = module.path.slice(0, module.path.search(/(^|\/)lib\//i)).replace(/\/$/, '');
    const owners = folders.get(above);
    if (!owners) candidates.push({ file: module.file, modules: [], beside: [] });
    for (const owner of owners ?? [])
      owner.modules.push({ file: module.file, path: below(above, module.path) });
  }
  const documents: F[] = [];
  for (const one of placed.filter((each) => !lua.includes(each))) {
    const alone = folders.get(folderOf(one.path));
    const [owner] = alone ?? [];
    const wanted =
      owner && alone?.length === 1 && DATA.test(one.path) && /\bfs\s*\./.test(await textOf(owner.file));
    if (wanted) owner.beside.push({ file: one.file, path: one.file.name });
    else documents.push(one.file);
  }
  return { candidates, imports, packs: [...packed].map(({ file }) => file), documents };
}

async function importsOf<F>(
  placed: readonly Placed<F>[],
  textOf: (file: F, most: number) => Promise<string>,
): Promise<Placed<F>[]> {
  const startOf = (file: F): Promise<string> => textOf(file, SIGNS_WITHIN);
  const skillFiles: Placed<F>[] = [];
  for (const one of placed.filter(({ path }) => /(^|\/)SKILL\.md$/.test(path)))
    if (isSkill(one.path, await startOf(one.file))) skillFiles.push(one);
  const skills = skillFiles.map(({ path }) => folderOf(path)).filter((root) => root !== '');
  const manifests = placed.filter((one) => isManifest(one.path) || skillFiles.includes(one));
  const roots = manifests.map(({ path }) => folderOf(path));
  const loose = await Promise.all(
    manifests.filter(({ path }) => folderOf(path) === '').map(({ file }) => startOf(file)),
  );
  const isBelow = (path: string): boolean => {
    // A skill's pictures and PDFs are no documents of the library; the review names them.
    if (skills.some((root) => path.startsWith(`${root}/`))) return true;
    if (NO_TEXT.test(path)) return false;
    const inFolder = roots.some((root) => root !== '' && path.startsWith(`${root}/`));
    if (inFolder || loose.length === 0) return inFolder;
    return path.includes('/') || !PROSE.test(path) || loose.some((text) => text.includes(path));
  };
  const found = new Set<Placed<F>>();
  for (const one of placed) {
    if (isBelow(one.path)) found.add(one);
    else if (/\.zip$/i.test(one.path) && isArchiveOfDocuments(await textOf(one.file, -DIRECTORY_WITHIN)))
      continue;
    else if (mayBeImport(one.path) && isImport(one.path, await startOf(one.file))) found.add(one);
  }
  const folders = new Set([...found].map(({ path }) => folderOf(path)));
  const isCases = (path: string): boolean =>
    /(^|[./])cases\.json$/i.test(path) && folders.has(folderOf(path));
  return placed.filter((one) => found.has(one) || isCases(one.path));
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function below(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
