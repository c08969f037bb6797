// The extension's only network access: requests of the app, to hosts that the user granted in the browser.
//
// - The browser follows no redirect. Each target is checked like the first address before anything is sent to it.
// - A public name whose server is in the user's own network is refused, unless the user allowed it. Otherwise a hostile
//   name server could point a granted name at a router (DNS rebinding).
// - No cookies, no referrer, no cache. The app's headers go to the first origin only.
import { Failure } from '../../core/errors.ts';
import { isCovered } from '../../core/host-patterns.ts';
import { allowsPlainHttp, isOwnNetwork } from '../../core/hosts.ts';
import type { PageRequest } from './read-message.ts';

/** What the browser reports about one request. */
export interface Seen {
  /** The address of the server; absent when it is unknown. */
  ip?: string;
  status: number;
  /** Where it redirects to. */
  target?: string;
}

export interface Surroundings {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Granted match patterns. */
  grants(): Promise<readonly string[]>;
  /** Public host names that may lead into the person's own network. */
  ownHosts(): Promise<readonly string[]>;
  /** Returns an address with a mark in its fragment, and what the browser sees of the request with that mark. */
  watch(url: URL): { marked: string; seen: Promise<Seen | undefined>; end(): void };
}

export interface Answer {
  status: number;
  statusText: string;
  headers: [string, string][];
  url: string;
  body: ReadableStream<Uint8Array> | null;
}

/** As browsers do. */
const MOST_REDIRECTS = 20;
/** Headers that may follow to another origin: they carry neither keys nor content. */
const HARMLESS = ['accept', 'accept-language'];

/** Thrown for a redirect that was not followed. */
export class RedirectRefused extends Error {}

/** @throws Failure `denied`; RedirectRefused; TypeError when there is no answer, or the signal aborts */
export async function grantedFetch(
  request: PageRequest,
  around: Surroundings,
  signal: AbortSignal,
): Promise<Answer> {
  let { method, headers, body } = request;
  let url = request.url;
  for (let redirects = 0; ; redirects++) {
    if (!isCovered(url, await around.grants())) {
      if (redirects > 0) throw new RedirectRefused();
      throw new Failure('denied', `the extension may not reach ${url.host}; allow it in the extension`);
    }
    const { response, seen } = await send(url, { method, headers, body: body ?? null }, around, signal);
    if (response.type !== 'opaqueredirect') return answerOf(response, url);
    if (request.redirect === 'manual') return { ...nothing(url), status: seen.status };
    const target = seen.target;
    if (request.redirect === 'error' || target === undefined || redirects === MOST_REDIRECTS)
      throw new RedirectRefused();
    const next = new URL(target);
    next.hash = '';
    if (request.origins && !request.origins.includes(next.origin)) throw new RedirectRefused();
    if (seen.status === 303 || (method === 'POST' && [301, 302].includes(seen.status))) {
      if (method !== 'HEAD') method = 'GET';
      body = undefined;
      headers = without(headers, (name) => name.startsWith('content-'));
    }
    if (next.origin !== url.origin) {
      // The body might be as private as the headers.
      if (body) throw new RedirectRefused();
      headers = without(headers, (name) => !HARMLESS.includes(name));
    }
    url = next;
  }
}

async function send(
  url: URL,
  init: RequestInit,
  around: Surroundings,
  signal: AbortSignal,
): Promise<{ response: Response; seen: Seen }> {
  const stop = new AbortController();
  const watched = around.watch(url);
  try {
    const response = await around.fetch(watched.marked, {
      ...init,
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.any([signal, stop.signal]),
    });
    const seen = await watched.seen;
    const problem = await whyRefused(url, seen, around);
    if (problem) {
      stop.abort();
      throw problem;
    }
    return { response, seen: seen! };
  } finally {
    watched.end();
  }
}

async function whyRefused(
  url: URL,
  seen: Seen | undefined,
  around: Surroundings,
): Promise<Failure | undefined> {
  if (isOwnNetwork(url.hostname)) return seen ? undefined : unseen(url);
  if (seen?.ip === undefined) return unseen(url);
  if (!allowsPlainHttp(seen.ip) || (await around.ownHosts()).includes(url.host)) return undefined;
  return new Failure(
    'denied',
    `${url.host} leads into your own network (${seen.ip}); if that is intended, allow it in the extension`,
    { ownNetwork: url.host },
  );
}

function unseen(url: URL): Failure {
  return new Failure('unavailable', `the extension could not check which server answers for ${url.host}`);
}

function answerOf(response: Response, url: URL): Answer {
  const { status, statusText, body } = response;
  return { status, statusText, headers: [...response.headers], url: url.href, body };
}

function nothing(url: URL): Answer {
  return { status: 0, statusText: '', headers: [], url: url.href, body: null };
}

function without(headers: Headers, goes: (name: string) => boolean): Headers {
  return new Headers([...headers].filter(([name]) => !goes(name)));
}
