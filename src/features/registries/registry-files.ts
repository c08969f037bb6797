// The files of a registry: below an address, in a ZIP at an address, in a folder of this device, or in a stored copy.
// None leads outside of it.
import { Failure } from '../../core/errors.ts';
import type { FolderHandle } from '../../core/local-link.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { ToolRegistry } from '../../core/tool-registry.ts';
import { readWithin } from '../../tools/formats/fetch-bytes.ts';
import { isInstallAddress } from '../../tools/formats/from-url.ts';
import { IMPORT_LIMITS, textOf } from '../../tools/formats/import-limits.ts';
import { filesBehind } from '../../ui/studio/local/disk.ts';

export interface RegistryFiles {
  /** @returns undefined when there is no such file. @throws Failure `unavailable`, `denied`, `too_large`, `bad_request` */
  text(path: string): Promise<string | undefined>;
  /** All paths, where they can be listed. */
  paths?(): Promise<string[]>;
}

/** Bytes of a manifest, a script or a README: a tool may not be larger. */
const MOST = 1024 * 1024;
/** Milliseconds. */
const PATIENCE = 30_000;

/** @throws Failure that says what to do when it can't be read */
export async function openFiles(registry: ToolRegistry, send: typeof fetch = fetch): Promise<RegistryFiles> {
  const { address, handle, files } = registry;
  if (files) return mapFiles(files);
  if (handle) return folderFiles(handle);
  if (address === undefined)
    throw new Failure('not_found', 'This registry has no address or folder. Add it again.');
  if (!isZipAddress(address)) return addressFiles(address, send);
  const bytes = await download(address, address, IMPORT_LIMITS.total, send);
  if (!bytes) throw new Failure('not_found', `There is no file at ${address}.`);
  const { unpackZip } = await import('../../tools/formats/unpack-zip.ts');
  return mapFiles(new Map(inside(unpackZip(bytes, address)).map((file) => [file.path, file.bytes])));
}

/**
 * Returns the address of a registry's folder, ending in `/`, or of its ZIP. The page of a repository on GitHub becomes the
 * address of its files.
 * @throws Failure `bad_request` that says what to change
 */
export function toRegistryAddress(given: string): string {
  const text = given.trim();
  if (!URL.canParse(text)) {
    throw new Failure('bad_request', 'That is not an address. Use one like https://example.com/registry/.');
  }
  const url = new URL(text);
  if (!isInstallAddress(url)) {
    throw new Failure('bad_request', 'A registry has an https address, or http on this computer.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new Failure(
      'bad_request',
      'Remove the password and everything after the question mark from the address.',
    );
  }
  url.hash = '';
  const [, owner, name, branch = 'HEAD', below = ''] =
    (url.host === 'github.com' &&
      /^\/([^/]+)\/([^/]+?)(?:\.git)?(?:\/(?:tree|blob)\/([^/]+)(?:\/(.*))?)?\/?$/.exec(url.pathname)) ||
    [];
  if (owner !== undefined)
    return toRegistryAddress(`https://raw.githubusercontent.com/${owner}/${name}/${branch}/${below}`);
  if (isZipAddress(url.href)) return url.href;
  return url.href.replace(/\/*(?:\/registry\.toml)?$/i, '/');
}

function isZipAddress(address: string): boolean {
  return new URL(address).pathname.toLowerCase().endsWith('.zip');
}

function addressFiles(base: string, send: typeof fetch): RegistryFiles {
  return {
    async text(path) {
      const url = new URL(path.split('/').map(encodeURIComponent).join('/'), base);
      if (!url.href.startsWith(base)) throw new Failure('denied', `${path} is not in the registry ${base}`);
      const bytes = await download(url.href, base, MOST, send);
      return bytes && asText(path, bytes);
    },
  };
}

/** @returns undefined when there is no such file */
async function download(
  url: string,
  base: string,
  most: number,
  send: typeof fetch,
): Promise<Uint8Array | undefined> {
  const response = await send(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined);
  if (!response) throw new Failure('unavailable', unreachable(new URL(base).host));
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw new Failure(
      'denied',
      `${url} redirects elsewhere. Perilune reads a registry only from its own address. Add the address where its files are.`,
    );
  }
  // Hosts of single-page apps answer with a page where there is no file.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (response.status === 404 || response.status === 410 || (response.ok && isPage)) {
    await response.body?.cancel().catch(() => undefined);
    return undefined;
  }
  if (!response.ok) throw new Failure('unavailable', `${url} returned status ${response.status}.`);
  return readWithin(response, url, most);
}

function unreachable(host: string): string {
  return typeof navigator !== 'undefined' && navigator.onLine === false
    ? `You are offline, so ${host} can’t be read. Installed tools keep working.`
    : `${host} can’t be read: it doesn’t respond, or doesn’t allow other pages to read it (CORS).`;
}

async function folderFiles(handle: FolderHandle): Promise<RegistryFiles> {
  if ((await handle.queryPermission?.({ mode: 'read' })) === 'prompt') {
    throw new Failure(
      'denied',
      `The browser asks you again before Perilune may read the folder ${handle.name}.`,
    );
  }
  const known = await filesBehind(handle).catch((error: unknown) => {
    if (error instanceof Failure) throw error;
    throw new Failure('unavailable', `The folder ${handle.name} can’t be read. Choose it again in Settings.`);
  });
  return {
    paths: async () => [...known.keys()],
    async text(path) {
      const file = await known.get(path)?.getFile();
      if (!file) return undefined;
      if (file.size > MOST) throw tooLarge(path);
      return asText(path, new Uint8Array(await file.arrayBuffer()));
    },
  };
}

export function mapFiles(files: ReadonlyMap<string, Uint8Array>): RegistryFiles {
  return {
    paths: async () => [...files.keys()],
    async text(path) {
      const bytes = files.get(path);
      if (bytes && bytes.length > MOST) throw tooLarge(path);
      return bytes && asText(path, bytes);
    },
  };
}

/** Drops a single outermost folder, as archives of repositories have. */
export function inside<File extends { path: string }>(files: readonly File[]): File[] {
  const [first = ''] = files.map(({ path }) => path.slice(0, path.indexOf('/') + 1));
  const isOne = first !== '' && files.every(({ path }) => path.startsWith(first));
  return isOne ? files.map((file) => ({ ...file, path: file.path.slice(first.length) })) : [...files];
}

function tooLarge(path: string): Failure {
  return new Failure('too_large', `${path} is larger than ${inMebibytes(MOST)}`);
}

function asText(path: string, bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text === undefined) throw new Failure('bad_request', `${path} is not a text file`);
  return text;
}
