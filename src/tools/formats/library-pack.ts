// Reads the file of a library pack. Its author is unknown: the archive is checked before it is unpacked, each file
// against its hash, and each field against its limits.
//
// - A file that is missing, unlisted, doubled or altered refuses the whole pack.
// - Names lose invisible characters. Addresses other than http and https are dropped.
import { withoutHidden } from '../../base/visible-text.ts';
import { isDeeperThan } from '../../base/json-depth.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { COLLECTION_COLOURS, COLLECTION_LIMITS, collectionName } from '../../core/collection.ts';
import { Failure } from '../../core/errors.ts';
import { keptName, LONGEST_IDENTITY } from '../../core/kept-names.ts';
import type { LibraryPack, PackFace, PackOriginal, PackProfile } from '../../core/library-pack.ts';
import type { BundleDraft, ImportFile } from '../../core/tool-draft.ts';
import { readBundleFiles } from './bundle-zip.ts';
import { checkFileSize, checkTotals, sha256OfBytes, textOf, type ArchiveLimits } from './import-limits.ts';
import { isBelow, within } from './import-path.ts';
import { unpackZip } from './unpack-zip.ts';

/** The first entry of the archive, by which a pack is recognised. */
export const PACK_MANIFEST = 'perilune-pack.json';
export const PACK_FORMAT = 'perilune-pack';
/** Raised when an older Perilune would misread the file: it knows no original files. */
export const PACK_VERSION = 2;
export const PACK_VERSION_OF_TEXTS = 1;
export const PACK_FOLDERS = { documents: 'documents', originals: 'originals', bundles: 'bundles' } as const;

const MIB = 1024 * 1024;

export const PACK_LIMITS = {
  total: 200 * MIB,
  entries: 22_000,
  original: 32 * MIB,
  fileOf: () => ({ bytes: 32 * MIB, what: 'a file of a pack' }),
  documents: 10_000,
  bundles: 20,
  /** Characters. */
  description: 4000,
  profileName: 64,
  profileText: 100_000,
  /** Of a profile. */
  tools: 500,
  tags: 50,
} as const satisfies ArchiveLimits & Record<string, unknown>;

const CONTENT_TYPE = /^[a-z]+\/[\w.+-]{1,100}$/;

/** Nesting of a manifest: front matter goes a few levels deep. */
const LEVELS = 40;

/** Reads each file of the archive once. */
interface Take {
  bytes(path: unknown, hash: unknown): Promise<Uint8Array>;
  text(path: unknown, hash: unknown): Promise<string>;
}

/** @throws Failure `bad_request`, `too_large` that names the problem; then nothing of the pack is used */
export async function readLibraryPack(bytes: Uint8Array, name: string): Promise<LibraryPack> {
  const open = new Map(unpackZip(bytes, name, PACK_LIMITS).map((file) => [file.path, file.bytes]));
  const manifest = readManifest(open, name);
  const bytesAt: Take['bytes'] = async (path, hash) => {
    const found = typeof path === 'string' ? open.get(path) : undefined;
    if (typeof path !== 'string' || !found) throw wrong(name, `the file '${shown(path)}' is missing`);
    if ((await sha256OfBytes(found)) !== hash) {
      throw wrong(name, `the file '${path}' was changed after the pack was made`);
    }
    open.delete(path);
    return found;
  };
  const take: Take = {
    bytes: bytesAt,
    text: async (path, hash) => {
      const text = textOf(await bytesAt(path, hash));
      if (text === undefined) throw wrong(name, `the file '${shown(path)}' is not text`);
      return text;
    },
  };
  const face = readFace(manifest, name);
  const documents = await readDocuments(manifest['documents'], take, name);
  const profile =
    manifest['profile'] === undefined ? undefined : await readProfile(manifest['profile'], take, name);
  const bundles = await readBundles(manifest['bundles'], open, name);
  const [unlisted] = open.keys();
  if (unlisted !== undefined) throw wrong(name, `the file '${unlisted}' is not in its list`);
  if (documents.length === 0 && bundles.length === 0 && !profile && face.questions.length === 0) {
    throw wrong(name, 'there is nothing in it');
  }
  return { ...face, documents, bundles, ...(profile && { profile }) };
}

