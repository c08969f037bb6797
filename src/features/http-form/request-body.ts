// The body of a request as the form shows it, and back. Pure.
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

/** What stands in the box for the body. */
export function bodyText(body: Json | undefined): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

/**
 * The body that a typed text means. JSON becomes data, where a placeholder without quotes is one in quotes: it is then the
 * value itself. What is no JSON stays a text, so that nothing typed is lost.
 */
export function bodyOf(typed: string, before: Json | undefined): Json {
  // A text of JSON has rules of its own for placeholders, and keeps them.
  if (typeof before === 'string' && isJsonTemplate(before)) return typed;
  return jsonOf(typed) ?? typed;
}

export function bodyProblem(body: Json | undefined): string {
  return typeof body === 'string' && !isJsonTemplate(body)
    ? 'This is not valid JSON yet. Look for a missing comma, quote or bracket, or choose Text.'
    : '';
}

/** The same body, as far as it can be, as one of another kind. */
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

/** The data of a text of JSON, in which placeholders may stand without quotes; undefined for what is none. */
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
