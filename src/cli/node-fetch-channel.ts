// Outgoing requests in a terminal: Node's fetch with the rules that the browser's policy enforces in a page. Each
// redirect is checked before it is followed, and refused when its host is not granted.
import { RedirectBlocked, type FetchChannel } from '../sandbox/http/fetch-frame.ts';

/** The limit of browsers. */
const MAX_REDIRECTS = 20;
const REDIRECTS = [301, 302, 303, 307, 308];

/** The last system error at each origin. */
const troubles = new Map<string, string>();

/** @param sources origins, or a scheme such as `http:` for requests that must not follow redirects. */
export async function openFetchChannel(sources: readonly string[]): Promise<FetchChannel> {
  return { fetch: (url, init) => fetchWithin(sources, url, init), release: () => undefined };
}

/** Returns why a request got no answer, as the rest of a sentence after `failed: `. */
export async function whyNoAnswer({ url }: { url: URL }): Promise<string> {
  const why = troubles.get(url.origin) ?? 'the connection broke';
  return `${url.host} cannot be reached (${why}); check the address and the network`;
}

async function fetchWithin(sources: readonly string[], first: string, init: RequestInit): Promise<Response> {
  let url = new URL(first);
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await fetchOnce(url, init);
    const place = response.headers.get('location');
    if (place === null || !REDIRECTS.includes(response.status) || init.redirect === 'manual') return response;
    await response.body?.cancel();
    const next = new URL(place, url);
    if (init.redirect === 'error') {
      throw noted(url, `it redirects to ${next.origin}, which is not allowed for a request that sends data`);
    }
    if (!sources.includes(next.origin)) throw new RedirectBlocked();
    url = next;
  }
  throw noted(url, 'it redirects in a loop');
}

async function fetchOnce(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual' });
  } catch (problem) {
    const { cause, message } = problem as Error;
    noted(url, cause instanceof Error && cause.message !== '' ? cause.message : message);
    throw problem;
  }
}

function noted(url: URL, why: string): Error {
  troubles.set(url.origin, why);
  return new TypeError(why);
}