function readManifest(open: Map<string, Uint8Array>, name: string): Record<string, unknown> {
  const bytes = open.get(PACK_MANIFEST);
  if (!bytes) throw wrong(name, `it has no ${PACK_MANIFEST}`);
  open.delete(PACK_MANIFEST);
  let manifest: unknown;
  try {
    manifest = JSON.parse(textOf(bytes) ?? '');
  } catch {
    throw wrong(name, `its ${PACK_MANIFEST} cannot be read`);
  }
  if (!isObject(manifest) || manifest['format'] !== PACK_FORMAT || isDeeperThan(LEVELS, manifest)) {
    throw wrong(name, `its ${PACK_MANIFEST} does not describe a pack`);
  }
  if (![PACK_VERSION_OF_TEXTS, PACK_VERSION].includes(manifest['formatVersion'] as number)) {
    throw wrong(name, 'it was made by a newer Perilune; reload the page to get the newest one');
  }
  return manifest;
}

function readFace(manifest: Record<string, unknown>, name: string): PackFace {
  const { name: called, description = '', instructions = '', questions = [], colour } = manifest;
  const title = typeof called === 'string' ? collectionName(withoutHidden(called)) : '';
  if (title === '') throw wrong(name, 'it has no name');
  if (typeof description !== 'string' || typeof instructions !== 'string') {
    throw wrong(name, 'its description or its instructions are not text');
  }
  if (instructions.length > COLLECTION_LIMITS.instructions)
    throw wrong(name, 'its instructions are too long');
  if (!areTexts(questions, COLLECTION_LIMITS.starters, COLLECTION_LIMITS.starter)) {
    throw wrong(name, 'its starter questions are broken');
  }
  return {
    name: title,
    description: withoutHidden(description.slice(0, PACK_LIMITS.description)),
    colour: COLLECTION_COLOURS.find((one) => one === colour) ?? 'grey',
    instructions,
    questions: questions.map((one) => keptName(withoutHidden(one))).filter((one) => one !== ''),
  };
}

async function readDocuments(list: unknown, take: Take, name: string): Promise<LibraryPack['documents']> {
  if (!Array.isArray(list)) throw wrong(name, 'its list of documents is broken');
  if (list.length > PACK_LIMITS.documents) {
    const most = PACK_LIMITS.documents.toLocaleString('en');
    throw new Failure('too_large', `${name} has more than ${most} documents. Nothing was imported`);
  }
  const documents: LibraryPack['documents'] = [];
  for (const entry of list as unknown[]) {
    if (!isObject(entry)) throw wrong(name, 'its list of documents is broken');
    const { path, sha256, title, content_type, original, tags = [], metadata = {} } = entry;
    if (typeof path !== 'string' || !isBelow(PACK_FOLDERS.documents, path)) {
      throw wrong(name, `a document cannot be at '${shown(path)}'`);
    }
    const body = await take.text(path, sha256);
    const called = typeof title === 'string' ? keptName(withoutHidden(title)) : '';
    if (called === '') throw wrong(name, `the document '${path}' has no title`);
    if (!areTexts(tags, PACK_LIMITS.tags, 100) || !isObject(metadata)) {
      throw wrong(name, `the description of the document '${path}' is broken`);
    }
    const author = textIn(entry, 'author');
    const url = textIn(entry, 'source_url');
    const [created, updated] = [dateIn(entry, 'created_at'), dateIn(entry, 'updated_at')];
    documents.push({
      ...{ path, title: called, body },
      content_type: content_type === 'text/plain' ? 'text/plain' : 'text/markdown',
      ...(author !== undefined && { author: keptName(withoutHidden(author)) }),
      ...(url !== undefined && isWebAddress(url) && { source_url: url }),
      ...(created !== undefined && { created_at: created }),
      ...(updated !== undefined && { updated_at: updated }),
      tags: tags.map((tag) => withoutHidden(tag).trim()).filter((tag) => tag !== ''),
      metadata: metadata as JsonObject,
      ...(original !== undefined && { original: await readOriginal(original, take, name) }),
    });
  }
  return documents;
}

