// Reads the JSON of an HTTP tool and checks every field, so that the compiler can rely on them.
import { Failure } from '../../core/errors.ts';
import { canonicalHost } from '../../core/hosts.ts';
import { isObject, type Json } from '../../base/json.ts';
import type { ObjectSchema } from '../../core/schema.ts';
import { hostPlaceholders, parseAddress } from './http-address.ts';
import type { HttpMethod, HttpRequestSpec, HttpSpec, QueryValue } from './http-types.ts';
import { parseBody } from './http-body.ts';
import { readsEvents } from './http-events.ts';
import { checkPick } from './http-pick.ts';
import { checkAuth } from './read-http-auth.ts';
import { at, checkFields, checkNumber, HEADER_NAME, oneOf, refuse, textAt } from './spec-fields.ts';
import { isParameter, parseTemplate, placeholderText } from './template.ts';

const METHODS: readonly HttpMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Maximum characters of the whole text, and placeholders in it: about a hundred times what people write. */
export const MAX_SPEC = 256 * 1024;
export const MAX_PLACEHOLDERS = 1000;
/** Maximum nesting of a body or a schema. Lua's parser gives up at 200. */
const MAX_DEPTH = 50;

const FIELDS = [
  'name version description tags parameters returns view timeout approve allowedHosts request auth response retries',
  'method url query headers body contentType',
  'successCodes mode errorMode pick',
  'count wait longest jitter',
].map((names) => names.split(' ')) as [string[], string[], string[], string[]];

/** @throws Failure `bad_request` that names the field */
export function readSpecFields(json: string, fileName: string): HttpSpec {
  if (json.length > MAX_SPEC) {
    throw new Failure('bad_request', `the text of an HTTP tool may have ${MAX_SPEC / 1024} KiB`);
  }
  const given = parse(json);
  if (!isObject(given)) throw new Failure('bad_request', 'an HTTP tool is written as a JSON object');
  checkDepth(given, MAX_DEPTH);
  checkFields(given, '', FIELDS[0]);
  const spec = { ...given } as Record<string, unknown>;
  spec['name'] ??= fileName.replace(/^.*[\\/]/, '').replace(/(\.http)?\.json$/i, '');
  for (const field of ['version', 'description']) textAt(spec, field, '', true);
  const { approve } = spec;
  if (approve !== undefined && typeof approve !== 'boolean') refuse('approve', 'must be true or false');
  checkParameters(spec);
  checkHosts(spec['allowedHosts']);
  const parameters = (spec['parameters'] ?? {}) as Partial<ObjectSchema>;
  checkRequest(at(spec, 'request', ''), parameters);
  if (spec['auth'] !== undefined) checkAuth(at(spec, 'auth', ''), parameters);
  if (spec['response'] !== undefined) checkResponse(at(spec, 'response', ''), spec as unknown as HttpSpec);
  if (spec['retries'] !== undefined) checkRetries(at(spec, 'retries', ''), spec);
  checkPlaceholders([spec['request'], spec['auth']]);
  return spec as unknown as HttpSpec;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (problem) {
    throw new Failure('bad_request', `this is not JSON: ${(problem as Error).message}`);
  }
}

function checkParameters(spec: Record<string, unknown>): void {
  const { parameters, returns } = spec;
  if (parameters !== undefined && (!isObject(parameters) || parameters['type'] !== 'object')) {
    refuse('parameters', 'must be a JSON Schema with "type": "object"');
  }
  if (isObject(parameters) && parameters['properties'] !== undefined && !isObject(parameters['properties'])) {
    refuse('parameters.properties', 'must be an object');
  }
  if (returns !== undefined && (!isObject(returns) || returns['type'] === undefined)) {
    refuse('returns', 'must be a JSON Schema that has a type');
  }
}

function checkHosts(hosts: unknown): void {
  if (hosts === undefined) return;
  if (!Array.isArray(hosts)) refuse('allowedHosts', 'must be a list of host names');
  for (const host of hosts as unknown[]) {
    if (typeof host !== 'string' || canonicalHost(host) === undefined) {
      refuse('allowedHosts', `${JSON.stringify(host)} is not a host name`);
    }
  }
}

function checkRequest(request: Record<string, unknown>, parameters: Partial<ObjectSchema>): void {
  checkFields(request, 'request', FIELDS[1]);
  const method = oneOf(request, 'method', 'request', METHODS) ?? 'GET';
  checkAddress(textAt(request, 'url', 'request') ?? '', parameters);
  checkQuery(request['query']);
  checkHeaders(request['headers']);
  const contentType = textAt(request, 'contentType', 'request', true);
  if (
    contentType !== undefined &&
    !/^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=("[^"\\\p{Cc}]*"|[\w.+-]+))*$/u.test(contentType)
  ) {
    refuse('request.contentType', 'must be a content type such as application/json, without placeholders');
  }
  if (/^multipart\//i.test(contentType ?? '')) {
    refuse('request.contentType', 'multipart bodies are not supported');
  }
  if (request['body'] !== undefined && (method === 'GET' || method === 'HEAD')) {
    refuse('request.body', `a ${method} request has no body; use query or another method`);
  }
  parseBody(request as unknown as HttpRequestSpec);
}

