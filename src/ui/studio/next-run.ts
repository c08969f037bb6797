// A run that was asked for while a script changed its name: the page of the new name makes it.
import type { JsonObject } from '../../core/json.ts';

const next = new Map<string, JsonObject>();

export function keepRun(name: string, args: JsonObject): void {
  next.set(name, args);
}

/** Once; undefined when none was asked for. */
export function takeRun(name: string): JsonObject | undefined {
  const args = next.get(name);
  next.delete(name);
  return args;
}
