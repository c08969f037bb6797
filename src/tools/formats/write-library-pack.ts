// Writes the file of a library pack, and masks what it should not tell. The same contents give the same bytes.
import { maskPrivate, maskPrivateIn } from '../../core/mask-private.ts';
import type { PackDocument, PackFace, PackFinding, PackProfile } from '../../core/library-pack.ts';
import type { Tool } from '../../core/tool.ts';
import { bundleTexts, freeFileName, packZip, type BundleFace } from './bundle-zip.ts';
import { bytesOf, sha256OfBytes } from './import-limits.ts';
import {
  PACK_FOLDERS,
  PACK_FORMAT,
  PACK_LIMITS,
  PACK_MANIFEST,
  PACK_VERSION,
  PACK_VERSION_OF_TEXTS,
} from './library-pack.ts';

export interface PackContents extends PackFace {
  documents: PackDocument[];
  bundles: { bundle: BundleFace; tools: Tool[] }[];
  profile?: PackProfile;
}

/** @throws Failure `too_large` or `bad_request` when it could not be opened again */
export async function writeLibraryPack(contents: PackContents): Promise<Uint8Array> {
  const { documents, bundles, profile, ...face } = contents;
  const files = new Map<string, string | Uint8Array>();
  const put = async (
    path: string,
    content: string | Uint8Array,
  ): Promise<{ path: string; sha256: string }> => {
    files.set(path, content);
    return { path, sha256: await sha256OfBytes(typeof content === 'string' ? bytesOf(content) : content) };
  };
  const names = new Set<string>();
  const listed = [];
  const originals = new Set<string>();
  for (const { body, original, ...document } of documents) {
    const ending = document.content_type === 'text/plain' ? 'txt' : 'md';
    const name = freeFileName(names, `${fileName(document.title)}.${ending}`);
    const entry = { ...(await put(`${PACK_FOLDERS.documents}/${name}`, body)), ...document };
    if (!original) listed.push(entry);
    else {
      const { bytes, ...described } = original;
      const path = `${PACK_FOLDERS.originals}/${freeFileName(originals, packedName(original.name))}`;
      listed.push({ ...entry, original: { ...(await put(path, bytes)), ...described } });
    }
  }
  const folders: string[] = [];
  const slugs = new Set<string>();
  for (const { bundle, tools } of bundles) {
    const folder = `${PACK_FOLDERS.bundles}/${freeFileName(slugs, bundle.slug)}`;
    folders.push(folder);
    for (const [path, text] of await bundleTexts(bundle, tools)) files.set(`${folder}/${path}`, text);
  }
  const manifest = {
    format: PACK_FORMAT,
    formatVersion: originals.size > 0 ? PACK_VERSION : PACK_VERSION_OF_TEXTS,
    ...face,
    documents: listed,
    bundles: folders,
    ...(profile && { profile: await described(profile, put) }),
  };
  files.set(PACK_MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`);
  return packZip(files, PACK_MANIFEST, PACK_LIMITS);
}

/** Letters and digits of any script, so that few titles share a name. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'document' : plain;
}

/** Keeps the ending, which says what it is. */
function packedName(name: string): string {
  const [, plain = name, ending = ''] = /^(.*)\.([A-Za-z0-9]{1,8})$/.exec(name) ?? [];
  return `${fileName(plain)}${ending === '' ? '' : `.${ending.toLowerCase()}`}`;
}

async function described(
  { text, ...profile }: PackProfile,
  put: (path: string, text: string) => Promise<object>,
): Promise<object> {
  return { ...profile, ...(await put(`profile.${profile.kind === 'lua' ? 'lua' : 'md'}`, text)) };
}

/** Masks keys and private paths in every text, also in the code of tools. @returns where, by the parts' names */
export function maskPack(contents: PackContents): { contents: PackContents; findings: PackFinding[] } {
  const findings: PackFinding[] = [];
  const masked = <T>(where: string, value: T): T => {
    const found = typeof value === 'string' ? maskPrivate(value) : maskPrivateIn(value);
    const { keys, paths } = found;
    if (keys + paths > 0) findings.push({ where, keys, paths });
    return found.value as T;
  };
  const { documents, bundles, profile, ...face } = contents;
  return {
    contents: {
      ...masked(face.name, face),
      // Original files are neither read nor changed.
      documents: documents.map(({ original, ...document }) => ({
        ...masked(document.title, document),
        ...(original && { original }),
      })),
      bundles: bundles.map(({ bundle, tools }) => ({
        bundle: masked(bundle.displayName, bundle),
        tools: tools.map((tool) => {
          const { source, files, config } = tool;
          return { ...tool, ...masked(tool.name, { source, files, config }) };
        }),
      })),
      ...(profile && { profile: masked(profile.name, profile) }),
    },
    findings,
  };
}
