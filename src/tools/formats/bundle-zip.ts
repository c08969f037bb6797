// The app's own bundle file: a ZIP of sources and their files, with a manifest that has the hash of each. The same
// tools give the same bytes, and a bundle is either read back unchanged or rejected.
import { freeName } from '../../base/free-name.ts';
import { zipSync, type Zippable } from 'fflate';
import { SLUG, type Bundle } from '../../core/bundle.ts';
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { Tool } from '../../core/tool.ts';
import type { BundleDraft, ImportFile, ToolDraft } from '../../core/tool-draft.ts';
import { bundleDraft } from './draft.ts';
import {
  bytesOf,
  checkFileSize,
  checkTotals,
  decodeUtf8,
  sha256OfBytes,
  textOf,
  type ArchiveLimits,
} from './import-limits.ts';
import { folderOf, toImportPath } from './import-path.ts';
import { fromPortable, portableOrder, toPortable, type PortableTool } from './portable-tool.ts';
import { unpackZip } from './unpack-zip.ts';

export const MANIFEST = 'perilune-bundle.json';
const FORMAT = 'perilune-bundle';
/** Raised when an older Perilune would misread the file. */
const FORMAT_VERSION = 1;

/** The fields of a bundle that are exported. */
export type BundleFace = Pick<Bundle, 'slug' | 'displayName' | 'description'>;

interface ManifestTool extends PortableTool {
  /** Of its source. */
  path: string;
  sha256: string;
  /** Files beside its source, by relative path. */
  files: { path: string; sha256: string }[];
  /** The file that holds its test cases. */
  cases?: string;
}

interface Manifest extends BundleFace {
  format: typeof FORMAT;
  formatVersion: number;
  tools: ManifestTool[];
  /** Names of the secrets that configs refer to. */
  secrets: string[];
}

const SOURCES: Record<PortableTool['kind'], string> = {
  lua: 'tool.lua',
  connector: 'connector.lua',
  http: 'tool.http.json',
  flow: 'tool.flow.json',
};

export async function writeBundle(bundle: BundleFace, tools: readonly Tool[]): Promise<Uint8Array> {
  return packZip(await bundleTexts(bundle, tools));
}

