// Settings that hold a secret themselves instead of its name: typed in by hand, so no other code knows of them.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { namesIn } from '../core/placeholders.ts';

/** Settings with such a name hold secrets. */
const SECRET_KEY = /(secret|token|passw|credential|api[-_]?key|private[-_]?key|^auth(orization)?$)/i;

/** Minimum characters of a value to look for in other texts: a shorter one occurs in too many. */
const FINDABLE = 8;

const STAND_IN = 'left-out';

/**
 * Returns a copy without them. References to secrets stay, because they hold only names. @param leftOut receives
 * their paths
 */
export function withoutTypedSecrets(config: JsonObject, leftOut: string[], path = ''): JsonObject {
  const kept = Object.entries(config).flatMap(([key, value]): [string, Json][] => {
    if (isObject(value)) return [[key, withoutTypedSecrets(value, leftOut, `${path}${key}.`)]];
    if (!isTypedSecret(key, value)) return [[key, value]];
    leftOut.push(`${path}${key}`);
    return [];
  });
  return Object.fromEntries(kept);
}

/** Tells whether any setting holds one. */
export function hasTypedSecrets(config: JsonObject): boolean {
  const found: string[] = [];
  withoutTypedSecrets(config, found);
  return found.length > 0;
}

/**
 * Returns a copy of the value with each of them replaced, the same way everywhere: what a script derived from one
 * still matches what it derives from the replacement.
 * @param config settings that hold them
 */
export function maskTypedSecrets<T extends Json>(value: T, config: JsonObject): T {
  const typed = typedIn(config);
  const needles = typed
    .filter((text) => text.length >= FINDABLE)
    .flatMap((text) => [text, encodeURIComponent(text.replace(/\p{Cs}/gu, ''))]);
  const mask = (text: string): string =>
    typed.includes(text)
      ? STAND_IN
      : needles.reduce((rest, needle) => rest.replaceAll(needle, STAND_IN), text);
  return typed.length === 0 ? value : (mapTexts(value, mask) as T);
}

function typedIn(config: JsonObject): string[] {
  return Object.entries(config).flatMap(([key, value]): string[] => {
    if (isObject(value)) return typedIn(value);
    if (!isTypedSecret(key, value)) return [];
    return textsIn(value);
  });
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isTypedSecret(key: string, value: Json): boolean {
  if (!SECRET_KEY.test(key)) return false;
  if (typeof value === 'boolean' || typeof value === 'number' || value === null || value === '') return false;
  return namesIn({ value }).length === 0;
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
