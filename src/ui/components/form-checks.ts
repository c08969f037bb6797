// Checks the values of a form that goes to a server. Forms of tools are checked in the sandbox instead. Pure.
import type { JsonObject } from '../../base/json.ts';
import type { ObjectSchema, Schema } from '../../core/schema.ts';

/** Problems by field, as sentences: required and missing. */
export function missingIn(schema: ObjectSchema, args: JsonObject): Record<string, string> {
  const missing = (schema.required ?? []).filter((name) => args[name] === undefined || args[name] === '');
  return Object.fromEntries(missing.map((name) => [name, 'This is required.']));
}

/** Problems by field, as sentences: missing, wrong format (`email`, `uri`, `date`, `date-time`), wrong length or range. */
export function problemsIn(schema: ObjectSchema, args: JsonObject): Record<string, string> {
  const found = missingIn(schema, args);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = args[name];
    const problem =
      typeof value === 'string' && value !== ''
        ? textProblem(property, value)
        : typeof value === 'number'
          ? numberProblem(property, value)
          : undefined;
    if (problem !== undefined) found[name] = problem;
  }
  return found;
}

const FORMATS: Readonly<Record<string, { fits: (text: string) => boolean; sentence: string }>> = {
  email: {
    // A plain address. The server checks the rest.
    fits: (text) => /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u.test(text),
    sentence: 'Enter an e-mail address, such as ada@example.org.',
  },
  uri: {
    fits: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text),
    sentence: 'Enter a full address, such as https://example.org/page.',
  },
  date: { fits: isDate, sentence: 'Enter a date as year, month and day, such as 2026-03-09.' },
  'date-time': {
    fits: (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
      isDate(text.slice(0, 10)) &&
      !Number.isNaN(Date.parse(text)),
    sentence: 'Enter a date with time and zone, such as 2026-03-09T14:30:00Z.',
  },
};

/** Whether the day exists. */
function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function textProblem(schema: Schema, text: string): string | undefined {
  const format = typeof schema['format'] === 'string' ? FORMATS[schema['format']] : undefined;
  if (format && !format.fits(text)) return format.sentence;
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number };
  const letters = [...text].length;
  if (minLength !== undefined && letters < minLength) return `Enter at least ${minLength} characters.`;
  if (maxLength !== undefined && letters > maxLength) return `Enter at most ${maxLength} characters.`;
  return undefined;
}

function numberProblem(schema: Schema, value: number): string | undefined {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  if (schema.type === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.';
  if (minimum !== undefined && value < minimum) return `Enter ${minimum} or more.`;
  if (maximum !== undefined && value > maximum) return `Enter ${maximum} or less.`;
  return undefined;
}