/** Returns the files of a bundle by path, the manifest among them. */
export async function bundleTexts(bundle: BundleFace, tools: readonly Tool[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const folders = new Set<string>();
  const listed: ManifestTool[] = [];
  const ordered = portableOrder(tools);
  for (const tool of ordered) {
    const portable = toPortable(tool);
    const folder = freeFileName(folders, `tools/${plainPart(tool.name)}@${plainPart(tool.spec.version)}`);
    const beside = new Set(Object.keys(tool.files).map((path) => path.toLowerCase()));
    const source = freeFileName(beside, SOURCES[portable.kind]);
    texts.set(`${folder}/${source}`, tool.source);
    const files: ManifestTool['files'] = [];
    for (const [path, text] of Object.entries(tool.files).sort(([a], [b]) => (a < b ? -1 : 1))) {
      texts.set(`${folder}/${path}`, text);
      files.push({ path, sha256: await sha256OfBytes(bytesOf(text)) });
    }
    listed.push({
      ...portable,
      path: `${folder}/${source}`,
      sha256: await sha256OfBytes(bytesOf(tool.source)),
      files,
      ...(Object.hasOwn(tool.files, 'cases.json') && { cases: 'cases.json' }),
    });
  }
  const manifest: Manifest = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    slug: bundle.slug,
    displayName: bundle.displayName,
    description: bundle.description,
    tools: listed,
    secrets: [...new Set(ordered.flatMap(({ config }) => namesIn(config)))].sort(),
  };
  return new Map([[MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`], ...texts]);
}

/**
 * Packs files in the order of their paths, all with one date, so that the same texts give the same bytes.
 * @param first the path of a file that comes before the others
 * @param limits absent: those of tools
 * @throws Failure `too_large` or `bad_request` when it could not be imported again
 */
export function packZip(
  contents: ReadonlyMap<string, string | Uint8Array>,
  first?: string,
  limits?: ArchiveLimits,
): Uint8Array {
  const files: Zippable = {};
  let total = 0;
  for (const path of [...contents.keys()].sort(
    (a, b) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1),
  )) {
    const content = contents.get(path) ?? '';
    const bytes = typeof content === 'string' ? bytesOf(content) : content;
    checkFileSize(path, bytes.length, limits);
    total += bytes.length;
    files[toImportPath(path, 'the export')] = bytes;
  }
  checkTotals('the export', contents.size, total, limits);
  // The earliest date in a ZIP, in any time zone: the format stores local time only.
  return zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) });
}

/** @throws Failure `bad_request` or `too_large`: see `unpackZip` and `readBundleFiles` */
export async function readBundle(bytes: Uint8Array, name = 'the bundle'): Promise<BundleDraft> {
  return readBundleFiles(unpackZip(bytes, name), name);
}

/**
 * @param files of the bundle, by their paths inside it
 * @throws Failure `bad_request` when a file is missing, unlisted or doesn't match its hash, or when the manifest is
 *   unreadable
 */
export async function readBundleFiles(files: readonly ImportFile[], name: string): Promise<BundleDraft> {
  const open = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const given = open.get(MANIFEST);
  if (!given) throw wrong(name, `it has no ${MANIFEST}`);
  open.delete(MANIFEST);
  const manifest = readManifest(given, name);
  const take = async (path: unknown, hash: unknown): Promise<string> => {
    const bytes = typeof path === 'string' ? open.get(path) : undefined;
    if (typeof path !== 'string' || !bytes) throw wrong(name, `the file '${String(path)}' is missing`);
    if ((await sha256OfBytes(bytes)) !== hash) {
      throw wrong(name, `the file '${path}' was changed after the bundle was made`);
    }
    open.delete(path);
    const text = decodeUtf8(bytes, true);
    if (text === undefined) throw wrong(name, `the file '${path}' is not text`);
    return text;
  };
  const tools: ToolDraft[] = [];
  for (const entry of manifest['tools'] as unknown[]) {
    if (!isObject(entry) || !Array.isArray(entry['files'])) throw wrong(name, 'its list of tools is broken');
    const folder = folderOf(String(entry['path']));
    const source = await take(entry['path'], entry['sha256']);
    const beside: [string, string][] = [];
    for (const file of entry['files'] as unknown[]) {
      if (!isObject(file)) throw wrong(name, 'its list of files is broken');
      const text = await take(`${folder}/${String(file['path'])}`, file['sha256']);
      beside.push([String(file['path']), text]);
    }
    tools.push(fromPortable(entry, source, Object.fromEntries(beside), name));
  }
  const [unlisted] = open.keys();
  if (unlisted !== undefined) throw wrong(name, `the file '${unlisted}' is not in its list`);
  return toBundleDraft(manifest, tools, name);
}

/** Reads a manifest's description of the bundle itself. */
export function toBundleDraft(
  manifest: Record<string, unknown>,
  tools: ToolDraft[],
  name: string,
): BundleDraft {
  const { slug, displayName, description } = manifest;
  if (typeof slug !== 'string' || typeof displayName !== 'string' || typeof description !== 'string') {
    throw wrong(name, 'its name or description is missing');
  }
  if (!SLUG.test(slug)) throw wrong(name, `a bundle can’t be called '${slug.slice(0, 80)}'`);
  return bundleDraft({ name: displayName, slug, displayName, description, tools });
}

function readManifest(bytes: Uint8Array, name: string): Record<string, unknown> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(textOf(bytes) ?? '');
  } catch {
    throw wrong(name, `its ${MANIFEST} cannot be read`);
  }
  if (!isObject(manifest) || manifest['format'] !== FORMAT || !Array.isArray(manifest['tools'])) {
    throw wrong(name, `its ${MANIFEST} is not a list of tools`);
  }
  if (manifest['formatVersion'] !== FORMAT_VERSION) {
    throw wrong(name, 'it was made by a newer Perilune; reload the page to get the newest one');
  }
  return manifest;
}

function wrong(name: string, why: string): Failure {
  return new Failure('bad_request', `${name} cannot be imported: ${why}. Nothing was imported`);
}

/** Turns a name or a version into a path segment that every file system accepts. */
function plainPart(text: string): string {
  return text.replace(/[^A-Za-z0-9._+-]+/g, '-').slice(0, 64);
}

/**
 * Returns `name`, or the first of `name-2`, `name-3` … that is free. @param taken in lower case: some file systems
 * ignore case.
 */
export function freeFileName(taken: Set<string>, name: string): string {
  const [, stem = name, ending = ''] = /^([^.@]*)(\.[a-z.]+)?$/.exec(name) ?? [];
  const free = freeName(
    name,
    (one) => taken.has(one.toLowerCase()),
    (number) => `${stem}-${number}${ending}`,
  );
  taken.add(free.toLowerCase());
  return free;
}
