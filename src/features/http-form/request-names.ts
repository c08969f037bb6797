// The placeholders of a request: which names it uses, and in which places. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { hostPlaceholders, parseAddress } from '../../tools/http/http-address.ts';
import { parseTemplate } from '../../tools/http/template.ts';
import { objectIn, textIn, valueIn } from './request-text.ts';

export type NamePlace = 'host' | 'address' | 'query' | 'headers' | 'body' | 'auth';

/** By name, in the order in which a reader meets them. */
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

/** Every placeholder's first name in the texts of a value, those of its keys included. */
export function namesIn(value: Json | undefined): string[] {
  if (typeof value === 'string') {
    return template(value).flatMap((part) => (typeof part === 'string' ? [] : [part.root]));
  }
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  return Object.entries(value as JsonObject).flatMap(([key, item]) => [...namesIn(key), ...namesIn(item)]);
}

/** Names that have a say in where the request goes: no argument may. */
function hostNames(url: string): Set<string> {
  try {
    return new Set(hostPlaceholders(parseAddress(url, 'url')).map(({ root }) => root));
  } catch {
    const start = /^[^/?#]*(\/\/[^/?#]*)?/.exec(url)?.[0] ?? '';
    return new Set(namesIn(start));
  }
}

/** A text that cannot be read as a template has no names yet. */
function template(text: string): ReturnType<typeof parseTemplate> {
  try {
    return parseTemplate(text, '');
  } catch {
    return [];
  }
}

/** The value with one name in place of another in all its placeholders. */
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
 * The spellings of other tools as ours: `{id}` of address templates and `{{id}}` of Postman. Braces around anything but a
 * name stay text.
 */
export function withOurPlaceholders(text: string): string {
  return text.replace(
    /(?<!\$)(?:\{\{[ \t]*([A-Za-z_][\w-]*)[ \t]*\}\}|\{([A-Za-z_][\w-]*)\}(?!\}))/g,
    (_, double?: string, single?: string) => `\${${double ?? single}}`,
  );
}

/** The same inside a body, where single braces have a meaning of their own unless they are a whole value in quotes. */
export function withOurPlaceholdersInBody(text: string): string {
  return text.replace(
    /(?<!\$)\{\{[ \t]*([A-Za-z_][\w-]*)[ \t]*\}\}|"\{([A-Za-z_][\w-]*)\}"/g,
    (_, double?: string, single?: string) => (double === undefined ? `"\${${single}}"` : `\${${double}}`),
  );
}
