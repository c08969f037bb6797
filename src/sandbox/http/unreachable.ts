// Explains why a request got no answer, as far as a page can find out. To a page, a server that refuses it looks the
// same as a missing one. A probe without CORS, at the root of a granted origin, tells them apart.
import { isOwnNetwork, isThisDevice } from '../../core/hosts.ts';

export interface Circumstances {
  url: URL;
  method: string;
  /** Names of the headers the script set, in lower case. A server must allow most of them by name. */
  headers: readonly string[];
  /** The request could not follow redirects. */
  strict: boolean;
  online: boolean;
  /** The origin of the page, which servers must allow. */
  page: string;
  /** Tells whether anything answers at the root of the origin; undefined when that can't be known. */
  probe(): Promise<boolean | undefined>;
}

/** Headers that a page may send without a preflight. */
const ALWAYS_ALLOWED = ['accept', 'accept-language', 'content-language'];

/** Returns the reason. It continues a sentence after `failed: `. */
export async function whyUnreachable(it: Circumstances): Promise<string> {
  const { url, page } = it;
  const own = isOwnNetwork(url.hostname);
  if (!it.online && !own) return 'this device is offline; connect it and call again';
  if (url.protocol === 'http:' && page.startsWith('https:') && !isThisDevice(url.hostname)) {
    return `the browser does not let a page that came over https ask ${url.host} over http; serve it over https, or open Perilune from localhost`;
  }
  const isThere = await it.probe();
  if (isThere) return refusedByServer(it);
  const causes = ['the address may be wrong', 'the server down'];
  if (url.protocol === 'https:') causes.push('its certificate not trusted');
  if (isThere === undefined) causes.push(`the origin ${page} not allowed by the server (CORS)`);
  if (own) causes.push('access to the local network not allowed in the browser');
  return `${url.host} cannot be reached: ${causes.join(', ')}, or an extension of the browser blocks it`;
}

function refusedByServer({ url, page, method, headers, strict }: Circumstances): string {
  const named = headers.filter((name) => !ALWAYS_ALLOWED.includes(name));
  const allow = [`the origin ${page}`];
  if (!['GET', 'HEAD', 'POST'].includes(method)) allow.push(`the method ${method}`);
  if (named.length > 0) allow.push(`the headers ${named.join(', ')}`);
  const last = allow.pop();
  const wanted = allow.length > 0 ? `${allow.join(', ')} and ${last}` : last;
  const or = strict
    ? ' Or it redirects, which a request that sends data or a secret may not follow: call the final address instead.'
    : ' Or it broke the connection off.';
  return `${url.host} answers, but does not let this page read the answer (CORS): its owner must allow ${wanted}.${or}`;
}
