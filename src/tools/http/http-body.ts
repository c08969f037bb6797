// Parses the body of an HTTP tool's request once, into fixed parts and placeholders.
import { Failure } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { HttpRequestSpec } from './http-types.ts';
import { refuse } from './spec-fields.ts';
import { parseTemplate, type Part, type Placeholder } from './template.ts';

/**
 * A JSON template. `value` takes the argument's own type, and is null without one if `bare`; `text` is always a
 * string.
 */
export type JsonNode =
  | { fixed: null | number | boolean }
  | { text: Part[] }
  | { value: Placeholder; bare: boolean }
  | { list: JsonNode[] }
  | { object: [name: Part[], node: JsonNode][] };

export type HttpBody =
  | { kind: 'none' }
  | { kind: 'json'; contentType: string; node: JsonNode }
  | { kind: 'text'; contentType: string; parts: Part[] }
  | { kind: 'form'; contentType: string; fields: [name: string, parts: Part[]][] };

const FIELD = 'request.body';

/** @throws Failure `bad_request`, for example for a template that can never become JSON */
export function parseBody({ body, contentType, headers = {} }: HttpRequestSpec): HttpBody {
  if (body === undefined) return { kind: 'none' };
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = contentType ?? (header === undefined ? 'application/json' : String(header));
  if (/^application\/x-www-form-urlencoded\b/i.test(type) && typeof body !== 'string') {
    return { kind: 'form', contentType: type, fields: formFields(body) };
  }
  const json = /[/+]json\b/i.test(type);
  if (typeof body === 'string') {
    if (!json) return { kind: 'text', contentType: type, parts: parseTemplate(body, FIELD) };
    const { json: value, mark } = parseJsonTemplate(body);
    return { kind: 'json', contentType: type, node: toNode(value, mark) };
  }
  if (!json) refuse(FIELD, `must be a string, because the content type is ${type}`);
  return { kind: 'json', contentType: type, node: toNode(body) };
}

function formFields(body: Json): [string, Part[]][] {
  if (!isObject(body)) refuse(FIELD, 'must be an object of fields, or a string');
  return Object.entries(body as JsonObject).map(([name, value]) => {
    if (typeof value === 'object') refuse(`${FIELD}.${name}`, 'a form field must be a string');
    return [name, parseTemplate(String(value), FIELD)];
  });
}

/**
 * @param mark marks placeholders without quotes in a text; without one, a string that is a single placeholder is its
 *   value
 */
function toNode(json: Json, mark?: string): JsonNode {
  if (typeof json === 'string') {
    const bare = mark !== undefined && json.startsWith(mark);
    const parts = parseTemplate(bare ? json.slice(mark.length) : json, FIELD);
    const [part] = parts;
    if (typeof part === 'object' && parts.length === 1 && (bare || mark === undefined))
      return { value: part, bare };
    return { text: parts };
  }
  if (Array.isArray(json)) return { list: json.map((item) => toNode(item, mark)) };
  if (json === null || typeof json !== 'object') return { fixed: json };
  const members = Object.entries(json).map(([name, item]): [Part[], JsonNode] => [
    parseTemplate(name, FIELD),
    toNode(item, mark),
  ]);
  return { object: members };
}

/** Parses JSON text in which placeholders may also occur without quotes, in place of a value. */
function parseJsonTemplate(text: string): { json: Json; mark: string } {
  // Longer than any run of NULs that the text itself can spell.
  const mark = '\u0000'.repeat(text.split(/\\u0000/).length);
  let quoted = false;
  const marked = text.replace(/\\[^]|"|\$\{[A-Za-z0-9_.[\]-]+\}/g, (token) => {
    if (token === '"') quoted = !quoted;
    return quoted || !token.startsWith('${') ? token : JSON.stringify(mark + token);
  });
  try {
    return { json: JSON.parse(marked) as Json, mark };
  } catch {
    throw new Failure(
      'bad_request',
      `${FIELD}: it is not valid JSON once its placeholders are filled in; look for a missing comma, quote or bracket, or choose another content type`,
    );
  }
}
