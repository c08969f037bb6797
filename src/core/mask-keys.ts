// Masks values that look like keys in exports: keys of known services, values with a key's name, passwords in
// addresses, private keys. Pure.
import { isKeyName, isServiceKey } from './find-keys.ts';
import { isObject } from '../base/json.ts';

export const MASK = '[masked]';

const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]{0,8192}?-----END [A-Z ]{0,40}PRIVATE KEY-----/g;
const LOGIN = /(:\/\/[^\s/:@]{1,100}:)[^\s/@]{3,100}(?=@)/g;
const TOKEN = /[A-Za-z0-9_\-.~+/]{15,}[A-Za-z0-9_]={0,2}/g;
/** `name: value`, `name=value`, `"name": "value"`, also inside JSON text, and with a scheme such as Bearer between. */
const NAMED =
  /\b([A-Za-z][\w.-]{1,40})(\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:(?:Bearer|Basic|Token)\s{1,3})?)([^\s"'\\,;&<>{}()[\]$]{6,})/gi;

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
    .replaceAll(TOKEN, (token) => (isServiceKey(token) ? masked(`${token.slice(0, SHOWN)}…`) : token))
    .replaceAll(NAMED, (whole, name: string, between: string, secret: string) =>
      isKeyName(name) && /\d/.test(secret) && !secret.includes('…') ? `${name}${between}${masked()}` : whole,
    );
  return { value, count };
}

/** Masks all texts of a JSON value. A text under a key's name is masked whole, unless it refers to a secret. */
export function maskKeysIn<T>(given: T): Masked<T> {
  let count = 0;
  const walk = (value: unknown, name?: string): unknown => {
    if (typeof value === 'string') {
      if (name !== undefined && isKeyName(name) && /^[^\s$]{6,}$/.test(value) && /\d/.test(value)) {
        count += 1;
        return MASK;
      }
      const masked = maskKeys(value);
      count += masked.count;
      return masked.value;
    }
    if (Array.isArray(value)) return value.map((one) => walk(one, name));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]));
  };
  return { value: walk(given) as T, count };
}
