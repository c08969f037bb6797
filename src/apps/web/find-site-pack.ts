// Finds the index of a documentation site from any address of it, and reads its files. The site is another origin,
// and untrusted.
//
// - Places are tried in turn: the address itself, the folder `perilune/` next to it, the places its page names, and
//   `/perilune/` of the host.
// - Every file name except the manifest's is a hash of the content, and is checked. That also detects a
//   half-published index.
import { sha256Hex } from '../../base/digest.ts';
import { inflateUpTo, readUpTo } from '../../core/bounded-bytes.ts';
import { Failure } from '../../core/errors.ts';
import { toWebAddress, whyUnreachable } from '../../knowledge/web-page.ts';
import { FORMAT, MANIFEST, type PackManifest, readManifest } from '../../site-index/format.ts';
import type { PackSource } from '../../site-index/pack-files.ts';

export interface FoundPack {
  /** Address of its folder, with a trailing slash. */
  address: string;
  manifest: PackManifest;
}

/** Bytes. A manifest contains the site's tools; other files have a few dozen kilobytes; HTML pages may be large. */
const MOST = { manifest: 8 * 2 ** 20, file: 8 * 2 ** 20, inflated: 32 * 2 ** 20, page: 5 * 2 ** 20 } as const;
/** Per file, in milliseconds. */
const PATIENCE = 30_000;
/** Milliseconds between attempts at a busy host. */
const PAUSES = [500, 2000, 8000] as const;
/** The library holds no more. */
const MOST_PAGES = 100_000;

const ASKING = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
const decoder = new TextDecoder();

/**
 * @param written address as typed: of the site, one of its pages, or the index folder
 * @throws Failure `bad_request`, `not_found`, `unavailable` with advice, `bad_output` for an unreadable index.
 */
export async function findSitePack(written: string, signal?: AbortSignal): Promise<FoundPack> {
  const url = toWebAddress(written);
  if (!url) throw new Failure('bad_request', 'This is not a web address. It must begin with https://.');
  const look = new Look(signal);
  const [folder, ...beside] = foldersOf(url);
  const found =
    (await look.at([folder!, ...beside])) ??
    (await look.at(await look.named(url))) ??
    (await look.at([new URL('/perilune/', url).href]));
  if (found) return found;
  throw new Failure(look.isUnread ? 'unavailable' : 'not_found', await whyNone(url, look.isUnread));
}

/** Candidate folders for an address: that folder itself, and `perilune/` in it. */
function foldersOf(url: URL): string[] {
  const { href } = new URL('.', url);
  if (url.pathname.endsWith(`/${MANIFEST}`)) return [href];
  // `/docs` may be a folder served without its slash.
  const last = url.pathname.split('/').at(-1)!;
  const folders = last === '' || last.includes('.') ? [href] : [`${url.origin}${url.pathname}/`, href];
  return folders.flatMap((one) => [one, `${one}perilune/`]);
}

