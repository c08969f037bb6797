// Describes a schema's parameters in plain words, for users deciding about a tool. Pure.
import type { ObjectSchema, Schema } from '../../core/schema.ts';

export interface ParameterFact {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** JSON text of the default, if any. */
  fallback?: string;
}

export function parameterFacts(schema: ObjectSchema): ParameterFact[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeWords(property),
    required: schema.required?.includes(name) ?? false,
    description: property.description ?? '',
    ...(property.default === undefined ? {} : { fallback: JSON.stringify(property.default) }),
  }));
}

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  array: 'list',
  object: 'object',
};

/** `text`, `list of whole numbers`, `one of "a", "b"`. */
export function typeWords(schema: Schema): string {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    return `one of ${schema.enum.map((choice) => JSON.stringify(choice)).join(', ')}`;
  }
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type) => type !== undefined,
  );
  if (types.length === 0) return 'any value';
  if (types.length === 1 && types[0] === 'array' && schema.items)
    return `list of ${plural(typeWords(schema.items))}`;
  return types.map((type) => (type === 'null' ? 'nothing' : (WORDS[type] ?? type))).join(' or ');
}

function plural(words: string): string {
  return /number$/.test(words) ? `${words}s` : words;
}
