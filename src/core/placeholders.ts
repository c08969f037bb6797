// `${NAME}` in a tool's config: the secrets it names, and the config with their values inserted.
import type { Json, JsonObject } from '../base/json.ts';
import { SECRET_NAME } from './secrets.ts';

/** Returns the secrets named in strings of the config, at any depth, each once. Object keys are ignored. */
export function namesIn(config: JsonObject): string[] {
  const names = new Set<string>();
  mapStrings(config, (text) =>
    replaceNames(text, (name) => {
      if (SECRET_NAME.test(name)) names.add(name);
      return '';
    }),
  );
  return [...names];
}

/**
 * Returns a copy of the config with every `${NAME}` replaced by its value, in one pass: inserted values are not
 * expanded again. A name without a value becomes '', and an unclosed `${` stays.
 */
export function expand(config: JsonObject, values: ReadonlyMap<string, string>): JsonObject {
  return mapStrings(config, (text) => replaceNames(text, (name) => values.get(name) ?? '')) as JsonObject;
}

function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}

/** Scans by hand, since a regular expression takes quadratic time on many unclosed `${`. */
function replaceNames(text: string, valueOf: (name: string) => string): string {
  let result = '';
  let done = 0;
  for (;;) {
    const open = text.indexOf('${', done);
    const close = open < 0 ? -1 : text.indexOf('}', open + 2);
    if (close < 0) return result + text.slice(done);
    result += text.slice(done, open) + valueOf(text.slice(open + 2, close));
    done = close + 1;
  }
}
