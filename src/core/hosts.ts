// Names of hosts as grants use them: one spelling for each, and which of them lie in the user's own network. Pure.

/** The parser of addresses is part of every host of JavaScript, though not of the language. */
declare const URL: new (text: string) => { hostname: string; port: string };

/** What a host looks like once it is canonical. `*`, `;` or `,` would mean something else in a policy of the browser. */
const NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
const IPV6 = /^\[[0-9a-f:]+\]$/;
/** Browsers strip some of these without a word, so `https://allowed.com\n.evil.com` would not be what it looks like. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

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

/** @param hostname as the URL parser spells it. */
export function isHostName(hostname: string): boolean {
  return hostname.length <= 253 && (NAME.test(hostname) || IPV6.test(hostname));
}

function parse(text: string): InstanceType<typeof URL> | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The host that an address names; undefined for what is no address. */
export function hostnameOf(address: string): string | undefined {
  return parse(address)?.hostname;
}

/** What a browser trusts over plain http. */
export function isThisDevice(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}
