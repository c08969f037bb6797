// A parameter card's fields for each type, and the effects of changing one on others. Pure.
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { TYPES, type TypeName } from '../../../core/schema.ts';

export const TYPE_WORDS: Readonly<Record<TypeName, string>> = {
  string: 'Text',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
};

interface Bound {
  key: string;
  label: string;
}

const BOUNDS: Partial<Record<TypeName, readonly Bound[]>> = {
  string: [
    { key: 'minLength', label: 'Minimum length' },
    { key: 'maxLength', label: 'Maximum length' },
  ],
  array: [
    { key: 'minItems', label: 'Minimum items' },
    { key: 'maxItems', label: 'Maximum items' },
  ],
};
const NUMBER_BOUNDS: readonly Bound[] = [
  { key: 'minimum', label: 'Minimum' },
  { key: 'maximum', label: 'Maximum' },
];

export function boundsOf(type: TypeName): readonly Bound[] {
  return BOUNDS[type] ?? (type === 'integer' || type === 'number' ? NUMBER_BOUNDS : []);
}

/** No type means text. Undefined for an unknown type. */
export function typeOf(data: JsonObject): TypeName | undefined {
  const { type = 'string' } = data;
  return TYPES.find((known) => known === type);
}

/** Sets a field; `undefined` removes it. */
export function withField(data: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _, ...others } = data;
  if (value === undefined) return others;
  return Object.hasOwn(data, key) ? { ...data, [key]: value } : { ...others, [key]: value };
}

const OF_TYPE = ['default', 'enum', 'pattern', 'format', 'items', 'properties'];

/** Removes settings of the old type. */
export function withType(data: JsonObject, type: TypeName): JsonObject {
  const bounds = TYPES.flatMap((each) => boundsOf(each).map(({ key }) => key));
  const kept = new Set(boundsOf(type).map(({ key }) => key));
  const number = type === 'integer' || type === 'number';
  const changed = { ...data, type };
  for (const key of [...OF_TYPE, ...bounds]) {
    const value = changed[key as keyof typeof changed] as Json | undefined;
    if (kept.has(key) || value === undefined) continue;
    if (number && key === 'default' && fits(value, type)) continue;
    delete (changed as JsonObject)[key];
  }
  return changed;
}

/** Whether a value has the type; an empty Lua table may be a list. */
export function fits(value: Json, type: TypeName): boolean {
  if (type === 'array') return Array.isArray(value) || (isObject(value) && Object.keys(value).length === 0);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Initial default of the type. */
export function firstDefault(type: TypeName, choices: readonly Json[]): Json {
  const [choice] = choices;
  if (choice !== undefined) return choice;
  const firsts: Record<TypeName, Json> = {
    ...{ string: '', integer: 0, number: 0, boolean: false, array: [], object: {} },
  };
  return firsts[type];
}

/** Parses a typed choice. @returns undefined when it does not have the type */
export function choiceOf(text: string, type: TypeName): Json | undefined {
  if (type === 'string') return text;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return fits(value, type) && Number.isFinite(value) ? value : undefined;
}

/** The problem with a name among the others; undefined if valid. */
export function nameProblem(index: number, names: readonly (string | undefined)[]): string | undefined {
  const name = names[index];
  if (name === undefined || name === '') return 'Enter a name.';
  return names.indexOf(name) === index ? undefined : `The name ${name} is already used.`;
}

/** Returns a unique name: `parameter`, `parameter_2`, … */
export function freshName(names: readonly (string | undefined)[]): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? 'parameter' : `parameter_${count}`;
    if (!names.includes(name)) return name;
  }
}

export interface PropertyRow {
  name: string;
  type: string;
}

/** The properties of a group, written as a list of `{name, type}` or a table by name. */
export function propertyRows(properties: Json | undefined): PropertyRow[] {
  if (Array.isArray(properties)) {
    const tables: unknown[] = properties;
    return tables
      .filter(isObject)
      .map((each) => ({ name: textOf(each['name']), type: textOf(each['type']) || 'string' }));
  }
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, each]) => ({
    name,
    type: (isObject(each) && textOf(each['type'])) || 'string',
  }));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Changes the row at `index`, appends it after the last, or (`undefined`) removes it. */
export function withRow(properties: Json | undefined, index: number, row: PropertyRow | undefined): Json {
  if (isObject(properties) && Object.keys(properties).length > 0) {
    const entries = Object.entries(properties as JsonObject);
    const [, old] = entries[index] ?? [];
    entries.splice(
      index,
      1,
      ...(row ? [[row.name, { ...(isObject(old) ? old : {}), type: row.type }] as [string, Json]] : []),
    );
    return Object.fromEntries(entries);
  }
  const list = Array.isArray(properties) ? [...properties] : [];
  const old = list[index];
  list.splice(index, 1, ...(row ? [{ ...(isObject(old) ? (old as JsonObject) : {}), ...row }] : []));
  return list;
}