/** Its bytes are for the person alone: nothing is read from them. */
async function readOriginal(entry: unknown, take: Take, name: string): Promise<PackOriginal> {
  const { path, sha256, name: called, type = '' } = isObject(entry) ? entry : {};
  if (typeof path !== 'string' || !isBelow(PACK_FOLDERS.originals, path)) {
    throw wrong(name, `an original file cannot be at '${shown(path)}'`);
  }
  const last = typeof called === 'string' ? keptName(withoutHidden(called)).split(/[/\\]/).at(-1) : '';
  if (!last) throw wrong(name, `the original file '${path}' has no name`);
  const bytes = new Uint8Array(await take.bytes(path, sha256));
  return { name: last, type: typeof type === 'string' && CONTENT_TYPE.test(type) ? type : '', bytes };
}

async function readProfile(entry: unknown, take: Take, name: string): Promise<PackProfile> {
  const broken = wrong(name, 'the description of its profile is broken');
  if (!isObject(entry)) throw broken;
  const { path, sha256, name: called, description = '', kind, tools, config } = entry;
  const title = typeof called === 'string' ? withoutHidden(called).trim() : '';
  const fine =
    title !== '' &&
    title.length <= PACK_LIMITS.profileName &&
    typeof description === 'string' &&
    (kind === 'text' || kind === 'lua') &&
    (tools === undefined || areTexts(tools, PACK_LIMITS.tools, 200)) &&
    (config === undefined ||
      (isObject(config) && Object.values(config).every((one) => typeof one === 'string')));
  if (!fine) throw broken;
  const text = await take.text(path, sha256);
  if (text.trim() === '' || text.length > PACK_LIMITS.profileText) {
    throw wrong(name, 'the instructions of its profile are empty or too long');
  }
  return {
    ...{ name: title, kind, text },
    description: withoutHidden(description.slice(0, PACK_LIMITS.description)),
    ...(tools && { tools: [...tools] }),
    ...(config && { config: config as Record<string, string> }),
  };
}

/** Bundles keep the limits that they have on their own. */
async function readBundles(
  list: unknown,
  open: Map<string, Uint8Array>,
  name: string,
): Promise<BundleDraft[]> {
  if (!areTexts(list, PACK_LIMITS.bundles, 200) || new Set(list).size !== list.length) {
    throw wrong(name, 'its list of bundles is broken');
  }
  const bundles: BundleDraft[] = [];
  const slugs = new Set<string>();
  for (const folder of list) {
    if (!/^bundles\/[^/]+$/.test(folder)) throw wrong(name, `a bundle cannot be at '${shown(folder)}'`);
    const files: ImportFile[] = [];
    for (const [path, bytes] of open) {
      if (isBelow(folder, path)) files.push({ path: within(folder, path), bytes });
    }
    for (const { path, bytes } of files) {
      checkFileSize(path, bytes.length);
      open.delete(`${folder}/${path}`);
    }
    checkTotals(
      folder,
      files.length,
      files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
    const bundle = await readBundleFiles(files, `${folder} in ${name}`);
    if (slugs.has(bundle.slug.toLowerCase())) throw wrong(name, `two bundles are called '${bundle.slug}'`);
    slugs.add(bundle.slug.toLowerCase());
    if (bundle.tools.length > 0) bundles.push(bundle);
  }
  return bundles;
}

function areTexts(list: unknown, most: number, longest: number): list is string[] {
  return (
    Array.isArray(list) &&
    list.length <= most &&
    list.every((one) => typeof one === 'string' && one.length <= longest)
  );
}

function textIn(entry: Record<string, unknown>, field: string): string | undefined {
  const value = entry[field];
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_IDENTITY ? value : undefined;
}

function dateIn(entry: Record<string, unknown>, field: string): string | undefined {
  const date = new Date(textIn(entry, field) ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function shown(path: unknown): string {
  return String(path).slice(0, 80);
}

function wrong(name: string, why: string): Failure {
  return new Failure('bad_request', `${name} cannot be opened: ${why}. Nothing was imported`);
}
