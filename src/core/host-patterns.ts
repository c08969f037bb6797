// Host permissions of the browser: match patterns, such as `https://*.example.org/*`, and the addresses they cover. Pure.
import { isOwnNetwork } from './hosts.ts';

interface Address {
  protocol: string;
  hostname: string;
  port: string;
}

interface Pattern {
  scheme: string;
  host: string;
  port: string;
}

/** Paths in host permissions have no meaning. */
const PATTERN = /^(\*|https?):\/\/(\*|(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?\/.*$/;

/**
 * Tells whether a granted pattern covers an address. A wildcard covers no host in the user's own network: the user must
 * have named that host.
 */
export function isCovered(url: Address, patterns: readonly string[]): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  const needsName = isOwnNetwork(url.hostname);
  return patterns.some((text) => {
    const pattern = read(text);
    return pattern !== undefined && covers(pattern, url) && !(needsName && pattern.host.startsWith('*'));
  });
}

/** Returns the pattern that covers one origin and nothing else. */
export function patternOf({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol}//${host}/*`;
}

/** Returns a pattern as a person reads it: a host, or undefined for all of them. */
export function hostIn(pattern: string): string | undefined {
  const parts = read(pattern);
  if (!parts || parts.host === '*') return undefined;
  return parts.port === '' || parts.port === '*' ? parts.host : `${parts.host}:${parts.port}`;
}

function read(text: string): Pattern | undefined {
  if (text === '<all_urls>') return { scheme: '*', host: '*', port: '*' };
  const found = PATTERN.exec(text);
  return found ? { scheme: found[1]!, host: found[2]!, port: found[3] ?? '' } : undefined;
}

function covers({ scheme, host, port }: Pattern, url: Address): boolean {
  if (scheme !== '*' && `${scheme}:` !== url.protocol) return false;
  // A pattern without a port covers all ports in the browser. Here a host without a port means the usual one, as in
  // the app's own grants, unless a wildcard stands for the host.
  if (port !== '*' && port !== url.port && !(port === '' && host === '*')) return false;
  if (host === '*') return true;
  return host.startsWith('*.')
    ? url.hostname === host.slice(2) || url.hostname.endsWith(host.slice(1))
    : url.hostname === host;
}