function checkAddress(url: string, parameters: Partial<ObjectSchema>): void {
  const address = parseAddress(url, 'request.url');
  for (const placeholder of hostPlaceholders(address)) {
    if (!isParameter(placeholder, parameters)) continue;
    const written = placeholderText(placeholder);
    refuse(
      'request.url',
      `the host can’t come from an argument, but ${written} is a parameter; use a config value`,
    );
  }
}

function checkQuery(query: unknown): void {
  if (query === undefined) return;
  if (!isObject(query)) refuse('request.query', 'must be an object of names and values');
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    const field = `request.query.${name}`;
    if (isObject(value)) {
      checkFields(value, field, ['value', 'join']);
      textAt(value, 'value', field);
      textAt(value, 'join', field);
    } else if (Array.isArray(value)) {
      if (value.some((item) => typeof item !== 'string')) refuse(field, 'must be a list of strings');
    } else if (!isScalar(value))
      refuse(field, 'must be a string, a number, true or false, or a list of strings');
  }
}

function checkHeaders(headers: unknown): void {
  if (headers === undefined) return;
  if (!isObject(headers)) refuse('request.headers', 'must be an object of names and values');
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const field = `request.headers.${name.slice(0, 60)}`;
    if (!HEADER_NAME.test(name)) {
      refuse('request.headers', `${JSON.stringify(name)} is not a valid header name`);
    }
    if (seen.has(name.toLowerCase())) refuse(field, 'the header is given twice');
    seen.add(name.toLowerCase());
    if (!isScalar(value)) refuse(field, 'must be a string, a number, or true or false');
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    if (typeof value === 'string' && /[\u0000-\u001f\u007f]/.test(value)) {
      refuse(field, 'a header can’t contain line breaks or other control characters');
    }
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function checkResponse(response: Record<string, unknown>, spec: HttpSpec): void {
  checkFields(response, 'response', FIELDS[2]);
  oneOf(response, 'mode', 'response', ['auto', 'json', 'text', 'file', 'image', 'events']);
  oneOf(response, 'errorMode', 'response', ['fail', 'empty']);
  const { mode, pick } = response;
  if (pick !== undefined) {
    checkPick(pick);
    if (mode !== undefined && mode !== 'auto' && mode !== 'json' && !readsEvents(spec)) {
      refuse('response.pick', 'fields can be picked only from JSON; set the mode to json');
    }
  }
  const codes = response['successCodes'];
  if (codes === undefined) return;
  const isCode = (code: unknown): boolean =>
    Number.isInteger(code) && Number(code) >= 100 && Number(code) < 600;
  if (!Array.isArray(codes) || codes.length > 500 || !codes.every(isCode)) {
    refuse('response.successCodes', 'must be a list of numbers from 100 to 599');
  }
}

function checkRetries(retries: Record<string, unknown>, spec: Record<string, unknown>): void {
  checkFields(retries, 'retries', FIELDS[3]);
  const count = checkNumber(retries, 'count', 'retries', 0, 5) ?? refuse('retries.count', 'is missing');
  if (!Number.isInteger(count)) refuse('retries.count', 'must be a whole number');
  checkNumber(retries, 'wait', 'retries', 0, 60);
  checkNumber(retries, 'longest', 'retries', 0, 600);
  checkNumber(retries, 'jitter', 'retries', 0, 1);
  const method = ((spec['request'] as Record<string, unknown>)['method'] ?? 'GET') as HttpMethod;
  if (count > 0 && (method === 'POST' || method === 'PATCH')) {
    refuse('retries', `retries are not allowed for ${method}: a repeated request could take effect twice`);
  }
}

/** Parses all template texts, and counts their placeholders together. */
function checkPlaceholders(values: unknown[]): void {
  let count = 0;
  const look = (value: unknown, field: string): void => {
    if (typeof value === 'string') {
      count += parseTemplate(value, field).filter((part) => typeof part !== 'string').length;
      if (count > MAX_PLACEHOLDERS)
        refuse(field, `an HTTP tool can have at most ${MAX_PLACEHOLDERS} placeholders`);
    } else if (Array.isArray(value)) {
      value.forEach((item) => look(item, field));
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) look(item, `${field}.${name.slice(0, 60)}`);
    }
  };
  look(values[0], 'request');
  look(values[1], 'auth');
}

function checkDepth(value: unknown, left: number): void {
  if (left < 0) throw new Failure('bad_request', `the text is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value) as Json[]) checkDepth(item, left - 1);
}
