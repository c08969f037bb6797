// How messages about wrong values name their type and show them. Pure.
import { shortened } from '../base/shortened.ts';

/** The type's name in JSON. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const MAX_SHOWN = 200;

export function show(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing', MAX_SHOWN);
}
