// Parses a typed host, or a host that the app requested, as one origin to grant. Pure.
import { allowsPlainHttp, canonicalHost } from '../../core/hosts.ts';

export interface OriginToGrant {
  origin?: string;
  /** A sentence about an invalid one. */
  problem?: string;
}

export function originToGrant(typed: string): OriginToGrant {
  const text = typed.trim();
  if (text === '') return { problem: 'Enter a host, such as api.example.org.' };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^https?:\/\//i.test(text))
    return { problem: 'Only addresses with https:// or http:// can be reached.' };
  const bare = text.replace(/^(https?:\/\/[^/?#]*|[^/?#]*).*$/i, '$1');
  const host = canonicalHost(bare);
  if (host === undefined) return { problem: `“${text}” is not a host. Enter one, such as api.example.org.` };
  const { hostname } = new URL(`https://${host}`);
  const isPlain = /^http:/i.test(bare) || (!/^https:/i.test(bare) && allowsPlainHttp(hostname));
  if (isPlain && !allowsPlainHttp(hostname))
    return { problem: `Use https:// for ${host}: anyone on the network can read http.` };
  return { origin: new URL(`${isPlain ? 'http' : 'https'}://${host}`).origin };
}
