// Imports from FlexiGPT: JSON files with one tool each, and the manifest of their bundles. Tools of type http become
// HTTP tools; the others are kept unchanged, with the reason why they can't run.
import { isObject, type Json } from '../../base/json.ts';
import type { ObjectSchema, Schema } from '../../core/schema.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';
import { readHttpSpec } from '../http/http-spec.ts';
import type { HttpAuth, HttpMethod, HttpSpec } from '../http/http-types.ts';
import { Failure } from '../../core/errors.ts';
import { configOf } from './data-config.ts';
import { toolDraft, toTags } from './draft.ts';
import { toToolName } from './import-path.ts';

type Fields = Record<string, unknown>;

/** A bundle as described by its manifest. */
export interface FlexiBundle {
  id: string;
  slug: string;
  displayName: string;
  description: string;
}

/** Tells whether this is a FlexiGPT tool. */
export function isFlexiTool(json: unknown): json is Fields {
  if (!isObject(json)) return false;
  const typed = json['type'] === 'http' || json['type'] === 'go' || json['type'] === 'sdk';
  return typed && (isObject(json['httpImpl']) || isObject(json['goImpl']) || isObject(json['sdkImpl']));
}

/** Returns the bundles of a manifest, or a single bundle with its tools; undefined for any other JSON. */
export function flexiBundlesIn(json: unknown): { bundles: FlexiBundle[]; tools: Fields[] } | undefined {
  if (!isObject(json)) return undefined;
  const inside = Array.isArray(json['tools']) ? json['tools'].filter(isFlexiTool) : [];
  const listed = json['bundles'] ?? json['toolBundles'];
  if (isObject(listed) || Array.isArray(listed)) {
    const bundles = Object.values(listed).filter(isFlexiBundle).map(toBundle);
    return bundles.length > 0 ? { bundles, tools: inside } : undefined;
  }
  const single = isObject(json['bundle']) ? json['bundle'] : json;
  if (inside.length === 0 && single['schemaVersion'] === undefined) return undefined;
  if (!isFlexiBundle(single) || isFlexiTool(json)) return undefined;
  return { bundles: [toBundle(single)], tools: inside };
}

function isFlexiBundle(json: unknown): json is Fields {
  return isObject(json) && typeof json['slug'] === 'string' && json['type'] === undefined;
}

function toBundle(json: Fields): FlexiBundle {
  const slug = String(json['slug']);
  const { id, displayName, description } = json;
  return {
    id: typeof id === 'string' ? id : '',
    slug,
    displayName: typeof displayName === 'string' && displayName !== '' ? displayName : slug,
    description: typeof description === 'string' ? description : '',
  };
}

/** @param notes receives a sentence for everything that is dropped */
export function readFlexiTool(json: Fields, from: string, notes: string[]): ToolDraft {
  const given = typeof json['slug'] === 'string' && json['slug'] !== '' ? json['slug'] : from;
  const name = toToolName(given);
  const tags = toTags(json['tags'], name, notes);
  const flags = {
    ...(json['isEnabled'] === false && { enabled: false as const }),
    ...(json['llmCallable'] === false && { llmCallable: false as const }),
    ...(json['userCallable'] === false && { userCallable: false as const }),
  };
  const original = `${JSON.stringify(json, null, 2)}\n`;
  const stuck = (problem: string): ToolDraft =>
    toolDraft({ kind: 'http', name, source: original, tags, ...flags, problem });
  if (json['type'] !== 'http') {
    return stuck(
      `it is part of FlexiGPT itself (type ${String(json['type'])}); only its HTTP tools run here. Its text is kept`,
    );
  }
  try {
    const spec = toHttpSpec(json, name, notes);
    const source = `${JSON.stringify(spec, null, 2)}\n`;
    readHttpSpec(source, `${name}.http.json`);
    return toolDraft({ kind: 'http', name, source, tags, config: configOf(source), ...flags });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return stuck(`it cannot be read as an HTTP tool: ${error.message}`);
  }
}

