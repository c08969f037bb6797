// Parses the address of an HTTP tool: the host, which no argument of a call may choose, the path and the query.
import { Failure } from '../../core/errors.ts';
import { allowsPlainHttp, canonicalHost } from '../../core/hosts.ts';
import { parseTemplate, placeholderText, type Part, type Placeholder } from './template.ts';

export interface Address {
  /** `https://api.example.com`; or parts, where config values are involved; or the one placeholder for a whole base. */
  origin: string | { parts: Part[] } | { base: Placeholder };
  /** Begins with `/` unless it is empty. Its literal parts are percent-encoded. */
  path: Part[];
  /** The part of the query that is the same in every call, encoded. */
  fixedQuery: string;
  /** The rest: names and values, unencoded. */
  query: [name: string, value: Part[]][];
}

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const UNFIT = /[\u0000-\u0020\u007f\\]/;
const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** @throws Failure `bad_request` that names the problem */
export function parseAddress(url: string, what: string): Address {
  if (UNFIT.test(url)) refuse(what, 'an address can’t contain spaces, backslashes or control characters');
  const base = /^\$\{[A-Za-z0-9_.[\]-]+\}(?=[/?#]|$)/.exec(url)?.[0];
  const start = base ?? /^https?:\/\/[^/?#]*/i.exec(url)?.[0];
  if (start === undefined) {
    refuse(what, 'enter the full address: https://, the host and the path');
  }
  const [beforeFragment = ''] = url.slice(start.length).split('#', 1);
  const mark = beforeFragment.indexOf('?');
  const path = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  const query = mark < 0 ? '' : beforeFragment.slice(mark + 1);
  if (DOT_SEGMENT.test(path)) refuse(what, 'a path can’t contain . or .. as a segment');
  const origin = base === undefined ? parseOrigin(start, what) : parseTemplate(base, what)[0];
  return {
    origin: typeof origin === 'object' && 'root' in origin ? { base: origin } : (origin as Address['origin']),
    path: parseTemplate(path === '' && base === undefined ? '/' : path, what).map((part) =>
      typeof part === 'string' ? encodeLiteral(part) : part,
    ),
    ...parseQuery(query, what),
  };
}

/** Returns the placeholders that affect the host. */
export function hostPlaceholders({ origin }: Address): Placeholder[] {
  if (typeof origin === 'string') return [];
  if ('base' in origin) return [origin.base];
  return origin.parts.filter((part) => typeof part !== 'string');
}

function parseOrigin(start: string, what: string): Address['origin'] {
  const [scheme = '', host = ''] = start.split('://', 2);
  if (host.includes('@'))
    refuse(what, 'the address has a user name or password before the @; use auth instead');
  const parts = parseTemplate(`${scheme.toLowerCase()}://${host}`, what);
  if (parts.some((part) => typeof part !== 'string')) return { parts };
  const canonical = canonicalHost(host);
  if (canonical === undefined || host.trim() !== host) {
    refuse(what, `${JSON.stringify(host)} is not a host name`);
  }
  // Spelled out, because `canonicalHost` keeps port 443 on the local network, where port 80 is possible too.
  const url = new URL(`${scheme}://${host}`);
  if (url.protocol === 'http:' && !allowsPlainHttp(url.hostname)) {
    refuse(what, `${url.host} needs https: tools can’t use plain http there`);
  }
  return url.origin;
}

function parseQuery(text: string, what: string): Pick<Address, 'fixedQuery' | 'query'> {
  const fixed: string[] = [];
  const query: Address['query'] = [];
  for (const pair of text.split('&').filter((each) => each !== '')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const placeholder = parseTemplate(name, what).find((part) => typeof part !== 'string');
    if (placeholder) {
      refuse(what, `a query parameter needs a fixed name, without ${placeholderText(placeholder)}`);
    }
    const value = parseTemplate(pair.slice(name.length + 1), what);
    if (value.every((part) => typeof part === 'string')) fixed.push(encodeLiteral(pair));
    else query.push([decode(name), value.map((part) => (typeof part === 'string' ? decode(part) : part))]);
  }
  return { fixedQuery: fixed.join('&'), query };
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Encodes like a browser: escapes in the text stay unchanged. */
function encodeLiteral(text: string): string {
  return text
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^\u0021-\u007e]+/gu, (run) => encodeURIComponent(run.replace(/\p{Cs}/gu, '\uFFFD')))
    .replace(/["<>`{}|^]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function refuse(what: string, problem: string): never {
  throw new Failure('bad_request', `${what}: ${problem}`);
}
