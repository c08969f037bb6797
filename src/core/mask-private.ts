// Masks what a file for others should not tell: keys, and the name of the person in paths of their home folder. Pure.
import { isObject } from '../base/json.ts';
import { MASK, maskKeys, maskKeysIn } from './mask-keys.ts';

export interface PrivateMasked<T> {
  value: T;
  keys: number;
  /** Paths that named a person. */
  paths: number;
}

/** `/home/NAME`, `/Users/NAME` and `C:\Users\NAME`, also escaped in JSON and inside `file:` addresses. */
const HOME =
  /((?:\/home|\/Users|\b[A-Za-z]:(?:\\{1,2}|\/)Users)(?:\\{1,2}|\/))([^\s/\\:*?"'<>|()[\]{},;`]{1,64})/g;
/** Segments before `/home` or `/Users` make it the path of an address or a repository. */
const IN_ADDRESS = /[\w.~%)-]$/;
/** Names that stand for no person. */
const PLACEHOLDERS =
  /^(?:\$.*|%.*|\.\.?|~|user(?:name)?|you(?:r-?name)?|me|name|default|public|shared|guest|admin|root|runner|ubuntu|debian|node|app|example|test|masked|x+)$/i;

export function maskPrivate(text: string): PrivateMasked<string> {
  const { value: shown, count: keys } = maskKeys(text);
  let paths = 0;
  const value = shown.replace(HOME, (whole: string, before: string, name: string, at: number) => {
    if (PLACEHOLDERS.test(name)) return whole;
    if (before.startsWith('/') && IN_ADDRESS.test(shown.slice(Math.max(0, at - 1), at))) return whole;
    paths += 1;
    return before + MASK;
  });
  return { value, keys, paths };
}

/** The same in every text of a JSON value. */
export function maskPrivateIn<T>(given: T): PrivateMasked<T> {
  const { value: shown, count: keys } = maskKeysIn(given);
  let paths = 0;
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') {
      // The keys are masked already.
      const masked = maskPrivate(value);
      paths += masked.paths;
      return masked.paths > 0 ? masked.value : value;
    }
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]));
  };
  return { value: walk(shown) as T, keys, paths };
}
