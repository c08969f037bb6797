// Fetches a page or a file for the library, from the page itself, without credentials or referrer.
//
// - A page can't read a server that doesn't allow it (CORS). The failure says so, with advice. A probe without CORS
//   tells this from a missing server.
// - Its identity is the requested address: adding it again replaces the earlier version.
import { Failure } from '../core/errors.ts';
import { isOwnNetwork, isThisDevice } from '../core/hosts.ts';
import type { FileWithFacts } from './incoming.ts';

export interface WebPageOptions {
  signal?: AbortSignal | undefined;
  onBytes?: (bytes: number) => void;
  fetch?: typeof fetch;
  place?: Place;
}

/** The origin of the page and whether the device is online. */
interface Place {
  origin: string;
  online: boolean;
}

/** Maximum bytes of a file; the extractors have lower limits by format. */
const MOST_BYTES = 100 * 1024 * 1024;
/** Milliseconds of silence after which a server has failed, and a longer limit for the whole request. */
const PATIENCE = 30_000;
const TIME = 600_000;
/** Milliseconds for the probe, which only improves the message. */
const PROBE_PATIENCE = 3000;

/** Extensions for the extractors, by the server's content type. */
const ENDINGS: Record<string, string> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'md',
  'text/x-markdown': 'md',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/json': 'json',
  'application/x-ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
  'application/pdf': 'pdf',
  'application/epub+zip': 'epub',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};
/** Generic content types that servers send for any file: then its name counts. */
const SAYS_NOTHING = /^(text\/plain|application\/octet-stream|binary\/octet-stream|)$/;

/** An address as people write it, without its scheme. */
const HOST_FIRST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u;

/**
 * Parses a written or pasted address; undefined for an invalid one. `example.org/page` means https. A file on GitHub
 * is requested at its raw address.
 */
export function toWebAddress(written: string): URL | undefined {
  const text = written.trim();
  const full = HOST_FIRST.test(text) ? `https://${text}` : text;
  if (/\s/.test(text) || !URL.canParse(full)) return undefined;
  const url = new URL(full);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  const onGithub = /^\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(url.pathname);
  return url.hostname === 'github.com' && onGithub
    ? new URL(`https://raw.githubusercontent.com/${onGithub[1]}/${onGithub[2]}`)
    : url;
}

/**
 * @throws Failure `bad_request` for an invalid address, `unavailable` when the request fails, `too_large`; the
 *   signal's reason when it aborts
 */
export async function fetchWebPage(written: string, options: WebPageOptions = {}): Promise<FileWithFacts> {
  const { signal, onBytes, fetch: ask = fetch } = options;
  const url = toWebAddress(written);
  if (!url) throw new Failure('bad_request', 'This is not a web address. It must begin with https://.');
  const waiting = new Waiting();
  const response = await ask(url.href, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: signal ? AbortSignal.any([signal, waiting.signal]) : waiting.signal,
  }).catch(() => undefined);
  signal?.throwIfAborted();
  if (!response?.ok) waiting.end();
  if (!response) throw new Failure('unavailable', await whyNot(url, ask, options.place ?? here()));
  if (!response.ok) throw new Failure('unavailable', refused(url, response.status));
  const pieces = await readWithin(response, url, signal, (size) => {
    waiting.heard();
    onBytes?.(size);
  }).finally(() => waiting.end());
  const final = new URL(response.url || url.href);
  const modified = response.headers.get('last-modified');
  return {
    file: await toFile(final, response.headers.get('content-type') ?? '', pieces),
    path: nameOf(url),
    given: {
      source: 'web',
      source_id: url.href,
      source_url: final.href,
      ...(modified && { updated_at: modified }),
    },
  };
}

function here(): Place {
  return { origin: location.origin, online: navigator.onLine };
}

class Waiting {
  readonly #stop = new AbortController();
  readonly signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIME)]);
  #timer = this.#wait();

  heard(): void {
    this.end();
    this.#timer = this.#wait();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #wait(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#stop.abort(), PATIENCE);
  }
}

async function readWithin(
  response: Response,
  url: URL,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const next = await reader.read().catch(() => undefined);
    signal?.throwIfAborted();
    if (!next) throw new Failure('unavailable', `${url.host} closed the connection early. Try again.`);
    if (next.done) break;
    pieces.push(next.value as Uint8Array<ArrayBuffer>);
    size += next.value.length;
    onBytes(size);
    if (size > MOST_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw new Failure(
        'too_large',
        `${nameOf(url)} is larger than ${MOST_BYTES / 1024 / 1024} MB, the download limit.`,
      );
    }
  }
  return pieces;
}

/** Names the file by its type, so that it is read as such: an address may end in anything. */
async function toFile(url: URL, header: string, pieces: BlobPart[]): Promise<File> {
  const type = header.split(';')[0]!.trim().toLowerCase();
  const last = decoded(url.pathname.split('/').at(-1) ?? '') || url.hostname;
  const ending = Object.hasOwn(ENDINGS, type) ? ENDINGS[type] : undefined;
  const name = ending ? `${last.replace(/\.[a-z0-9]{1,8}$/i, '')}.${ending}` : last;
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(header)?.[1] ?? 'utf-8';
  // The server's encoding takes precedence over the file's own, and a byte order mark over both.
  const decoder = /^utf-?8$/i.test(charset) ? undefined : decoderOf(charset);
  const content = decoder ? ['\ufeff', decoder.decode(await new Blob(pieces).arrayBuffer())] : pieces;
  return new File(content, name, { type: SAYS_NOTHING.test(type) ? '' : type, lastModified: 0 });
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined; // An unknown encoding.
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns its name in reports and, without a title, in the list. */
function nameOf(url: URL): string {
  return `${url.host}${url.pathname}`.replace(/\/$/, '');
}

function refused(url: URL, status: number): string {
  if (status === 404 || status === 410) return `${url.host} has no page at this address (${status}).`;
  if (status === 401 || status === 403) {
    return `${url.host} requires you to sign in or denies access (${status}). ${INSTEAD}`;
  }
  if (status === 429) return `${url.host} is limiting requests (429). Try again later.`;
  return `${url.host} returned an error (${status}). Try again later.`;
}

const INSTEAD =
  'Open it in the browser, save the page as a file (Ctrl+S, or Cmd+S on a Mac) and add that file; or copy the text and paste it here.';

async function whyNot(url: URL, ask: typeof fetch, place: Place): Promise<string> {
  switch (await whyUnreachable(url, ask, place)) {
    case 'offline':
      return 'This device is offline. Connect it and try again.';
    case 'insecure':
      return `Browsers block https pages from reading http addresses. Try https://${url.host}. ${INSTEAD}`;
    case 'closed':
      return `${url.host} does not allow other pages to read it (CORS). ${INSTEAD} Or let the companion extension read it (Settings, Web).`;
    case 'away':
      return `${url.host} cannot be reached. The address may be wrong, the server may be down, or a browser extension may block it.`;
  }
}

/** Explains a request without an answer. `closed`: the server answers, but doesn't let other pages read it. */
export async function whyUnreachable(
  url: URL,
  ask: typeof fetch = fetch,
  { origin, online }: Place = here(),
): Promise<'offline' | 'insecure' | 'closed' | 'away'> {
  if (!online && !isOwnNetwork(url.hostname)) return 'offline';
  if (url.protocol === 'http:' && origin.startsWith('https:') && !isThisDevice(url.hostname))
    return 'insecure';
  return ask(url.href, {
    mode: 'no-cors',
    method: 'HEAD',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(PROBE_PATIENCE),
  }).then(
    () => 'closed',
    () => 'away',
  );
}
