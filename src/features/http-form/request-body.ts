// Converts a request body to the form and back. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { objectIn, textIn } from './request-text.ts';

export type BodyKind = 'none' | 'json' | 'form' | 'text';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

export function contentTypeOf(request: JsonObject): string {
  const header = Object.entries(objectIn(request, ['headers'])).find(
    ([name]) => name.toLowerCase() === 'content-type',
  )?.[1];
  return textIn(request, ['contentType']) || (typeof header === 'string' ? header : 'application/json');
}

export function bodyKind(request: JsonObject): BodyKind {
  const { body } = request;
  if (body === undefined) return 'none';
  const type = contentTypeOf(request);
  if (/^application\/x-www-form-urlencoded\b/i.test(type) && isObject(body)) return 'form';
  return /[/+]json\b/i.test(type) || typeof body !== 'string' ? 'json' : 'text';
}

/** Returns the text for the body field. */
export function bodyText(body: Json | undefined): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

/**
 * Parses a typed body. JSON becomes data; a placeholder without quotes counts as one in quotes, and so is replaced by
 * the value itself. Other text stays text, so nothing typed is lost.
 */
export function bodyOf(typed: string, before: Json | undefined): Json {
  // JSON text has placeholder rules of its own, so keep it as text.
  if (typeof before === 'string' && isJsonTemplate(before)) return typed;
  return jsonOf(typed) ?? typed;
}

export function bodyProblem(body: Json | undefined): string {
  return typeof body === 'string' && !isJsonTemplate(body)
    ? 'This is not valid JSON yet. Look for a missing comma, quote or bracket, or choose Text.'
    : '';
}

/** Converts the body to another kind as far as possible. */
export function bodyAs(
  kind: BodyKind,
  request: JsonObject,
): { body: Json; contentType?: string } | undefined {
  const { body = '' } = request;
  switch (kind) {
    case 'none':
      return undefined;
    case 'json':
      return { body: typeof body === 'string' ? (body === '' ? {} : (jsonOf(body) ?? body)) : body };
    case 'form':
      return { body: isObject(body) ? body : fieldsOf(bodyText(body)), contentType: FORM_TYPE };
    case 'text':
      return { body: bodyText(body), contentType: 'text/plain' };
  }
}

function fieldsOf(text: string): JsonObject {
  const data = jsonOf(text);
  if (isObject(data)) return data as JsonObject;
  const pairs = text.split('&').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), value.join('=')];
    }),
  );
}

function isJsonTemplate(text: string): boolean {
  return jsonOf(text) !== undefined;
}

/** Parses JSON text that may contain unquoted placeholders; undefined when it is not JSON. */
export function jsonOf(text: string): Json | undefined {
  let quoted = false;
  const whole = text.replace(/\\[^]|"|\$\{[A-Za-z0-9_.[\]-]+\}/g, (token) => {
    if (token === '"') quoted = !quoted;
    return quoted || !token.startsWith('${') ? token : JSON.stringify(token);
  });
  try {
    return JSON.parse(whole) as Json;
  } catch {
    return undefined;
  }
}
