// Copies the schema of a server's tool, keeping only keywords of the types that JSON Schema requires.
//
// - Forms, searches and models assume that, for example, `properties` is an object; this is where it is ensured.
// - Keywords of other types are dropped. Only the sandbox compiles the rest.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import type { Schema } from '../core/schema.ts';
import { UNSEEN } from '../base/unseen.ts';

const LARGEST = 64 * 1024;
const DEEPEST = 24;

/** Keywords that hold schemas by name. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const LISTED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE = new Set(['not', 'if', 'then', 'else', 'contains', 'propertyNames']);
const TEXTS = new Set(['title', 'description', 'format', 'pattern', '$ref', '$id', '$schema', '$comment']);
const NUMBERS = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);

/** @returns undefined for an invalid, too large or too deep schema. */
export function readSchema(given: unknown): Schema | undefined {
  if (!isObject(given)) return undefined;
  const copy = plain(given, DEEPEST, { characters: LARGEST });
  if (copy === undefined || JSON.stringify(copy).length > LARGEST) return undefined;
  return shaped(copy as JsonObject);
}

/** Remaining amount to copy: a server's list can contain hundreds of schemas of many MB. */
interface Budget {
  characters: number;
}

/** @returns undefined when it is too deep or too long. */
function plain(value: unknown, levels: number, budget: Budget): Json | undefined {
  budget.characters -= typeof value === 'string' ? value.length : 1;
  if (budget.characters < 0) return undefined;
  if (typeof value === 'string') return value.replaceAll(UNSEEN, '');
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value !== 'object') return null;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const one of value) {
      const item = plain(one, levels - 1, budget);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
  const entries: [string, Json][] = [];
  for (const [name, one] of Object.entries(value)) {
    budget.characters -= name.length;
    const inner = plain(one, levels - 1, budget);
    if (inner === undefined) return undefined;
    const key = name.replaceAll(UNSEEN, '');
    // Also catches keys that become this once invisible characters are removed.
    if (key !== '__proto__') entries.push([key, inner]);
  }
  return Object.fromEntries(entries);
}

function shaped(schema: JsonObject): Schema {
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    const read = keywordOf(keyword, value);
    return read === undefined ? [] : [[keyword, read] as const];
  });
  return Object.fromEntries(entries) as Schema;
}

function keywordOf(keyword: string, value: Json): unknown {
  if (keyword === 'type') return typeof value === 'string' ? value : textsOf(value);
  if (keyword === 'required') return textsOf(value);
  if (keyword === 'enum' || keyword === 'examples') return Array.isArray(value) ? value : undefined;
  if (keyword === 'items' || keyword === 'additionalProperties') {
    if (isObject(value)) return shaped(value as JsonObject);
    return keyword === 'additionalProperties' && typeof value === 'boolean' ? value : undefined;
  }
  if (TEXTS.has(keyword)) return typeof value === 'string' ? value : undefined;
  if (NUMBERS.has(keyword)) return typeof value === 'number' ? value : undefined;
  if (SINGLE.has(keyword)) return subschema(value);
  if (LISTED.has(keyword))
    return Array.isArray(value) ? value.flatMap((one) => subschema(one) ?? []) : undefined;
  if (!NAMED.has(keyword)) return value;
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([name, one]) => {
      const read = subschema(one);
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
}

/** `true` allows every value and `false` none. */
function subschema(value: Json): Schema | undefined {
  if (typeof value === 'boolean') return value ? {} : { not: {} };
  return isObject(value) ? shaped(value as JsonObject) : undefined;
}

function textsOf(value: Json): string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
}
