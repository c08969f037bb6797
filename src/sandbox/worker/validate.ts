// Checks arguments and results against a JSON Schema. It runs in the sandbox because ajv compiles code and a hostile
// `pattern` may never end. Works in a worker and in Node.
import {
  Ajv2020,
  type ErrorObject,
  type FuncKeywordDefinition,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { Failure } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { isSameJson } from '../../base/same-json.ts';
import type { Schema } from '../../core/schema.ts';
import { kindOf, show } from '../../core/shown-value.ts';

/** Caches compiled schemas: a second check of the same one takes microseconds. */
export class Validator {
  readonly #ajv = newAjv({ meta: false, validateSchema: false });
  readonly #compiled = new Map<string, { schema: Schema; check: ValidateFunction }>();

  /**
   * Returns the arguments a tool gets: `args` checked, with defaults for absent values. Anything but an object counts
   * as `{}`.
   * @param schema JSON text of an object schema
   * @throws Failure `bad_request` with the first problem: missing values, then invalid ones
   */
  args(schema: string, args: unknown): JsonObject {
    const { schema: parsed, check } = this.#compile(schema);
    const given = isObject(args) ? (args as JsonObject) : {};
    if (!check(given)) throw new Failure('bad_request', describe(firstError(check.errors), 'parameter'));
    fillDefaults(parsed, given);
    return given;
  }

  /**
   * Returns the result as its schema means it: where the schema requires a list, an empty Lua table is an empty list.
   * @throws Failure `bad_output`
   */
  result(schema: string, given: unknown): unknown {
    const { schema: parsed, check } = this.#compile(schema);
    const result = withLists(parsed, given);
    if (!check(result)) {
      throw new Failure(
        'bad_output',
        `the result does not fit its schema: ${describe(firstError(check.errors), 'field')}`,
      );
    }
    return result;
  }

  #compile(text: string): { schema: Schema; check: ValidateFunction } {
    let compiled = this.#compiled.get(text);
    if (!compiled) {
      const schema = withoutDialect(JSON.parse(text) as Schema);
      compiled = { schema, check: this.#ajv.compile(schema) };
      this.#compiled.set(text, compiled);
    }
    return compiled;
  }
}

/**
 * Compiles a schema as strictly as ajv can, once, when a tool is installed.
 * @throws Failure `bad_request` that names the parameter and the problem
 */
export function checkSchema(schema: Schema, what: string): void {
  const ajv = newAjv({ meta: true, validateSchema: true });
  const plain = withoutDialect(schema);
  if (ajv.validateSchema(plain) !== true) {
    const { instancePath, message } = firstError(ajv.errors);
    const path = pathOf(instancePath.replaceAll('/properties/', '/'));
    throw new Failure('bad_request', `${what}${path && `, ${path}`}: ${message ?? 'is not JSON Schema'}`);
  }
  try {
    ajv.compile(plain);
  } catch (problem) {
    throw new Failure('bad_request', `${what} cannot be used as a schema: ${(problem as Error).message}`);
  }
}

function newAjv(options: { meta: boolean; validateSchema: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    allErrors: true,
    strict: false,
    verbose: true,
    // A parameter may be called `constructor`.
    ownProperties: true,
    // Formats are only hints for forms.
    validateFormats: false,
    logger: false,
    addUsedSchema: false,
  });
  for (const definition of COMPARISONS) ajv.removeKeyword(String(definition.keyword)).addKeyword(definition);
  return ajv;
}

/**
 * Keywords that compare values. ajv's own throw on an object with a key such as `toString`, and treat two objects
 * with a `constructor` as different.
 */
const COMPARISONS: FuncKeywordDefinition[] = [
  comparison(
    'const',
    (only) => (value) => (isSameJson(only, value) ? undefined : 'must be equal to constant'),
  ),
  comparison('enum', (values) => {
    if (!Array.isArray(values) || values.length === 0)
      throw new Error('enum must be a list that is not empty');
    return (value) =>
      values.some((one) => isSameJson(one, value)) ? undefined : 'must be equal to one of the allowed values';
  }),
  comparison('uniqueItems', (wanted) => (value) => {
    const twin = wanted === true && Array.isArray(value) ? twins(value) : undefined;
    return twin && `must NOT have duplicate items (items ## ${twin[0]} and ${twin[1]} are identical)`;
  }),
];

