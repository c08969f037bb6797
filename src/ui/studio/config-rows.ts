// A tool's config as rows of a form, and back; and which settings a script looks for. Pure.
import type { Json, JsonObject } from '../../base/json.ts';
import { namesIn } from '../../core/placeholders.ts';

export interface ConfigRow {
  key: string;
  /** The text itself, or JSON when `json`. */
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
  /** Sentences, by the row's index. */
  problems: Record<number, string>;
}

/** A row without key and text is one that nobody has filled in yet. */
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

/** Keys in the way secrets are usually named: what a script asks `env` for under such a name is one. */
const SECRET_LIKE = /^[A-Z][A-Z0-9_]*$/;

/**
 * Rows for the settings that a script names (`context.config.KEY`, `env.get("NAME")`) and `config` lacks. A guess from
 * its text, to spare typing. A request names them as `${KEY}`, where that is none of its arguments.
 */
export function wantedRows(
  source: string,
  config: JsonObject,
  { request = false, parameters = [] }: { request?: boolean; parameters?: readonly string[] } = {},
): ConfigRow[] {
  const placed = request ? [...source.matchAll(/\$\{([A-Za-z_]\w*)/g)].map(([, key = '']) => key) : [];
  // What a request knows of itself, for its signature.
  const known = request ? ['request', ...parameters] : [];
  const fields = [...source.matchAll(/\bcontext\.config\.([A-Za-z_]\w*)/g)].map(([, key = '']) => key);
  const named = [...source.matchAll(/\benv\.get\s*\(?\s*["']([A-Za-z_]\w*)["']/g)].map(([, key = '']) => key);
  // A secret that some value names is there under its own name, too.
  const there = namesIn(config);
  const asked = [...named, ...placed].filter((key) => !known.includes(key) && !there.includes(key));
  return [...new Set([...fields, ...asked])]
    .filter((key) => !Object.hasOwn(config, key))
    .map((key) => ({ key, text: SECRET_LIKE.test(key) ? `\${${key}}` : '', json: false }));
}