function toHttpSpec(json: Fields, name: string, notes: string[]): HttpSpec {
  const implementation = fieldsOf(json['httpImpl']);
  const request = fieldsOf(implementation['request']);
  const response = fieldsOf(implementation['response']);
  if (json['autoExecReco'] === true)
    notes.push(`'${name}' asks to run by itself; here it asks before each call.`);
  const spec: HttpSpec = {
    name,
    ...(isText(json['version']) && { version: json['version'] }),
    description: String(json['description'] || json['displayName'] || `HTTP tool: ${name}`),
    parameters: parametersOf(json['argSchema'], request),
    ...(isObject(json['outputSchema']) &&
      json['outputSchema']['type'] !== undefined && { returns: json['outputSchema'] as Schema }),
    request: {
      ...methodOf(request['method']),
      url: String(request['urlTemplate'] ?? ''),
      ...(isFilled(request['query']) && { query: texts(request['query']) }),
      ...(isFilled(request['headers']) && { headers: texts(request['headers']) }),
      ...bodyOf(request['body']),
    },
    response: {},
  };
  const timeout = request['timeoutMS'];
  // FlexiGPT's own default: ten seconds.
  spec.timeout =
    typeof timeout === 'number' && timeout > 0 ? Math.min(Math.max(timeout / 1000, 0.1), 3600) : 10;
  const auth = authOf(request['auth'], name, notes);
  if (auth) spec.auth = auth;
  const { successCodes, errorMode, bodyOutputMode } = response;
  if (Array.isArray(successCodes) && successCodes.length > 0)
    spec.response = { successCodes: successCodes as number[] };
  if (errorMode === 'empty') spec.response = { ...spec.response, errorMode };
  if (bodyOutputMode === 'text' || bodyOutputMode === 'file' || bodyOutputMode === 'image') {
    spec.response = { ...spec.response, mode: bodyOutputMode };
  }
  return spec;
}

/** `readHttpSpec` checks whether it is valid. */
function methodOf(given: unknown): { method?: HttpMethod } {
  if (given === undefined || given === null || given === '') return {};
  return { method: String(given).toUpperCase() as HttpMethod };
}

/** A text stays text: values inserted within quotes become text too, as in FlexiGPT. */
function bodyOf(given: unknown): { body?: Json } {
  return given === undefined || given === null || given === '' ? {} : { body: given as Json };
}

function authOf(given: unknown, name: string, notes: string[]): HttpAuth | undefined {
  if (!isFilled(given) || given['type'] === '' || given['type'] === 'none') return undefined;
  const value = String(given['valueTemplate'] ?? '');
  if (given['type'] === 'bearer') return { type: 'bearer', token: value };
  if (given['type'] === 'apiKey') {
    const place = given['in'] === 'query' ? 'query' : 'header';
    return { type: 'apiKey', in: place, name: String(given['name'] ?? ''), value };
  }
  if (given['type'] === 'basic') {
    const colon = value.indexOf(':');
    if (colon >= 0)
      return { type: 'basic', username: value.slice(0, colon), password: value.slice(colon + 1) };
    // Already encoded: the part after the word Basic.
    return { type: 'apiKey', in: 'header', name: 'Authorization', value: `Basic ${value}` };
  }
  notes.push(
    `'${name}' uses an unsupported kind of authentication (${String(given['type'])}), which was left out.`,
  );
  return undefined;
}

/** A schema without arguments says nothing: then the request's placeholders are the arguments. */
function parametersOf(given: unknown, request: Fields): ObjectSchema {
  const schema = fieldsOf(given);
  if (isFilled(schema['properties'])) return { ...schema, type: 'object' };
  const properties = argumentsIn(request);
  const required = Object.keys(properties);
  return { ...schema, type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The shape of an argument by what follows its name: `${user.name}` is in an object, `${items[0]}` in a list. */
const SHAPES: Readonly<Record<string, Schema>> = { '.': { type: 'object' }, '[': { type: 'array' } };

/** Names in `${…}` that are no secret: those are in capitals, or part of the authentication or of the host. */
function argumentsIn({ urlTemplate, query, headers, body }: Fields): Record<string, Schema> {
  const path = String(urlTemplate ?? '').replace(/^(https?:\/\/)?[^/?#]*/i, '');
  const text = JSON.stringify([path, query ?? null, headers ?? null, body ?? null]);
  const found = new Map<string, Schema>();
  for (const [, name = '', next = ''] of text.matchAll(/\$\{([A-Za-z0-9_-]+)([.[]?)[A-Za-z0-9_.[\]-]*\}/g)) {
    if (/[a-z]/.test(name) && !found.has(name)) found.set(name, SHAPES[next] ?? { type: 'string' });
  }
  return Object.fromEntries(found);
}

function texts(given: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isFilled(value: unknown): value is Fields {
  return isObject(value) && Object.keys(value).length > 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