/** @param prepare takes the keyword's value, and returns a function that describes what is wrong with a value */
function comparison(
  keyword: string,
  prepare: (said: unknown) => (value: unknown) => string | undefined,
): FuncKeywordDefinition {
  const compile = (said: unknown): DataValidateFunction => {
    const compare = prepare(said);
    const check: DataValidateFunction = (value: unknown) => {
      const message = compare(value);
      if (message !== undefined) check.errors = [{ keyword, message, params: { allowedValues: said } }];
      return message === undefined;
    };
    return check;
  };
  return { keyword, compile };
}

/** Returns the indices of two equal items. */
function twins(items: readonly unknown[]): [number, number] | undefined {
  const seen = new Map<unknown, number>();
  const objects: [unknown, number][] = [];
  for (const [at, item] of items.entries()) {
    const isPlain = typeof item !== 'object' || item === null;
    const before = isPlain ? seen.get(item) : objects.find(([other]) => isSameJson(other, item))?.[1];
    if (before !== undefined) return [before, at];
    if (isPlain) seen.set(item, at);
    else objects.push([item, at]);
  }
  return undefined;
}

/** Drops the draft that a schema names: all drafts mean the same here, and ajv would look for one it hasn't loaded. */
function withoutDialect({ $schema: _dialect, ...schema }: Schema): Schema {
  return schema;
}

/** Prefers missing values at the outside. Errors inside an `anyOf` only say why one branch didn't fit. */
function firstError(errors: ErrorObject[] | null | undefined): ErrorObject {
  const all = errors ?? [];
  const outer = all.filter((error) => !/\/(anyOf|oneOf)\//.test(error.schemaPath));
  const found =
    all.find((error) => error.keyword === 'required' && error.instancePath === '') ?? outer[0] ?? all[0];
  if (!found) throw new Error('ajv rejected it without a reason');
  return found;
}

function describe(error: ErrorObject, noun: string): string {
  const params = error.params as Record<string, unknown>;
  const path = pathOf(error.instancePath);
  const inside = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const subject = path === '' ? 'the value' : `${noun} '${path}'`;
  switch (error.keyword) {
    case 'required':
      return `missing required ${noun}: ${inside(String(params['missingProperty']))}`;
    case 'type':
      return `${subject} must be of type '${[params['type']].flat().join(' or ')}', got ${kindOf(error.data)}`;
    case 'enum':
      return `${subject} must be one of [${(params['allowedValues'] as Json[]).map(show).join(', ')}], got ${show(error.data)}`;
    case 'additionalProperties':
      return `${noun} '${inside(String(params['additionalProperty']))}' is not known`;
    default:
      return `${subject} ${error.message ?? 'does not fit'}`;
  }
}

/**
 * Turns `/filters/tags/0` into `filters.tags[0]`. Arguments are an object, so the first part is a name even if it is
 * a number.
 */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (path, part) => (path === '' ? part : /^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`),
      '',
    );
}

/**
 * Fills in every declared default that is absent; null counts as given. Descends into present values, not into
 * `$ref`.
 */
function fillDefaults(schema: Schema, value: unknown): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (isObject(items)) for (const item of value) fillDefaults(items, item);
  } else if (isObject(value)) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!isObject(property)) continue;
      if (Object.hasOwn(value, name)) fillDefaults(property, value[name]);
      else if (property.default !== undefined) setOwn(value, name, structuredClone(property.default));
    }
  }
}

function withLists(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((item) => withLists(items, item)) : value;
  }
  if (!isObject(value)) return value;
  if (schema.type === 'array' && Object.keys(value).length === 0) return [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (isObject(property) && Object.hasOwn(value, name)) {
      setOwn(value, name, withLists(property, value[name]));
    }
  }
  return value;
}

/** Works for keys such as `__proto__`, where an assignment would do something else. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
