// Masks values that look like keys in exports: keys of known services, values with a key's name, passwords in
// addresses, private keys. Pure.
import { isKeyName, isServiceKey } from './find-keys.ts';
import { isObject } from '../base/json.ts';

export const MASK = '[masked]';

const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]{0,16384}?-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const LOGIN = /(:\/\/[^\s/:@]{0,100}:)[^\s/@]{3,100}(?=@)/g;
/** Without a slash: a key can be a segment of an address. */
const TOKEN = /[A-Za-z0-9_\-.]{15,}[A-Za-z0-9_]={0,2}/g;
/** `name:` or `name=` before a value, also inside JSON that is a text; a scheme such as Bearer may stand between. */
const NAMED =
  /(?<![A-Za-z0-9])_{0,2}([A-Za-z][\w.-]{1,40})(\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:(?:Bearer|Basic|Token)\s{1,3})?)/gi;
const SECRET = /[^\s"'\\,;&<>{}()[\]$][^\s"'\\,;&<>{}()[\]]{5,}/y;
const SCHEME = /^(?:Bearer|Basic|Token) (?=\S+$)/i;
const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i;

/** Characters of a key that stay visible, so that the user can tell which one it is. */
const SHOWN = 4;

export interface Masked<T> {
  value: T;
  /** How many values were masked. */
  count: number;
}

export function maskKeys(text: string): Masked<string> {
  let count = 0;
  const masked = (kept = ''): string => {
    count += 1;
    return `${kept}${MASK}`;
  };
  const value = text
    .replaceAll(PRIVATE_KEY, () => masked())
    .replaceAll(LOGIN, (_, before: string) => masked(before))
    .replaceAll(TOKEN, (token) => (isServiceKey(token) ? masked(`${token.slice(0, SHOWN)}…`) : token));
  return { value: withoutNamed(value, masked), count };
}

/** A value without a key's name is passed over name by name: an address can hold a key in its query. */
function withoutNamed(text: string, masked: () => string): string {
  let kept = '';
  let done = 0;
  /** Up to here there is no digit, so no secret either. */
  let plain = 0;
  for (const { index, 0: before, 1: name = '', 2: between = '' } of text.matchAll(NAMED)) {
    const from = index + before.length;
    if (index < done || from < plain || !isKeyName(name)) continue;
    SECRET.lastIndex = from;
    const secret = SECRET.exec(text)?.[0] ?? '';
    if (!/\d/.test(secret)) plain = from + secret.length;
    // A bare number in JSON: a mask in its place would break the JSON.
    const isBare = /^\\?["']\s*:\s*$/.test(between) && NUMBER.test(secret);
    if (from < plain || secret === '' || secret.includes('…') || isBare) continue;
    kept += text.slice(done, from) + masked();
    done = from + secret.length;
  }
  return kept + text.slice(done);
}

/**
 * The same in every text of a JSON value; a text under a key's name, or beside one as in `{name, value}`, is masked whole,
 * unless it stands for a secret.
 */
export function maskKeysIn<T>(given: T): Masked<T> {
  let count = 0;
  const walk = (value: unknown, name?: string): unknown => {
    if (typeof value === 'string') {
      const scheme = SCHEME.exec(value)?.[0] ?? '';
      const secret = value.slice(scheme.length);
      if (name !== undefined && isKeyName(name) && /^[^\s$]\S{5,}$/.test(secret) && /\d/.test(secret)) {
        count += 1;
        return `${scheme}${MASK}`;
      }
      const masked = maskKeys(value);
      count += masked.count;
      return masked.value;
    }
    if (Array.isArray(value)) return value.map((one) => walk(one, name));
    if (!isObject(value)) return value;
    const named = typeof value['name'] === 'string' ? value['name'] : undefined;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        walk(one, key === 'value' && named !== undefined ? named : key),
      ]),
    );
  };
  return { value: walk(given) as T, count };
}
