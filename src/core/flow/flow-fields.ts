// Reads fields of a flow's JSON, each with an error sentence for wrong values.
import { shortened } from '../../base/shortened.ts';
import { Failure } from '../errors.ts';

/** Maximum nesting of a value or a schema. Lua has 255 registers for the tables that are open at once. */
const MAX_DEPTH = 20;

export function refuse(where: string, problem: string): never {
  throw new Failure('bad_request', `${where}: ${problem}`);
}

/** Rejects misspelt keys, which would otherwise be ignored. */
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

/** Numbers beyond JavaScript's range parse as infinite, which neither JSON nor Lua can write. */
export function checkDepth(value: unknown, where: string, depth = 0): void {
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(where, 'holds a number that is too large');
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) refuse(where, `is nested deeper than ${MAX_DEPTH} levels`);
  for (const item of Object.values(value)) checkDepth(item, where, depth + 1);
}

/** Shortens a value of any type for a message. */
export function quoted(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing', 60);
}
