// Request headers: which ones a script may set, which ones a page cannot send, and which ones carry credentials.
import { Failure } from '../../core/errors.ts';
import { isBrowsersOwn, isSensitiveHeader } from '../../core/header-names.ts';

/** Bytes of all names and values together. Servers refuse more than 8 to 64 KiB. */
const MAX_HEADERS = 64 * 1024;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const BROKEN_VALUE = /[\u0000\r\n]/;

export interface CheckedHeaders {
  /** Lower-case names. Each UTF-8 byte of a value is a character below 256, the form that `fetch` takes. */
  headers: Record<string, string>;
  /** Dropped names, because only the browser may set them. */
  left: string[];
}

/** @throws Failure `bad_request` for an invalid header */
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
        `the header ${name} contains a line break or a NUL, which would end it early`,
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
    throw new Failure(
      'too_large',
      `the headers of a request can have at most ${MAX_HEADERS / 1024} KiB in total`,
    );
  }
  return { headers: { ...headers }, left };
}

/** Tells whether any header carries credentials, so that a redirect must not repeat it. */
export function carriesCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => isSensitiveHeader(name));
}

function toByteString(text: string): string {
  // eslint-disable-next-line no-control-regex -- ASCII is meant
  if (/^[\u0000-\u007f]*$/.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
