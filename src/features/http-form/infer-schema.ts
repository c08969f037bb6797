// Derives a JSON Schema from an example: fields and types, and no constraint that one example cannot justify. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Schema } from '../../core/schema.ts';

/** Levels of the schema: deeper data is described by its type alone. */
const MAX_DEPTH = 8;
/** Fields per object, and items per list, to examine. */
const MAX_FIELDS = 100;
const MAX_ITEMS = 50;

/**
 * Every field is optional, and one that is null in the example may be anything, so responses that differ in these
 * ways still match.
 */
export function inferSchema(example: Json, depth = 0): Schema {
  if (example === null) return {};
  if (Array.isArray(example)) {
    const items = example.slice(0, MAX_ITEMS).map((item) => inferSchema(item, depth + 1));
    const merged = items.length > 0 && depth < MAX_DEPTH ? items.reduce(merge) : {};
    return Object.keys(merged).length > 0 ? { type: 'array', items: merged } : { type: 'array' };
  }
  // An integer in the example says nothing about the next value.
  if (!isObject(example)) return { type: typeof example };
  if (depth >= MAX_DEPTH || Object.keys(example).length > MAX_FIELDS) return { type: 'object' };
  const properties = Object.entries(example as JsonObject).map(([name, value]) => [
    name,
    inferSchema(value, depth + 1),
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> };
}

/** Returns a schema that accepts everything either one accepts. */
function merge(one: Schema, other: Schema): Schema {
  if (one.type === undefined || one.type !== other.type) return {};
  if (one.type === 'array') {
    const items = one.items && other.items ? merge(one.items, other.items) : (one.items ?? other.items);
    return items && Object.keys(items).length > 0 ? { type: 'array', items } : { type: 'array' };
  }
  if (one.type !== 'object' || !one.properties || !other.properties) return { type: one.type };
  const properties = new Map(Object.entries(one.properties));
  for (const [name, schema] of Object.entries(other.properties)) {
    const known = properties.get(name);
    properties.set(name, known ? merge(known, schema) : schema);
  }
  return { type: 'object', properties: Object.fromEntries(properties) };
}
