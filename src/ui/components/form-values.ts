// Drafts of a form generated from a JSON Schema: from values to drafts, and back to arguments. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { ObjectSchema, Schema } from '../../core/schema.ts';

export type FieldKind = 'text' | 'long' | 'number' | 'choice' | 'toggle' | 'list' | 'group' | 'json';

/**
 * A field's state while editing: text for text, numbers and JSON; the index of a choice as text; `undefined` for an
 * untouched checkbox; an array for a list; an object for a group.
 */
export type Draft = string | boolean | undefined | Draft[] | DraftGroup;
export type DraftGroup = { [name: string]: Draft };

export interface FormReading {
  args: JsonObject;
  /** Paths (`a.b`, `tags[0]`) of empty required fields. */
  missing: string[];
  /** Sentences about fields with invalid text, by path. */
  problems: Record<string, string>;
}

/** Property names whose values are usually longer than a line. */
const LONG_NAME = /^(text|body|content|code|html|markdown|script|prompt|message|notes?|json)$/i;
/** Characters that fit in one line of a form, about. */
const LONG_TEXT = 200;

/** The schema's only type apart from null; undefined when there is none or several. */
function typeOf(schema: Schema): string | undefined {
  if (!Array.isArray(schema.type)) return schema.type;
  const types = schema.type.filter((type) => type !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** Returns a property's control; unsupported types are edited as JSON. */
export function kindOf(schema: Schema, name = ''): FieldKind {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return 'choice';
  switch (typeOf(schema)) {
    case 'string':
      return isLong(schema, name) ? 'long' : 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'toggle';
    case 'array':
      return schema.items && ['text', 'long', 'number', 'choice'].includes(kindOf(schema.items))
        ? 'list'
        : 'json';
    case 'object':
      return Object.keys(schema.properties ?? {}).length > 0 ? 'group' : 'json';
    default:
      return 'json';
  }
}

function isLong(schema: Schema, name: string): boolean {
  const longest = schema['maxLength'];
  if (typeof longest === 'number') return longest > LONG_TEXT;
  return LONG_NAME.test(name) || (typeof schema.default === 'string' && schema.default.includes('\n'));
}

/** Returns the label of a choice. */
export function choiceLabel(value: Json, { enum: choices = [], enumNames }: Schema = {}): string {
  const at = Array.isArray(enumNames) ? choices.indexOf(value) : -1;
  const title: unknown = at < 0 ? undefined : (enumNames as unknown[])[at];
  if (typeof title === 'string') return title;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the form's initial state: `initial` where given, else the schema's defaults. */
export function draftOf(schema: ObjectSchema | Schema, initial: JsonObject = {}): DraftGroup {
  const draft: DraftGroup = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    draft[name] = draftOfValue(
      property,
      Object.hasOwn(initial, name) ? initial[name] : property.default,
      name,
    );
  }
  return draft;
}

/** Returns an empty field, such as for a new list row. */
export function emptyDraft(schema: Schema, name = ''): Draft {
  return draftOfValue(schema, schema.default, name);
}

function draftOfValue(schema: Schema, value: Json | undefined, name: string): Draft {
  switch (kindOf(schema, name)) {
    case 'choice': {
      if (value === undefined) return '';
      const index =
        schema.enum?.findIndex((choice) => JSON.stringify(choice) === JSON.stringify(value)) ?? -1;
      return index < 0 ? '' : String(index);
    }
    case 'toggle':
      return typeof value === 'boolean' ? value : undefined;
    case 'list': {
      const items = schema.items ?? {};
      return Array.isArray(value) ? value.map((item) => draftOfValue(items, item, name)) : [];
    }
    case 'group':
      return draftOf(schema, isObject(value) ? (value as JsonObject) : {});
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2);
    default:
      if (value === undefined || value === null) return '';
      return typeof value === 'string' ? value : JSON.stringify(value);
  }
}

/**
 * Converts a form to arguments. Empty fields are omitted, so the tool's own defaults apply; `extra` are arguments
 * without a field, passed through.
 */
export function readForm(
  schema: ObjectSchema | Schema,
  draft: DraftGroup,
  extra: JsonObject = {},
): FormReading {
  const reading: FormReading = { args: {}, missing: [], problems: {} };
  const known = schema.properties ?? {};
  for (const [name, value] of Object.entries(extra)) {
    if (!Object.hasOwn(known, name)) reading.args[name] = value;
  }
  readGroup(schema, draft, '', reading.args, reading);
  return reading;
}

function readGroup(
  schema: ObjectSchema | Schema,
  draft: DraftGroup,
  path: string,
  into: JsonObject,
  reading: FormReading,
): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const here = path === '' ? name : `${path}.${name}`;
    const required = schema.required?.includes(name) ?? false;
    const value = readField(property, draft[name], here, required, name, reading);
    if (value !== undefined) into[name] = value;
    else if (required && !(here in reading.problems)) reading.missing.push(here);
  }
}

function readField(
  schema: Schema,
  draft: Draft,
  path: string,
  required: boolean,
  name: string,
  reading: FormReading,
): Json | undefined {
  switch (kindOf(schema, name)) {
    case 'choice':
      return typeof draft === 'string' && draft !== '' ? schema.enum?.[Number(draft)] : undefined;
    case 'toggle':
      // Users read an untouched checkbox as "no"; a tool that requires a value gets one.
      return typeof draft === 'boolean' ? draft : required ? false : undefined;
    case 'number':
      return readNumber(draft, path, reading);
    case 'list': {
      const items = schema.items ?? {};
      const list = (Array.isArray(draft) ? draft : [])
        .map((item, index) => readField(items, item, `${path}[${index}]`, false, '', reading))
        .filter((item) => item !== undefined);
      return list.length > 0 || required ? list : undefined;
    }
    case 'group': {
      const inner: FormReading = { args: {}, missing: [], problems: reading.problems };
      readGroup(schema, isObject(draft) ? (draft as DraftGroup) : {}, path, inner.args, inner);
      if (!required && Object.keys(inner.args).length === 0) return undefined;
      reading.missing.push(...inner.missing);
      return inner.args;
    }
    case 'json':
      return readJson(draft, path, reading);
    default:
      return typeof draft === 'string' && draft !== '' ? draft : undefined;
  }
}

function readNumber(draft: Draft, path: string, reading: FormReading): number | undefined {
  if (typeof draft !== 'string' || draft.trim() === '') return undefined;
  const number = Number(draft);
  if (Number.isFinite(number)) return number;
  reading.problems[path] = `"${draft}" is not a number.`;
  return undefined;
}

function readJson(draft: Draft, path: string, reading: FormReading): Json | undefined {
  if (typeof draft !== 'string' || draft.trim() === '') return undefined;
  try {
    return JSON.parse(draft) as Json;
  } catch (error) {
    reading.problems[path] =
      `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    return undefined;
  }
}
