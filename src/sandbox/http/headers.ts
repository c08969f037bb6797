// The headers of a request: which a script may set, which a page cannot send, and which are worth a secret's care.
import { Failure } from '../../core/errors.ts';
import { isBrowsersOwn, isSensitiveHeader } from '../../core/header-names.ts';

/** Bytes of names and values together. Servers refuse more than 8 to 64 KiB. */
const MAX_HEADERS = 64 * 1024;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const BROKEN_VALUE = /[\u0000\r\n]/;

export interface CheckedHeaders {
  /** Lower-case names; each value's UTF-8 bytes as characters below 256, the form in which `fetch` takes bytes. */
  headers: Record<string, string>;
  /** Names that were left out, because only the browser may set them. */
  left: string[];
}

/** @throws Failure `bad_request` for what is no header at all. */
export function checkHeaders(given: Readonly<Record<string, string>>): CheckedHeaders {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  const left: string[] = [];
  let size = 0;
  for (const [name, value] of Object.entries(given)) {
    if (!TOKEN.test(name)) {
      throw new Failure('bad_request', `${JSON.stringify(name)} is not a valid header name`);
    }
    if (BROKEN_VALUE.test(value)) {
      throw new Failure(
        'bad_request',
        `the header ${name} holds a line break or a NUL, which would end it early`,
      );
    }
    const key = name.toLowerCase();
    if (isBrowsersOwn(key)) {
      left.push(name);
      continue;
    }
    if (key in headers) throw new Failure('bad_request', `the header ${name} is given twice`);
    headers[key] = toByteString(value.trim());
    size += name.length + value.length;
  }
  if (size > MAX_HEADERS) {
    throw new Failure('too_large', `the headers of a request may have ${MAX_HEADERS / 1024} KiB together`);
  }
  return { headers: { ...headers }, left };
}

/** True when one of them is such that a redirect must not carry it on. */
export function carriesCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => isSensitiveHeader(name));
}

function toByteString(text: string): string {
  // eslint-disable-next-line no-control-regex -- ASCII is meant
  if (/^[\u0000-\u007f]*$/.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
