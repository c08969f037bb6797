// Tools from an address: downloaded, verified against a hash, and compared with what is installed before anything
// changes.
import { freeName } from '../../base/free-name.ts';
import { createTwoFilesPatch } from 'diff';
import { Failure } from '../../core/errors.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { ImportFile, ToolDraft } from '../../core/tool-draft.ts';
import { IMPORT_LIMITS, sha256OfBytes, textOf } from './import-limits.ts';
import { declarationOf } from './lua-declaration.ts';
import { isZip } from './unpack-zip.ts';

/**
 * Downloads an address without credentials, following no redirect to another scheme.
 * @param limit bytes; the download may stop there
 */
export type FetchBytes = (url: string, limit: number) => Promise<Uint8Array>;

export interface InstallSource {
  /** Without its fragment; stored as `from.url`. */
  url: string;
  bytes: Uint8Array;
  /** SHA-256 of the bytes in lower-case hex; stored as `from.hash`. */
  hash: string;
  /** For `readImport`. */
  files: ImportFile[];
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const KNOWN_ENDING = /\.(lua|zip|skill|md|ya?ml|json|toml)$/i;

/**
 * @param given an https address (http for this machine), with `#sha256=…` at the end where a hash is pinned
 * @param expectedHash SHA-256 in hex, like the one in the address; when both are given, they must be equal
 * @throws Failure `bad_request` for another kind of address or an invalid hash, `denied` when the content doesn't
 *   match the hash, `too_large`; and the errors of `fetchBytes`
 */
export async function installSource(
  given: string,
  fetchBytes: FetchBytes,
  expectedHash?: string,
): Promise<InstallSource> {
  const address = toAddress(given);
  const pinned = pinnedHashes(address, expectedHash);
  address.hash = '';
  const bytes = await fetchBytes(address.href, IMPORT_LIMITS.total);
  if (bytes.length > IMPORT_LIMITS.total) {
    throw new Failure(
      'too_large',
      `${address.href} is larger than ${inMebibytes(IMPORT_LIMITS.total)}, the limit for imports`,
    );
  }
  const hash = await sha256OfBytes(bytes);
  const other = pinned.find((pin) => pin !== hash);
  if (other !== undefined) {
    throw new Failure(
      'denied',
      `${address.href} has a different SHA-256 than expected: ${hash} instead of ${other}. Nothing was installed`,
      { hash, expected: other },
    );
  }
  return { url: address.href, bytes, hash, files: [{ path: fileNameOf(address, bytes), bytes }] };
}

/** https, or http on this machine. */
export function isInstallAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname));
}

function toAddress(given: string): URL {
  let address: URL;
  try {
    address = new URL(given.trim());
  } catch {
    throw new Failure(
      'bad_request',
      `'${given.slice(0, 200)}' is not an address; it must begin with https://`,
    );
  }
  if (!isInstallAddress(address)) {
    throw new Failure(
      'bad_request',
      'tools can be installed only from https addresses, or over http from this computer',
    );
  }
  if (address.username !== '' || address.password !== '') {
    throw new Failure('bad_request', 'the address must not contain a user name or password');
  }
  return address;
}

function pinnedHashes(address: URL, expected: string | undefined): string[] {
  const inAddress = /^#(?:.*&)?sha256=([^&]*)/i.exec(address.hash)?.[1];
  return [inAddress, expected]
    .filter((hash) => hash !== undefined)
    .map((hash) => {
      const plain = hash.trim().toLowerCase();
      if (/^[0-9a-f]{64}$/.test(plain)) return plain;
      throw new Failure('bad_request', 'a SHA-256 hash has 64 hexadecimal digits');
    });
}

/** Returns the last part of the address, with an ending that fits the content if it has no known one. */
function fileNameOf(address: URL, bytes: Uint8Array): string {
  const plain = (address.pathname.split('/').pop() ?? '').replace(/%[0-9a-f]{2}|[^A-Za-z0-9._@-]+/gi, '-');
  const name = /^[.-]*$/.test(plain) ? 'download' : plain.slice(-200);
  if (KNOWN_ENDING.test(name)) return name;
  if (isZip(bytes)) return `${name}.zip`;
  const start = textOf(bytes.subarray(0, 3)) ?? '';
  if (start === '---') return `${name}.skill`;
  return start.trimStart().startsWith('{') ? `${name}.json` : `${name}.lua`;
}

