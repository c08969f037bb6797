// Takes fields out of the JSON of a flow, each with a sentence for when it is not as it should be.
import { Failure } from '../errors.ts';

/** Levels that a value or a schema may be nested. Lua has 255 registers for the tables that are open at once. */
const MAX_DEPTH = 20;

export function refuse(where: string, problem: string): never {
  throw new Failure('bad_request', `${where}: ${problem}`);
}

/** A misspelt key would otherwise be one that does nothing. */
export function checkKeys(given: object, where: string, known: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    refuse(where, `${quoted(key)} is not known here; there are ${known.join(', ')}`);
  }
}

export function textAt(given: Record<string, unknown>, key: string, where: string): string | undefined {
  const value = given[key];
  if (value !== undefined && typeof value !== 'string') refuse(where, `${key} must be a string`);
  return value;
}

/** Numbers beyond JavaScript's range read as infinite, and neither JSON nor Lua can write that. */
export function checkDepth(value: unknown, where: string, depth = 0): void {
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(where, 'holds a number that is too large');
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) refuse(where, `is nested deeper than ${MAX_DEPTH} levels`);
  for (const item of Object.values(value)) checkDepth(item, where, depth + 1);
}

/** What a message shows of something that may be long or no text at all. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
