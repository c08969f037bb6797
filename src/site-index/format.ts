// The files of a site index, version 1, and their names.
//
// - Only `perilune.json` has a fixed name. All other files are named by the first 48 bits of the SHA-256 of their
//   content, so they can be cached forever, and an unchanged site keeps them.
// - All files except `perilune.json` and `files/*.json` are compressed (raw deflate), because static hosts compress
//   only text.
// - tools: all of the site's Lua tools; needed for a question to a model, not for search.
// - root: statistics and directories. terms: a part of the vocabulary, with inline postings of rare terms. postings:
//   those of several terms, or a layer of one frequent term, the best passages first. spelling: words by initial and
//   length. vectors: those of some passages, or the list of these files. model: what computes a question's vector.
//   places: which files hold the text of which page. text: a page, or a part of a long one. filters: pages with a
//   value.
import { Failure } from '../core/errors.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import type { SitePackInfo, SiteToolCode, SiteVectors } from '../core/site-pack.ts';
import type { Reader, Writer } from '../search/segment-bytes.ts';

export const MANIFEST = 'perilune.json';
export const FORMAT = 'perilune-pack';
export const VERSION = 1;

export type FileKind =
  'root' | 'terms' | 'postings' | 'spelling' | 'places' | 'text' | 'filters' | 'tools' | 'vectors' | 'model';

/** The content of `perilune.json`. */
export interface PackManifest extends SitePackInfo {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** Hex SHA-256 of the root; it names the file. */
  root: string;
  /** Hex SHA-256 of the list of all files and their hashes; it names the list. */
  files: string;
  /** Compressed size of all page texts; missing in older indexes. */
  textBytes?: number;
  /** The file of the site's tools, if any. */
  toolsFile?: FileKey;
  vectors?: PackVectorsInfo;
}

export interface PackVectorsInfo extends SiteVectors {
  /** The file that lists the places of all vectors. */
  list: FileKey;
}

/** Key of a file name: 12 hex digits. */
export type FileKey = string;

const KEY_BYTES = 6;

export function keyOf(sha256: string): FileKey {
  return sha256.slice(0, 2 * KEY_BYTES);
}

export function fileName(kind: FileKind, key: FileKey): string {
  return `${kind}/${key}.bin`;
}

export function listName(key: FileKey): string {
  return `files/${key}.json`;
}

export function writeKey(out: Writer, key: FileKey): void {
  out.bytes(
    Uint8Array.from({ length: KEY_BYTES }, (_, i) => Number.parseInt(key.slice(2 * i, 2 * i + 2), 16)),
  );
}

export function readKey(input: Reader): FileKey {
  const view = input.fixed(KEY_BYTES);
  let key = '';
  for (let i = 0; i < KEY_BYTES; i++) key += view.getUint8(i).toString(16).padStart(2, '0');
  return key;
}

/** @throws Failure `bad_output` for an invalid manifest, and for other versions. */
export function readManifest(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): PackManifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(decode(bytes));
  } catch {
    throw new Failure('bad_output', `${MANIFEST} is not JSON: something else is at this address.`);
  }
  if (!isObject(manifest) || manifest['format'] !== FORMAT) {
    throw new Failure('bad_output', `${MANIFEST} is not the manifest of a pack.`);
  }
  const { version, root, files, name, pages, passages, filters, tools, toolsFile, vectors, widget, base } =
    manifest;
  if (version !== VERSION) {
    throw new Failure(
      'bad_output',
      `The pack has version ${String(version)}; this program reads version ${VERSION}. Build it with the program that reads it.`,
    );
  }
  const isWhole =
    [root, files].every((hash) => typeof hash === 'string' && /^[\da-f]{64}$/.test(hash)) &&
    typeof name === 'string' &&
    [pages, passages].every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
    areFilters(filters) &&
    areTools(tools) &&
    (toolsFile === undefined || /^[\da-f]{12}$/.test(String(toolsFile))) &&
    (vectors === undefined || areVectors(vectors)) &&
    isTextIfAny(base) &&
    isObject(widget as JsonObject);
  if (!isWhole) throw new Failure('bad_output', `${MANIFEST} is damaged.`);
  return manifest as unknown as PackManifest;
}

/** Parses the file of the site's tools. @throws Failure `bad_output` for anything else. */
export function readTools(tools: unknown): SiteToolCode[] {
  const isTool = (tool: unknown): boolean =>
    isObject(tool) &&
    [tool['name'], tool['source']].every((value) => typeof value === 'string') &&
    [tool['spec'], tool['config']].every((value) => value === undefined || isObject(value)) &&
    isObject(tool['files']) &&
    Object.values(tool['files']).every((file) => typeof file === 'string');
  if (!Array.isArray(tools) || !tools.every(isTool)) {
    throw new Failure('bad_output', 'The file of the site’s tools is damaged.');
  }
  return tools as SiteToolCode[];
}

/** File names become part of an address, so only valid ones are accepted. */
function areVectors(vectors: unknown): boolean {
  if (!isObject(vectors)) return false;
  const { model, dimensions, list, files } = vectors;
  return (
    typeof model === 'string' &&
    Number.isSafeInteger(dimensions) &&
    /^[\da-f]{12}$/.test(String(list)) &&
    isObject(files) &&
    ['graph', 'tokenizer', 'runtime'].every((name) => /^model\/[\da-f]{12}\.bin$/.test(String(files[name])))
  );
}

function areTools(tools: unknown): boolean {
  const isTool = (tool: unknown): boolean =>
    isObject(tool) && typeof tool['name'] === 'string' && isTextIfAny(tool['description']);
  return Array.isArray(tools) && tools.every(isTool);
}

/** The number of pages for each value. */
function areFilters(filters: unknown): boolean {
  const areCounts = (values: unknown): boolean =>
    isObject(values) && Object.values(values).every((count) => typeof count === 'number');
  return isObject(filters) && Object.values(filters).every(areCounts);
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
