// JSON Schema as used by tools: the type, and the conversion of the short `parameters` notation of Lua tools.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { Failure } from './errors.ts';

export const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
export type TypeName = (typeof TYPES)[number];

/** A JSON Schema of an object. Unknown keywords pass through unchanged; ajv judges them. */
export interface ObjectSchema {
  type: 'object';
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

export interface Schema {
  type?: string | string[];
  description?: string;
  default?: Json;
  enum?: Json[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

/**
 * Converts a tool's `parameters` (a list of `{name, type, required, …}`, or a complete JSON Schema object) to a JSON
 * Schema.
 * @throws Failure `bad_request` that names the parameter, for a missing name, an unknown type or a duplicate name.
 */
export function toObjectSchema(parameters: unknown, what = 'parameters'): ObjectSchema {
  if (parameters === undefined || parameters === null) return { type: 'object', properties: {} };
  if (isObject(parameters)) {
    if (Object.keys(parameters).length === 0) return { type: 'object', properties: {} };
    if (parameters['type'] !== 'object') {
      throw new Failure(
        'bad_request',
        `${what} must be a list of { name = …, type = … } or a JSON Schema with type = "object"`,
      );
    }
    return readySchema(parameters, '') as ObjectSchema;
  }
  if (!Array.isArray(parameters)) {
    throw new Failure('bad_request', `${what} must be a list of { name = …, type = … }`);
  }
  return fromList(parameters, 'parameter');
}

/** Converts `returns` likewise. Its JSON Schema can be of any type: a tool can return a list or a text. */
export function toResultSchema(returns: unknown): Schema {
  const ready = isObject(returns) && returns['type'] !== undefined;
  return ready ? readySchema(returns, 'returns') : toObjectSchema(returns, 'returns');
}

function fromList(list: unknown[], what: string): ObjectSchema {
  const properties: Record<string, Schema> = Object.create(null) as Record<string, Schema>;
  const required: string[] = [];
  list.forEach((entry, index) => {
    const name = isObject(entry) ? entry['name'] : undefined;
    if (!isObject(entry) || typeof name !== 'string' || name === '') {
      throw new Failure('bad_request', `${what} at index ${index + 1} is missing 'name'`);
    }
    if (name in properties) throw new Failure('bad_request', `parameter '${name}' is declared twice`);
    properties[name] = toSchema(entry, name);
    if (isRequired(entry)) required.push(name);
  });
  return required.length > 0
    ? { type: 'object', properties: { ...properties }, required }
    : { type: 'object', properties: { ...properties } };
}

function toSchema(entry: Record<string, unknown>, path: string): Schema {
  const type = entry['type'] ?? 'string';
  checkType(type, path);
  const schema: Schema = { type: type as TypeName };
  if (entry['description'] !== undefined) schema.description = String(entry['description']);
  if (entry['default'] !== undefined) schema.default = emptyTableAs(type, entry['default'] as Json);
  if (Array.isArray(entry['enum'])) schema.enum = entry['enum'] as Json[];
  if (isObject(entry['items'])) schema.items = toSchema(entry['items'], `${path}[]`);
  if (Array.isArray(entry['properties'])) {
    const { properties, required } = fromList(entry['properties'], `property of '${path}'`);
    schema.properties = properties;
    if (required) schema.required = required;
  } else if (isObject(entry['properties'])) {
    schema.properties = {};
    const required = requiredList(entry);
    for (const [name, property] of Object.entries(entry['properties'])) {
      if (!isObject(property)) continue;
      schema.properties[name] = toSchema(property, `${path}.${name}`);
      if (isRequired(property) && !required.includes(name)) required.push(name);
    }
    if (required.length > 0) schema.required = required;
  }
  for (const keyword of PASS_THROUGH) {
    if (entry[keyword] !== undefined) schema[keyword] = entry[keyword];
  }
  return schema;
}

/** Keywords that bound a number, a length or a count. */
export const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;

/** Keywords with the same meaning in the short notation and in JSON Schema. */
const PASS_THROUGH = [...BOUNDS, 'pattern', 'format', 'title'];

/** An empty Lua table may be an array or an object; the declared type decides. */
function emptyTableAs(type: unknown, value: Json): Json {
  return type === 'array' && isEmptyTable(value) ? [] : value;
}

function checkType(type: unknown, path: string): void {
  if (!TYPES.includes(type as TypeName)) {
    throw new Failure(
      'bad_request',
      `parameter '${path}' has unknown type '${String(type)}'; use one of ${TYPES.join(', ')}`,
    );
  }
}

/** `required = true` by Lua's truthiness. A list of names beside `properties` applies to those properties instead. */
function isRequired(entry: Record<string, unknown>): boolean {
  const { required } = entry;
  if (required === undefined || required === null || required === false) return false;
  return !(Array.isArray(required) && isObject(entry['properties']));
}

function requiredList({ required }: Record<string, unknown>): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Reads a JSON Schema written in Lua: checks its types, and converts empty tables to lists where lists are expected. */
function readySchema(given: Record<string, unknown>, path: string): Schema {
  const schema: Record<string, unknown> = { ...given };
  const types = [schema['type']].flat();
  for (const type of types) if (type !== undefined && type !== 'null') checkType(type, path);
  for (const keyword of ['required', 'enum']) if (isEmptyTable(schema[keyword])) delete schema[keyword];
  if (types.includes('array') && !types.includes('object') && isEmptyTable(schema['default'])) {
    schema['default'] = [];
  }
  if (isObject(schema['items'])) schema['items'] = readySchema(schema['items'], `${path}[]`);
  if (isObject(schema['properties'])) {
    schema['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, property]) => [
        name,
        isObject(property) ? readySchema(property, path === '' ? name : `${path}.${name}`) : property,
      ]),
    );
  }
  return schema;
}

function isEmptyTable(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Returns the initial value of a form or a preview: all defaults of a schema. */
export function defaultsOf(schema: ObjectSchema): JsonObject {
  const defaults: JsonObject = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.default !== undefined) defaults[name] = property.default;
  }
  return defaults;
}