/** Texts by path: a tool's contents, for comparison. */
export type ToolTexts = Record<string, string>;

export interface TextChange {
  path: string;
  what: 'added' | 'removed' | 'changed';
  /** A unified diff: `---`, `+++`, `@@` and lines that begin with ' ', '-' or '+'. */
  diff: string;
}

export interface UpstreamChange {
  /** Whether any text differs. The hash alone may change when an archive is packed again. */
  changed: boolean;
  /** Of the new content. */
  hash: string;
  changes: TextChange[];
}

/** Unchanged lines around a change. */
const CONTEXT = 3;

/**
 * Returns what an update would change. Nothing is applied.
 * @param current the installed texts; of several versions of a tool, the newest: see `textsOf`
 * @param fetched the hash from `installSource`, and the texts that `readImport` made of it
 */
export function compareUpstream(
  current: { hash: string; texts: ToolTexts },
  fetched: { hash: string; texts: ToolTexts },
): UpstreamChange {
  const { hash } = fetched;
  if (current.hash === hash && sameTexts(current.texts, fetched.texts))
    return { changed: false, hash, changes: [] };
  const paths = [...new Set([...Object.keys(current.texts), ...Object.keys(fetched.texts)])].sort();
  const changes = paths.flatMap((path): TextChange[] => {
    const [before, after] = [own(current.texts, path), own(fetched.texts, path)];
    if (before === after) return [];
    const what = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return [{ path, what, diff: unified(path, before ?? '', after ?? '') }];
  });
  return { changed: changes.length > 0, hash, changes };
}

/** Returns the difference of two texts of a file, as a unified diff. */
export function unified(path: string, before: string, after: string): string {
  // The time grows with the square of the edits. Beyond this number, which takes a second, all is shown as replaced.
  const options = { context: CONTEXT, maxEditLength: 1000 };
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, options);
  return patch ?? `--- ${path}\n+++ ${path}\n@@ @@\n${lines('-', before)}${lines('+', after)}`;
}

function lines(sign: string, text: string): string {
  return text.replace(/^.*(?:\n|$)/gm, (line) => (line === '' ? '' : `${sign}${line.replace(/\n?$/, '\n')}`));
}

/**
 * Returns the texts of tools under paths that are stable across versions: `weather.lua`, `weather/lib/words.lua`.
 * Accepts drafts and tools.
 */
export function textsOf(
  tools: readonly (Pick<ToolDraft, 'source' | 'files'> & {
    fileName?: string;
    name?: string;
    kind: string;
  })[],
): ToolTexts {
  const texts = new Map<string, string>();
  for (const tool of tools) {
    const ending = tool.kind === 'http' || tool.kind === 'flow' ? `.${tool.kind}.json` : '.lua';
    const stem = (tool.fileName ?? 'tool').replace(/(\.(http|flow))?\.(json|lua)$/i, '');
    const name = tool.name ?? nameIn(tool.source, ending) ?? stem;
    const free = freeName(
      name,
      (one) => texts.has(`${one}${ending}`),
      (number) => `${name} (${number})`,
    );
    texts.set(`${free}${ending}`, tool.source);
    for (const [path, text] of Object.entries(tool.files)) texts.set(`${free}/${path}`, text);
  }
  return Object.fromEntries(texts);
}

/** Returns the tool of that name in an import; of several versions the last, which an import selects. */
export function namesake(drafts: readonly ToolDraft[], name: string): ToolDraft | undefined {
  const nameOf = ({ kind, source, fileName }: ToolDraft): string =>
    nameIn(source, kind === 'lua' ? '.lua' : '.json') ??
    fileName.replace(/(\.(http|flow))?\.(json|lua)$/i, '');
  return drafts.findLast((draft) => nameOf(draft) === name);
}

function nameIn(source: string, ending: string): string | undefined {
  if (ending === '.lua') return declarationOf(source)?.name?.text;
  try {
    const name: unknown = (JSON.parse(source) as Record<string, unknown>)['name'];
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

function sameTexts(a: ToolTexts, b: ToolTexts): boolean {
  const paths = Object.keys(a);
  return paths.length === Object.keys(b).length && paths.every((path) => own(b, path) === a[path]);
}

function own(texts: ToolTexts, path: string): string | undefined {
  return Object.hasOwn(texts, path) ? texts[path] : undefined;
}
