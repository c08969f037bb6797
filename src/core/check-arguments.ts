// Checks arguments against a schema written by the program or the page, where ajv is unavailable: ajv compiles code,
// which pages forbid. Messages are worded as in the sandbox. Pure.
//
// - It supports the keywords used to describe tools. `isPlainSchema` tells whether a schema has others; they are
//   ignored.
import { Failure } from './errors.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { isSameJson } from '../base/same-json.ts';
import { BOUNDS, type ObjectSchema, type Schema } from './schema.ts';
import { kindOf, show } from './shown-value.ts';

const CHECKED = new Set<string>([
  ...BOUNDS,
  'type',
  'properties',
  'required',
  'enum',
  'const',
  'items',
  'additionalProperties',
]);
/** Keywords that don't restrict values. */
const SAID = new Set(['default', 'description', 'title', 'examples', 'format', 'deprecated', '$schema']);

/** Tells whether every keyword of the schema is checked here. */
export function isPlainSchema(schema: Schema): boolean {
  const { items, properties = {}, additionalProperties } = schema;
  return (
    Object.keys(schema).every((keyword) => CHECKED.has(keyword) || SAID.has(keyword)) &&
    [items, additionalProperties, ...Object.values(properties)].every(
      (inner) => !isObject(inner) || isPlainSchema(inner),
    )
  );
}

/**
 * Returns a copy of the arguments as a tool receives them: checked, with defaults filled in. Anything but an object
 * counts as `{}`.
 * @throws Failure `bad_request` with the first error: missing arguments first, then wrong values.
 */
export function checkArguments(schema: ObjectSchema, args: unknown): JsonObject {
  const given = isObject(args) ? args : {};
  for (const name of schema.required ?? []) if (!Object.hasOwn(given, name)) throw missing(name);
  return checked(schema, given, '') as JsonObject;
}

function checked(schema: Schema, value: unknown, path: string): Json {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    throw wrong(path, `must be of type '${types.join(' or ')}', got ${kindOf(value)}`);
  }
  const { enum: values, const: only } = schema;
  if (Array.isArray(values) && !values.some((one) => isSameJson(one, value))) {
    throw wrong(path, `must be one of [${values.map(show).join(', ')}], got ${show(value)}`);
  }
  if (only !== undefined && !isSameJson(only, value)) throw wrong(path, 'must be equal to constant');
  if (typeof value === 'number') checkNumber(schema, value, path);
  if (typeof value === 'string') {
    // JSON Schema counts characters, not UTF-16 units.
    checkSize(schema, 'Length', [...value].length, 'characters', path);
  }
  if (Array.isArray(value)) {
    checkSize(schema, 'Items', value.length, 'items', path);
    const { items } = schema;
    return value.map((item, i) => (isObject(items) ? checked(items, item, `${path}[${i}]`) : (item as Json)));
  }
  return isObject(value) ? checkedObject(schema, value, path) : (value as Json);
}

function checkedObject(schema: Schema, value: Record<string, unknown>, path: string): JsonObject {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const inside = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const name of required) if (!Object.hasOwn(value, name)) throw missing(inside(name));
  const entries = Object.entries(value).map(([name, own]): [string, Json] => {
    const its = Object.hasOwn(properties, name) ? properties[name] : others;
    if (its === false) throw new Failure('bad_request', `parameter '${inside(name)}' is not known`);
    return [name, isObject(its) ? checked(its, own, inside(name)) : (own as Json)];
  });
  const absent = Object.entries(properties).filter(
    ([name, { default: usual }]) => usual !== undefined && !Object.hasOwn(value, name),
  );
  const filled = absent.map(([name, { default: usual }]): [string, Json] => [
    name,
    JSON.parse(JSON.stringify(usual)) as Json,
  ]);
  return Object.fromEntries([...entries, ...filled]);
}

function checkNumber(schema: Schema, value: number, path: string): void {
  const bounds: [string, string, (bound: number) => boolean][] = [
    ['minimum', '>=', (bound) => value >= bound],
    ['maximum', '<=', (bound) => value <= bound],
    ['exclusiveMinimum', '>', (bound) => value > bound],
    ['exclusiveMaximum', '<', (bound) => value < bound],
  ];
  for (const [keyword, sign, fits] of bounds) {
    const bound = schema[keyword];
    if (typeof bound === 'number' && !fits(bound)) throw wrong(path, `must be ${sign} ${bound}`);
  }
}

function checkSize(schema: Schema, what: 'Length' | 'Items', size: number, noun: string, path: string): void {
  const [least, most] = [schema[`min${what}`], schema[`max${what}`]];
  if (typeof least === 'number' && size < least) {
    throw wrong(path, `must NOT have fewer than ${least} ${noun}`);
  }
  if (typeof most === 'number' && size > most) throw wrong(path, `must NOT have more than ${most} ${noun}`);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return kindOf(value) === type;
}

function missing(path: string): Failure {
  return new Failure('bad_request', `missing required parameter: ${path}`);
}

function wrong(path: string, what: string): Failure {
  return new Failure('bad_request', `${path === '' ? 'the value' : `parameter '${path}'`} ${what}`);
}
