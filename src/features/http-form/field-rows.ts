// Converts names and values of a request (query, headers, form fields) to rows and back. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';

export interface FieldRow {
  name: string;
  /** A value the form cannot show as text, such as a list, passes through. */
  value: Json;
  /** From the JSON, where even an empty name is valid. */
  given?: true;
}

/** Undefined when it is not an object, which only its JSON can change. */
export function rowsOf(value: Json | undefined): FieldRow[] | undefined {
  if (value === undefined) return [];
  if (!isObject(value)) return undefined;
  return Object.entries(value as JsonObject).map(([name, item]) => ({ name, value: item, given: true }));
}

/** The editable text of a value; undefined for one that is shown as read-only JSON. */
export function textOf(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return value === null || typeof value === 'object' ? undefined : String(value);
}

export interface RowsReading {
  value: JsonObject;
  /** Messages by row index. */
  problems: Record<number, string>;
}

/** New rows without a name are not written. @param sameName normalises names that servers treat as equal */
export function readRows(
  rows: readonly FieldRow[],
  sameName: (name: string) => string = (name) => name,
): RowsReading {
  const problems: Record<number, string> = {};
  const members = new Map<string, Json>();
  const seen = new Set<string>();
  rows.forEach(({ name, value, given }, index) => {
    if (name === '' && value !== '') problems[index] = 'Enter a name for this value.';
    if (name === '' && !given) return;
    if (seen.has(sameName(name))) problems[index] = `Another row is called ${name}. Change one of the names.`;
    seen.add(sameName(name));
    if (!members.has(name)) members.set(name, value);
  });
  return { value: Object.fromEntries(members), problems };
}