/** Returns the folder of an address that may name the folder or its manifest. */
function folderAt({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.replace(`/${MANIFEST}`, '/').replace(/\/?$/, '/');
}

class Look {
  /** A request failed without a response, which is how a browser reports a CORS error. */
  isUnread = false;
  readonly #signal: AbortSignal | undefined;
  readonly #tried = new Set<string>();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Returns the first of the folders that contains an index. */
  async at(folders: readonly string[]): Promise<FoundPack | undefined> {
    const fresh = folders.filter((folder) => !this.#tried.has(folder));
    for (const folder of fresh) this.#tried.add(folder);
    const manifests = await Promise.all(
      fresh.map(async (folder) => ({
        address: folder,
        text: await this.#text(folder + MANIFEST, MOST.manifest),
      })),
    );
    // Single-page hosts answer any address with their start page.
    const found = manifests.find(({ text }) => text?.includes(FORMAT));
    if (!found) return undefined;
    const manifest = readManifest(new TextEncoder().encode(found.text), (bytes) => decoder.decode(bytes));
    if (manifest.pages > MOST_PAGES || manifest.pages < 0)
      throw new Failure(
        'too_large',
        `The site has ${manifest.pages} pages; a library can have ${MOST_PAGES}.`,
      );
    return { address: found.address, manifest };
  }

  /** Returns the folders that a page of the site names: in its search box, or in a link to the index. */
  async named(url: URL): Promise<string[]> {
    const html = await this.#text(url.href, MOST.page);
    if (html === undefined) return [];
    const { parsePage, elementsOf, attribute } = await import('../../knowledge/extract/html-nodes.ts');
    let base = url;
    const named: string[] = [];
    for (const element of elementsOf(parsePage(html))) {
      const href = attribute(element, 'href') ?? '';
      if (element.name === 'base' && URL.canParse(href, url)) base = new URL(href, url);
      if (element.name === 'perilune-chat') named.push(attribute(element, 'pack') || 'perilune/');
      if (element.name === 'link' && /\bperilune-pack\b/.test(attribute(element, 'rel') ?? ''))
        named.push(href);
    }
    return named.flatMap((href) => {
      const folder = URL.canParse(href, base) ? new URL(href, base) : undefined;
      return folder && /^https?:$/.test(folder.protocol) ? [folderAt(folder)] : [];
    });
  }

  async #text(address: string, most: number): Promise<string | undefined> {
    try {
      const response = await fetch(address, {
        ...ASKING,
        cache: 'no-cache',
        signal: withPatience(this.#signal),
      });
      if (!response.ok) return undefined;
      return decoder.decode(await readUpTo(response.body, most));
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (error instanceof Failure) throw error;
      this.isUnread = true;
      return undefined;
    }
  }
}

async function whyNone(url: URL, isUnread: boolean): Promise<string> {
  const { host } = url;
  const why = isUnread ? await whyUnreachable(url) : undefined;
  if (why === 'offline') return 'This device is offline. Connect it and try again.';
  if (why === 'insecure')
    return `Browsers block https pages from reading http addresses. Try https://${host}.`;
  if (why === 'closed')
    return `${host} does not allow other pages to read it (CORS), so Perilune can’t check for a pack. The site’s operator can allow it for the pack’s folder with the header “Access-Control-Allow-Origin: *”. Until then, add single pages as files.`;
  if (why === 'away')
    return `${host} cannot be reached: the address may be wrong, the server may be down, or a browser extension may block it.`;
  return `No pack was found at ${host}. “perilune build” writes it to a folder, usually ${url.origin}/perilune/. If you know the folder, enter its address; to add single pages, choose “Add from the web”.`;
}

/** Reads files of an index. @throws Failure also when `signal` aborts. */
export function siteSource(address: string, signal?: AbortSignal): PackSource {
  return {
    read: async (name) => {
      const ask = (cache: RequestCache): Promise<Uint8Array> => askPatiently(address + name, cache, signal);
      if (name === MANIFEST) return ask('no-cache');
      // A file named by its hash never changes, so the browser's cache is fine, except for a copy made while the site
      // was being published.
      const kept = await ask('force-cache').catch(unlessMissing);
      if (kept && (await isNamedBy(name, kept))) return kept;
      const bytes = await ask('reload');
      if (await isNamedBy(name, bytes)) return bytes;
      throw new Failure(
        'bad_output',
        `${address}${name} does not match its name: the site may still be publishing. Try again later.`,
      );
    },
    inflate: (bytes) => inflateUpTo(bytes, MOST.inflated),
    decode: (bytes) => decoder.decode(bytes),
  };
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
}

async function askPatiently(
  address: string,
  cache: RequestCache,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  for (const pause of [...PAUSES, undefined]) {
    let problem: string;
    try {
      const response = await fetch(address, { ...ASKING, cache, signal: withPatience(signal) });
      if (response.ok) return await readUpTo(response.body, MOST.file);
      if (response.status === 404 || response.status === 410)
        throw new Failure(
          'not_found',
          `${address} is missing (${response.status}): the site may have been republished. Scan again.`,
        );
      problem = `${address} is not available (${response.status}).`;
      if (response.status < 500 && response.status !== 429) throw new Failure('unavailable', problem);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Failure) throw error;
      problem = `${address} cannot be reached. Check your connection.`;
    }
    if (pause === undefined) throw new Failure('unavailable', problem);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error('unreachable');
}

function withPatience(signal: AbortSignal | undefined): AbortSignal {
  const patience = AbortSignal.timeout(PATIENCE);
  return signal ? AbortSignal.any([signal, patience]) : patience;
}

async function isNamedBy(name: string, bytes: Uint8Array): Promise<boolean> {
  const hash = await sha256Hex(bytes as Uint8Array<ArrayBuffer>);
  return hash.startsWith(/(\w+)\.\w+$/.exec(name)?.[1] ?? ' ');
}
