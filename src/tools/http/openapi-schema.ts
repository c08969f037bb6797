// Converts the schemas of an OpenAPI document to those of tools: complete, without references, and no larger than a
// model can use.
import { isObject, type Json } from '../../base/json.ts';
import { TYPES, type ObjectSchema, type Schema } from '../../core/schema.ts';
import { type DocumentReader, referenceOf } from './openapi-document.ts';
import { plainDescription } from './plain-description.ts';

/** Maximum schemas in one tool, and their nesting; beyond these, any value is accepted. */
const MAX_SCHEMAS = 400;
const MAX_LEVELS = 10;
const KEPT = [
  'title description default enum const format pattern minimum maximum exclusiveMinimum exclusiveMaximum',
  'multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties',
].flatMap((words) => words.split(' '));
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NUMBERS = new Set(KEPT.slice(KEPT.indexOf('minimum')).filter((keyword) => keyword !== 'uniqueItems'));

export class SchemaReader {
  readonly #document: DocumentReader;
  #left = MAX_SCHEMAS;
  /** Something was cut, so the result accepts more than the document says. */
  loose = false;

  constructor(document: DocumentReader) {
    this.#document = document;
  }

  read(given: unknown, open: readonly string[] = [], level = 0): Schema {
    const pointer = referenceOf(given);
    if (pointer !== undefined && open.includes(pointer)) {
      return this.#cut(`${lastOf(pointer)} contains itself; below that, any value is accepted.`);
    }
    const inside = pointer === undefined ? open : [...open, pointer];
    const schema = this.#document.resolve(given);
    if (!isObject(schema)) return {};
    if (--this.#left < 0 || level > MAX_LEVELS) {
      return this.#cut('Some schemas are too large; their innermost parts accept any value.');
    }
    const beside = pointer !== undefined && isObject(given) ? given['description'] : undefined;
    const read: Schema = {};
    const types = [schema['type']]
      .flat()
      .filter((type) => type === 'null' || (TYPES as readonly unknown[]).includes(type));
    if (types.length > 0) read.type = (types.length === 1 ? types[0] : types) as string;
    for (const keyword of KEPT) if (isFit(keyword, schema[keyword])) read[keyword] = schema[keyword];
    if (typeof beside === 'string') read.description = beside;
    if (read.description !== undefined) read.description = plainDescription(read.description);
    const child = (value: unknown): Schema => this.read(value, inside, level + 1);
    if (isObject(schema['items'])) read.items = child(schema['items']);
    for (const keyword of LISTS) {
      const list = schema[keyword];
      if (Array.isArray(list) && list.length > 0) read[keyword] = list.map(child);
    }
    if (isObject(schema['not'])) read['not'] = child(schema['not']);
    this.#readProperties(schema, read, child);
    return read;
  }

  /** Returns an object for a request, with the parts of `allOf` merged. */
  readObject(given: unknown): Schema {
    const schema = this.read(given);
    const parts = schema['allOf'];
    if (
      !Array.isArray(parts) ||
      !(parts as Schema[]).every(({ type, properties }) => type === 'object' || properties)
    ) {
      return schema;
    }
    const { allOf: _, ...own } = schema;
    const all = [...(parts as Schema[]), own as Schema];
    return {
      ...Object.assign({}, ...all),
      type: 'object',
      properties: Object.fromEntries(all.flatMap(({ properties = {} }) => Object.entries(properties))),
      required: [...new Set(all.flatMap(({ required = [] }) => required))],
    } as Schema;
  }

  #readProperties(schema: Record<string, unknown>, read: Schema, child: (value: unknown) => Schema): void {
    const { properties, required, additionalProperties } = schema;
    if (isObject(properties)) {
      const entries = Object.entries(properties)
        // Only the server sets it.
        .filter(([, property]) => !isReadOnly(this.#document.resolve(property)))
        .map(([name, property]): [string, Schema] => [name, child(property)]);
      read.properties = Object.fromEntries(entries);
      const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
      const known = [...new Set(names)].filter((name) => Object.hasOwn(properties, name));
      const settable = known.filter((name) => Object.hasOwn(read.properties ?? {}, name));
      if (settable.length > 0) read.required = settable;
    }
    if (typeof additionalProperties === 'boolean') read['additionalProperties'] = additionalProperties;
    else if (isObject(additionalProperties)) read['additionalProperties'] = child(additionalProperties);
  }

  #cut(note: string): Schema {
    this.loose = true;
    this.#document.note(note);
    return {};
  }
}

/** Returns the shape of a simple answer: kinds of values, any of which may be null or missing. */
export function shapeOf({ type, properties, items, description }: Schema): Schema {
  return {
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(description !== undefined && { description }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, shapeOf(property)]),
      ),
    }),
    ...(items && { items: shapeOf(items) }),
  };
}

/** Flattens an object's own properties only when no others are allowed. */
export function isClosedObject(
  schema: Schema,
): schema is ObjectSchema & { properties: Record<string, Schema> } {
  const { type, properties, additionalProperties } = schema;
  if (type !== 'object' && type !== undefined) return false;
  if (!properties || Object.keys(properties).length === 0) return false;
  return !additionalProperties && !LISTS.some((keyword) => schema[keyword] !== undefined);
}

function isReadOnly(schema: unknown): boolean {
  return isObject(schema) && schema['readOnly'] === true;
}

/** A keyword with a value of the wrong kind would make the whole schema invalid. */
function isFit(keyword: string, value: unknown): boolean {
  if (value === undefined) return false;
  if (keyword === 'default' || keyword === 'const') return true;
  if (keyword === 'enum') return Array.isArray(value) && value.length > 0 && isUnique(value as Json[]);
  if (keyword === 'uniqueItems') return typeof value === 'boolean';
  if (keyword === 'multipleOf') return typeof value === 'number' && value > 0;
  if (keyword === 'pattern') return typeof value === 'string' && isPattern(value);
  if (NUMBERS.has(keyword))
    return typeof value === 'number' && (/imum/i.test(keyword) || (Number.isInteger(value) && value >= 0));
  return typeof value === 'string';
}

function isUnique(values: readonly Json[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1).slice(0, 80);
}
