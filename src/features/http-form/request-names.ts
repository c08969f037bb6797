// The placeholders of a request: which names it uses, and where. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { hostPlaceholders, parseAddress } from '../../tools/http/http-address.ts';
import { parseTemplate } from '../../tools/http/template.ts';
import { objectIn, textIn, valueIn } from './request-text.ts';

export type NamePlace = 'host' | 'address' | 'query' | 'headers' | 'body' | 'auth';

/** By name, in reading order. */
export function namesOf(spec: JsonObject): Map<string, Set<NamePlace>> {
  const names = new Map<string, Set<NamePlace>>();
  const add = (name: string, place: NamePlace): void =>
    void names.set(name, (names.get(name) ?? new Set()).add(place));
  const url = textIn(spec, ['request', 'url']);
  const inHost = hostNames(url);
  for (const name of namesIn(url)) add(name, inHost.has(name) ? 'host' : 'address');
  for (const place of ['query', 'headers', 'body'] as const) {
    for (const name of namesIn(valueIn(spec, ['request', place]))) add(name, place);
  }
  const { type, ...auth } = objectIn(spec, ['auth']);
  for (const name of namesIn(auth)) if (type !== 'hmac' || name !== 'request') add(name, 'auth');
  return names;
}

/** Returns the first name of every placeholder in a value, keys included. */
export function namesIn(value: Json | undefined): string[] {
  if (typeof value === 'string') {
    return template(value).flatMap((part) => (typeof part === 'string' ? [] : [part.root]));
  }
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  return Object.entries(value as JsonObject).flatMap(([key, item]) => [...namesIn(key), ...namesIn(item)]);
}

/** Names that influence the request's host: they must not be parameters. */
function hostNames(url: string): Set<string> {
  try {
    return new Set(hostPlaceholders(parseAddress(url, 'url')).map(({ root }) => root));
  } catch {
    const start = /^[^/?#]*(\/\/[^/?#]*)?/.exec(url)?.[0] ?? '';
    return new Set(namesIn(start));
  }
}

/** A text that is not a valid template has no names yet. */
function template(text: string): ReturnType<typeof parseTemplate> {
  try {
    return parseTemplate(text, '');
  } catch {
    return [];
  }
}

/** Renames a name in all placeholders of the value. */
export function renamed(value: Json, from: string, to: string): Json {
  if (typeof value === 'string') return renamedText(value, from, to);
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [
      renamedText(key, from, to),
      renamed(item, from, to),
    ]),
  );
}

function renamedText(text: string, from: string, to: string): string {
  return text.replace(/\$\{([A-Za-z0-9_-]+)(?=[A-Za-z0-9_.[\]-]*\})/g, (whole, name: string) =>
    name === from ? `\${${to}` : whole,
  );
}

/**
 * Converts other tools' placeholders to ours: `{id}` of URL templates and `{{id}}` of Postman. Braces around anything
 * but a name stay text.
 */
export function withOurPlaceholders(text: string): string {
  return text.replace(
    /(?<!\$)(?:\{\{[ \t]*([A-Za-z_][\w-]*)[ \t]*\}\}|\{([A-Za-z_][\w-]*)\}(?!\}))/g,
    (_, double?: string, single?: string) => `\${${double ?? single}}`,
  );
}

/** The same for a body, where single braces have another meaning unless they are a whole quoted value. */
export function withOurPlaceholdersInBody(text: string): string {
  return text.replace(
    /(?<!\$)\{\{[ \t]*([A-Za-z_][\w-]*)[ \t]*\}\}|"\{([A-Za-z_][\w-]*)\}"/g,
    (_, double?: string, single?: string) => (double === undefined ? `"\${${single}}"` : `\${${double}}`),
  );
}
