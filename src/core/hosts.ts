// Host names as used in grants: one canonical spelling each, and which of them are in the user's own network. Pure.

/** Every JavaScript runtime provides a URL parser, though the language does not. */
declare const URL: new (text: string) => { hostname: string; host: string; port: string; origin: string };

/** A canonical host. `*`, `;` or `,` would have another meaning in a Content Security Policy. */
const NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
const IPV6 = /^\[[0-9a-f:]+\]$/;
/** Browsers silently remove some of these, so `https://allowed.com\n.evil.com` would mean another host than it shows. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Returns the canonical spelling of a grant: `host` or `host:port`, lower case, ASCII, without the default port.
 * @param grant a host as written by a person or a script, optionally with a port or a scheme, but without a path.
 * @returns undefined when it does not name a single host.
 */
export function canonicalHost(grant: string): string | undefined {
  const text = grant.trim();
  const bare = text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (CONTROL.test(grant) || /[/\\?#@\s%]|:$/.test(bare) || bare === '') return undefined;
  const url = parse(`https://${bare}`);
  if (!url || !isHostName(url.hostname)) return undefined;
  // For a host that allows plain http, a missing port means 80 or 443, so an explicit 443 must stay.
  const port = allowsPlainHttp(url.hostname) && /:0*443$/.test(bare) ? '443' : url.port;
  return port === '' ? url.hostname : `${url.hostname}:${port}`;
}

/** Names that no public server answers to (RFC 6761, 6762, 8375). */
const OWN_NAME = /^(.+\.)?(localhost|local|lan|home\.arpa|internal|intranet|private|corp|home)$/;
/** Characters that would end the host in an address. */
const NOT_A_HOST = /[@/\\?#\s]/;

/**
 * Tells whether a host may lead to the user's own machine or network. Includes single labels such as `nas`, and every
 * IPv6 address that a gateway can translate to IPv4.
 * @param host any spelling that an address can have: integers, octal, trailing dots, with or without a port
 */
export function isOwnNetwork(host: string): boolean {
  const hostname = plainHostname(host);
  if (hostname === undefined) return false;
  if (hostname.startsWith('[')) {
    const groups = ipv6Groups(hostname);
    return isOwnIpv6(groups) || isIpv4InIpv6(groups);
  }
  const bytes = ipv4Bytes(hostname);
  if (bytes) return isOwnIpv4(bytes);
  return OWN_NAME.test(hostname) || !hostname.includes('.');
}

/**
 * Tells whether a host may be reached over plain http: hosts of the own network, except IPv6 addresses that embed a
 * public IPv4 address, where others on the route could read along.
 */
export function allowsPlainHttp(host: string): boolean {
  const hostname = plainHostname(host);
  if (hostname === undefined || !isOwnNetwork(hostname)) return false;
  if (!hostname.startsWith('[')) return true;
  const groups = ipv6Groups(hostname);
  if (isOwnIpv6(groups)) return true;
  const inside = embeddedIpv4(groups);
  return inside !== undefined && isOwnIpv4(inside);
}

/**
 * Tells whether a password or token may be sent: over https, or over http within the own network. Never over another
 * scheme.
 */
export function isSafeForSecrets({ protocol, hostname }: { protocol: string; hostname: string }): boolean {
  return protocol === 'https:' || (protocol === 'http:' && allowsPlainHttp(hostname));
}

/** Returns the host as the URL parser spells it, without trailing dots; undefined if it is not a host. */
function plainHostname(host: string): string | undefined {
  if (NOT_A_HOST.test(host) || CONTROL.test(host)) return undefined;
  const bracketed = /^[^[\]]*:[^[\]]*:/.test(host) ? `[${host}]` : host;
  const hostname = parse(`http://${bracketed.replace(/\.+(?=:\d*$|$)/, '')}`)?.hostname;
  return hostname === '' ? undefined : hostname;
}

function ipv4Bytes(hostname: string): number[] | undefined {
  return /^\d+(\.\d+){3}$/.test(hostname) ? hostname.split('.').map(Number) : undefined;
}

/** All ranges that are not routed on the public Internet (RFC 6890), including multicast and reserved addresses. */
function isOwnIpv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && c === 0) ||
    (a === 198 && (b === 18 || b === 19))
  );
}

/** Returns the eight groups of an address in brackets, as the URL parser spells it. */
function ipv6Groups(hostname: string): number[] {
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(before), read(after ?? '')];
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
}

/** Unspecified, loopback, unique local fc00::/7, link-local fe80::/10, site-local fec0::/10, multicast ff00::/8. */
function isOwnIpv6(groups: readonly number[]): boolean {
  const [first = 0] = groups;
  if (groups.slice(0, 7).every((group) => group === 0)) return (groups[7] ?? 0) <= 1;
  return (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80 || (first & 0xff00) === 0xff00;
}

/** Mapped, translated (RFC 2765), compatible, NAT64 of both prefixes, 6to4 and Teredo. */
function isIpv4InIpv6(groups: readonly number[]): boolean {
  const [a, b, c] = groups;
  return (
    embeddedIpv4(groups) !== undefined || (a === 0x64 && b === 0xff9b && c === 1) || (a === 0x2001 && b === 0)
  );
}

/** Returns the embedded IPv4 address, if its position is fixed. */
function embeddedIpv4(groups: readonly number[]): number[] | undefined {
  const [a = 0, b = 0, c = 0] = groups;
  const start = groups.slice(0, 6).join(':');
  const bytes = (high = 0, low = 0): number[] => [high >> 8, high & 255, low >> 8, low & 255];
  if (a === 0x2002) return bytes(b, c);
  const isLast = ['0:0:0:0:0:0', '0:0:0:0:0:65535', '0:0:0:0:65535:0', '100:65435:0:0:0:0'].includes(start);
  return isLast ? bytes(groups[6], groups[7]) : undefined;
}

/** Returns the origins of a list of granted hosts. Entries that are not hosts are skipped. */
export function originsOf(hosts: readonly string[]): string[] {
  const origins = hosts.flatMap((host) => {
    const canonical = canonicalHost(host);
    if (canonical === undefined) return [];
    const secure = new URL(`https://${canonical}`);
    return allowsPlainHttp(secure.hostname)
      ? [new URL(`http://${canonical}`).origin, secure.origin]
      : [secure.origin];
  });
  return [...new Set(origins)].sort();
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

/** Returns undefined for an invalid address. */
export function originOfAddress(address: string): string | undefined {
  return parse(address)?.origin;
}

/** Returns the host name of an address; undefined for an invalid one. */
export function hostnameOf(address: string): string | undefined {
  return parse(address)?.hostname;
}

/** Returns the host of a web address, in the spelling of grants. */
export function hostOfAddress(address: string): string | undefined {
  const url = /^https?:\/\//i.test(address) ? parse(address) : undefined;
  return url && canonicalHost(url.host);
}

/** Hosts that browsers trust over plain http. */
export function isThisDevice(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}
