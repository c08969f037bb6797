// Removes some keywords from a JSON Schema, for endpoints that refuse them. Pure.
import { isObject } from '../base/json.ts';

/** Keywords under which names are a tool's own, not the schema's. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions'];
/** Keywords whose values are data. */
const DATA = ['default', 'const', 'enum', 'examples', 'required'];

export function withoutKeywords<T>(schema: T, keywords: ReadonlySet<string>): T {
  if (keywords.size === 0) return schema;
  return strip(schema, keywords) as T;
}

function strip(schema: unknown, keywords: ReadonlySet<string>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => strip(one, keywords));
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([name]) => !keywords.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (DATA.includes(name)) return [name, value];
      if (!NAMED.includes(name) || !isObject(value)) return [name, strip(value, keywords)];
      return [
        name,
        Object.fromEntries(Object.entries(value).map(([own, one]) => [own, strip(one, keywords)])),
      ];
    }),
  );
}
