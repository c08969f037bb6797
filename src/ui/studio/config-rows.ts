// Converts a tool's config to form rows and back, and finds the settings a script reads. Pure.
import type { Json, JsonObject } from '../../base/json.ts';
import { namesIn } from '../../core/placeholders.ts';

export interface ConfigRow {
  key: string;
  /** The text itself, or JSON if `json`. */
  text: string;
  json: boolean;
}

export function rowsOf(config: JsonObject): ConfigRow[] {
  return Object.entries(config).map(([key, value]) =>
    typeof value === 'string'
      ? { key, text: value, json: false }
      : { key, text: JSON.stringify(value), json: true },
  );
}

export interface ConfigReading {
  config: JsonObject;
  /** Messages by row index. */
  problems: Record<number, string>;
}

/** A row without name and value is not filled in yet. */
export function readRows(rows: readonly ConfigRow[]): ConfigReading {
  const reading: ConfigReading = { config: {}, problems: {} };
  rows.forEach(({ key, text, json }, index) => {
    const name = key.trim();
    if (name === '' && text.trim() === '') return;
    if (name === '') reading.problems[index] = 'Enter a name for this value.';
    else if (Object.hasOwn(reading.config, name)) reading.problems[index] = `${name} already exists.`;
    else {
      const value = json ? parsed(text) : text;
      if (value === undefined)
        reading.problems[index] = 'This is not valid JSON. Text needs quotation marks.';
      else
        Object.defineProperty(reading.config, name, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
  });
  return reading;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Usual names of secrets: what a script reads from `env` under such a name is one. */
const SECRET_LIKE = /^[A-Z][A-Z0-9_]*$/;

/**
 * Returns rows for settings that a script reads (`context.config.KEY`, `env.get("NAME")`) and `config` lacks. A guess
 * from its text, to save typing. In a request these are `${KEY}`, unless it is an argument.
 */
export function wantedRows(
  source: string,
  config: JsonObject,
  { request = false, parameters = [] }: { request?: boolean; parameters?: readonly string[] } = {},
): ConfigRow[] {
  const placed = request ? [...source.matchAll(/\$\{([A-Za-z_]\w*)/g)].map(([, key = '']) => key) : [];
  // Names a request provides itself, for its signature.
  const known = request ? ['request', ...parameters] : [];
  const fields = [...source.matchAll(/\bcontext\.config\.([A-Za-z_]\w*)/g)].map(([, key = '']) => key);
  const named = [...source.matchAll(/\benv\.get\s*\(?\s*["']([A-Za-z_]\w*)["']/g)].map(([, key = '']) => key);
  // A secret named by a value is also available under its own name.
  const there = namesIn(config);
  const asked = [...named, ...placed].filter((key) => !known.includes(key) && !there.includes(key));
  return [...new Set([...fields, ...asked])]
    .filter((key) => !Object.hasOwn(config, key))
    .map((key) => ({ key, text: SECRET_LIKE.test(key) ? `\${${key}}` : '', json: false }));
}
