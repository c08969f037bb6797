// A folder on a WebDAV server: Nextcloud, ownCloud, Apache `mod_dav`.
import { Parser } from 'htmlparser2';
import { toBase64 } from '../../../base/base64.ts';
import { Failure } from '../../../core/errors.ts';
import { isSafeForSecrets } from '../../../core/hosts.ts';
import { needsLook } from './probe.ts';
import { failureOf as refusal, readBody, readListing, sendPatiently, type HttpDeps } from './http.ts';
import type { Listed, SyncStore } from './store.ts';

export interface WebDavAddress {
  url: string;
  user: string;
  password: string;
  /** The server overwrites files although it was told not to, so each new file is looked for first. */
  looksFirst?: boolean;
}

const PROPERTIES =
  '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getetag/><getlastmodified/><getcontentlength/><resourcetype/></prop></propfind>';

export class WebDavStore implements SyncStore {
  readonly #base: string;
  readonly #address: WebDavAddress;
  readonly #deps: HttpDeps;

  /** @throws Failure `bad_request` for an address that is none */
  constructor(address: WebDavAddress, deps: HttpDeps) {
    this.#address = address;
    this.#base = baseOf(address.url);
    this.#deps = deps;
  }

  async read(path: string, most: number): Promise<Uint8Array | undefined> {
    const response = await this.#request('GET', path);
    if (response.status === 404) return undefined;
    if (!response.ok) throw failureOf(response.status, path);
    return readBody(response, most);
  }

  async create(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    if (this.#address.looksFirst && (await this.#request('HEAD', path)).ok) return false;
    const response = await this.#put(path, bytes, { 'If-None-Match': '*' });
    if (response.status === 412) return false;
    if (!response.ok) throw failureOf(response.status, path);
    return true;
  }

  async replace(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await this.#put(path, bytes, {});
    if (!response.ok) throw failureOf(response.status, path);
  }

  async remove(path: string): Promise<void> {
    const { ok, status } = await this.#request('DELETE', path);
    if (!ok && status !== 404) throw failureOf(status, path);
  }

  async list(folder: string): Promise<Listed[]> {
    const path = folder === '' ? '' : `${folder}/`;
    const response = await this.#request('PROPFIND', path, {
      headers: { Depth: '1', 'Content-Type': 'application/xml' },
      body: PROPERTIES,
    });
    if (response.status === 404) return [];
    if (response.status !== 207) throw failureOf(response.status === 200 ? 405 : response.status, folder);
    const here = new URL(this.#base + path).pathname;
    return readMultistatus(await readListing(response)).flatMap(({ href, tag }) => {
      const name = nameIn(here, href);
      return name === undefined ? [] : [{ name, tag }];
    });
  }

  async prepare(folders: readonly string[]): Promise<void> {
    for (const folder of ['', ...folders.map((one) => `${one}/`)]) {
      const { status, ok } = await this.#request('MKCOL', folder);
      // 405: it exists.
      if (!ok && status !== 405) throw failureOf(status, folder);
    }
  }

  async #put(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ): Promise<Response> {
    const send = (): Promise<Response> =>
      this.#request('PUT', path, {
        headers: { 'Content-Type': 'application/octet-stream', ...headers },
        body: bytes,
      });
    const response = await send();
    if (response.status !== 409 && response.status !== 404) return response;
    // Its folder is missing.
    await this.prepare([path.slice(0, path.lastIndexOf('/'))]);
    return send();
  }

  #request(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const { user, password } = this.#address;
    const credentials = toBase64(new TextEncoder().encode(`${user}:${password}`));
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(user !== '' && { Authorization: `Basic ${credentials}` }),
    };
    const url = this.#base + path;
    return sendPatiently(async () => ({ url, init: { ...init, method, headers } }), this.#deps);
  }
}

/**
 * Checks that the folder can be listed, read and written.
 * @returns the address, with what the server needs
 * @throws Failure that says what to do
 */
export async function testWebDav(address: WebDavAddress, deps: HttpDeps): Promise<WebDavAddress> {
  const { looksFirst: _, ...rest } = address;
  const store = new WebDavStore(rest, deps);
  await store.prepare(['devices']);
  return (await needsLook(store)) ? { ...rest, looksFirst: true } : rest;
}

function baseOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new Failure(
      'bad_request',
      'Enter the address of a folder, such as https://cloud.example/remote.php/dav/files/me/perilune, without user name or password.',
    );
  }
  if (!isSafeForSecrets(url)) {
    throw new Failure(
      'bad_request',
      'Enter an address that begins with https: over http, anyone on the network path could read the password. Perilune uses http only within your own network.',
    );
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

const failureOf = (status: number, path: string): Failure =>
  refusal(status, path, {
    401: [
      'denied',
      'The storage refused the user name or password. Check both. Nextcloud needs an app password when two-factor sign-in is on.',
    ],
    403: ['denied', 'The storage does not let this user write there. Choose another folder or another user.'],
    404: ['not_found', 'The storage has no folder at this address. Check the address.'],
    405: ['bad_request', 'The server does not speak WebDAV at this address. Check the address.'],
    409: ['conflict', 'The folder above this address does not exist. Create it, or choose another address.'],
  });

/** The name of a direct child of a folder. */
function nameIn(folder: string, href: string): string | undefined {
  const path = URL.canParse(href) ? new URL(href).pathname : href;
  const [here, there] = [decoded(folder), decoded(path)];
  if (!there.startsWith(here)) return undefined;
  const name = there.slice(here.length).replace(/\/$/, '');
  return name === '' || name.includes('/') ? undefined : name;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Reads a multistatus answer, whatever prefixes its names have. */
function readMultistatus(xml: string): { href: string; tag: string }[] {
  const entries: { href: string; tag: string }[] = [];
  let texts: Record<string, string> = {};
  let open = '';
  const parser = new Parser(
    {
      onopentag(name) {
        open = local(name);
        if (open === 'response') texts = {};
      },
      ontext(text) {
        texts[open] = (texts[open] ?? '') + text;
      },
      onclosetag(name) {
        open = '';
        if (local(name) !== 'response' || texts['href'] === undefined) return;
        const { getetag = '', getlastmodified = '', getcontentlength = '' } = texts;
        const tag = [getetag, getlastmodified, getcontentlength].map((text) => text.trim()).join(' ');
        entries.push({ href: texts['href'].trim(), tag });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return entries;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
