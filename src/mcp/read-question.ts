// Parses a server's request for input (elicitation) into a form or an address. Forms are flat: texts, numbers,
// choices, checkboxes.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import type { ObjectSchema, Schema } from '../core/schema.ts';
import type { ServerQuestion } from './questions.ts';
import { seen } from './read-tools.ts';

const MOST_FIELDS = 40;
const MOST_CHOICES = 200;
const LONGEST_TEXT = 2000;
const LONGEST_TITLE = 200;

/** @returns undefined for invalid questions, which are answered with `cancel` and never shown. */
export function readQuestion(params: unknown): Pick<ServerQuestion, 'message' | 'what'> | undefined {
  if (!isObject(params)) return undefined;
  const message = seen(params['message'], LONGEST_TEXT);
  if (params['mode'] === 'url') {
    const url = params['url'];
    if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:') return undefined;
    return { message, what: { kind: 'url', url: new URL(url).href } };
  }
  const schema = readForm(params['requestedSchema']);
  return schema && { message, what: { kind: 'form', schema } };
}

function readForm(given: unknown): ObjectSchema | undefined {
  const properties = isObject(given) && isObject(given['properties']) ? given['properties'] : undefined;
  if (!isObject(given) || !properties) return undefined;
  const entries = Object.entries(properties);
  if (entries.length > MOST_FIELDS) return undefined;
  const fields = entries.map(([name, field]) => [name, readField(field)] as const);
  if (fields.some(([name, field]) => field === undefined || name === '__proto__' || name !== seen(name, 100)))
    return undefined;
  const required = Array.isArray(given['required'])
    ? given['required'].filter(
        (name): name is string => typeof name === 'string' && Object.hasOwn(properties, name),
      )
    : [];
  return {
    type: 'object',
    properties: Object.fromEntries(fields) as Record<string, Schema>,
    ...(required.length > 0 && { required }),
  };
}

function readField(given: unknown): Schema | undefined {
  if (!isObject(given)) return undefined;
  const { type } = given;
  const title = seen(given['title'], 200);
  const description = seen(given['description'], 1000);
  const common: Schema = {
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    ...(isPlain(given['default']) && { default: given['default'] as Json }),
  };
  const choices = choicesOf(given);
  if (choices) return { ...common, type: 'string', ...choices };
  switch (type) {
    case 'string':
      return { ...common, type, ...numbers(given, 'minLength', 'maxLength'), ...format(given['format']) };
    case 'number':
    case 'integer':
      return { ...common, type, ...numbers(given, 'minimum', 'maximum') };
    case 'boolean':
      return { ...common, type };
    case 'array': {
      const items = isObject(given['items']) ? choicesOf(given['items']) : undefined;
      return items && { ...common, type, items: { type: 'string', ...items } };
    }
    default:
      return undefined;
  }
}

/**
 * Returns `enum`, or the values of `oneOf` and `anyOf`, with their titles. The page never evaluates a server's
 * pattern.
 */
function choicesOf(given: Record<string, unknown>): { enum: string[]; enumNames?: string[] } | undefined {
  const listed = given['enum'] ?? given['oneOf'] ?? given['anyOf'];
  if (!Array.isArray(listed)) return undefined;
  const values: unknown[] = listed.map((one: unknown) => (isObject(one) ? one['const'] : one));
  const texts = values.filter((value): value is string => typeof value === 'string');
  const areReadable =
    texts.length === values.length && texts.every((value) => value === seen(value, LONGEST_TEXT));
  if (texts.length === 0 || texts.length > MOST_CHOICES || !areReadable) return undefined;
  const named: unknown[] = listed.map((one: unknown) => (isObject(one) ? one['title'] : undefined));
  const titles = Array.isArray(given['enumNames']) ? given['enumNames'] : named;
  const names = texts.map((value, index) => seen(titles[index], LONGEST_TITLE) || value);
  return { enum: texts, ...(names.some((name, index) => name !== texts[index]) && { enumNames: names }) };
}

function numbers(given: Record<string, unknown>, ...names: string[]): JsonObject {
  const found = names.filter((name) => Number.isFinite(given[name]));
  return Object.fromEntries(found.map((name) => [name, given[name] as number]));
}

function format(given: unknown): { format?: string } {
  return typeof given === 'string' && ['email', 'uri', 'date', 'date-time'].includes(given)
    ? { format: given }
    : {};
}

function isPlain(value: unknown): boolean {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.length <= MOST_CHOICES)
  );
}
