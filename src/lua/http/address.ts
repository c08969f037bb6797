// Which addresses a tool may ask: decided on the canonical form that the browser itself would use, and by exact comparison.
import { Failure, type ErrorCode } from '../../core/errors.ts';

/** Characters of an address. Servers and proxies take no more than about this. */
export const MAX_ADDRESS = 8192;

/** What a host looks like once it is canonical. `*`, `;` or `,` would mean something else in a policy of the browser. */
const NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
const IPV6 = /^\[[0-9a-f:]+\]$/;
/** Browsers strip some of these without a word, so `https://allowed.com\n.evil.com` would not be what it looks like. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** An address that was refused, and why, as the part of a sentence behind `failed: `. */
export class AddressRefused extends Failure {
  constructor(code: ErrorCode, reason: string) {
    super(code, reason);
  }
}

/**
 * The one spelling of a grant: `host` or `host:port`, lower case, names in ASCII, the default port left out.
 * @param grant what a person or a script wrote: a host, with a port or a scheme in front if they like, but no path.
 * @returns undefined when it names no single host.
 */
export function canonicalHost(grant: string): string | undefined {
  const text = grant.trim();
  const bare = text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (CONTROL.test(grant) || /[/\\?#@\s%]|:$/.test(bare) || bare === '') return undefined;
  const url = parse(`https://${bare}`);
  if (!url || !isHostName(url.hostname)) return undefined;
  // Of a host in the user's own network, no port means 80 or 443; so there a port 443 must stay.
  const port = isOwnNetwork(url.hostname) && /:0*443$/.test(bare) ? '443' : url.port;
  return port === '' ? url.hostname : `${url.hostname}:${port}`;
}

/** The origins that a list of granted hosts stands for. What is no host stands for none. */
export function originsOf(hosts: readonly string[]): string[] {
  const origins = hosts.flatMap((host) => {
    const canonical = canonicalHost(host);
    if (canonical === undefined) return [];
    const secure = new URL(`https://${canonical}`);
    return isOwnNetwork(secure.hostname)
      ? [new URL(`http://${canonical}`).origin, secure.origin]
      : [secure.origin];
  });
  return [...new Set(origins)].sort();
}

/** True for names and addresses of the user's own machine or network, as the URL parser spells them. */
export function isOwnNetwork(hostname: string): boolean {
  if (hostname.startsWith('[')) return isOwnIpv6(hostname.slice(1, -1));
  if (/^(.+\.)?(localhost|local)$/.test(hostname)) return true;
  const match = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname);
  if (!match) return false;
  const [a, b] = [Number(match[1]), Number(match[2])];
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168)
  );
}

/** Loopback, unspecified, unique local fc00::/7, link-local fe80::/10, and every IPv4 address in IPv6 clothes. */
function isOwnIpv6(address: string): boolean {
  if (address === '::' || address === '::1' || address.startsWith('::ffff:')) return true;
  const first = Number.parseInt(address.split(':')[0] || '0', 16);
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;
}

/**
 * The address that a script asks for, if it may.
 * @param origins what `originsOf` made of the tool's grants.
 * @throws AddressRefused with a reason that names the host as the browser understands it.
 */
export function checkAddress(text: string, origins: readonly string[]): URL {
  if (text.length > MAX_ADDRESS) {
    throw new AddressRefused('bad_request', `the address is longer than ${MAX_ADDRESS} characters`);
  }
  if (CONTROL.test(text)) {
    throw new AddressRefused(
      'bad_request',
      'the address holds a line break or another control character; encode it as %0A or leave it out',
    );
  }
  const url = parse(text);
  if (!url) {
    throw new AddressRefused(
      'bad_request',
      'this is no whole address; write https://, the host and the path',
    );
  }
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== 'https' && scheme !== 'http') {
    throw new AddressRefused('denied', `tools may use https only, not ${scheme}:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused(
      'denied',
      `the address has a user name or password before the @, and its host is really ${url.host}; send them in a header`,
    );
  }
  if (!isHostName(url.hostname)) {
    throw new AddressRefused(
      'denied',
      url.hostname.endsWith('.')
        ? `the host ${url.host} ends with a dot; write it without`
        : `${url.host} is not the name of one host`,
    );
  }
  url.hash = '';
  if (origins.includes(url.origin)) return url;
  throw new AddressRefused('denied', notGranted(url));
}

function notGranted(url: URL): string {
  const own = isOwnNetwork(url.hostname);
  if (url.protocol === 'http:' && !own) {
    return `${url.host} is asked over http, and tools may use https only; write https://`;
  }
  const grant = own && url.protocol === 'https:' && url.port === '' ? `${url.hostname}:443` : url.host;
  return own
    ? `${url.host} is in your own network or on this device, and this tool may not reach it; to allow that, add ${grant} to the hosts in the tool's settings`
    : `this tool may not reach ${url.host}; to allow it, add ${grant} to the hosts in the tool's settings`;
}

function isHostName(hostname: string): boolean {
  return hostname.length <= 253 && (NAME.test(hostname) || IPV6.test(hostname));
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
