// Names and values of a request (query, headers, form fields) as rows, and back. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';

export interface FieldRow {
  name: string;
  /** What the form cannot show as text, such as a list, passes through. */
  value: Json;
  /** It comes from the JSON, where even an empty name is one. */
  given?: true;
}

/** Undefined where it is no object, which only its JSON can change. */
export function rowsOf(value: Json | undefined): FieldRow[] | undefined {
  if (value === undefined) return [];
  if (!isObject(value)) return undefined;
  return Object.entries(value as JsonObject).map(([name, item]) => ({ name, value: item, given: true }));
}

/** The text of a value in its field; undefined for what is shown as JSON and not edited. */
export function textOf(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return value === null || typeof value === 'object' ? undefined : String(value);
}

export interface RowsReading {
  value: JsonObject;
  /** Sentences, by the row's index. */
  problems: Record<number, string>;
}

/**
 * Rows that were added and have no name yet are not written. @param sameName what makes two names the same to a server
 */
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
