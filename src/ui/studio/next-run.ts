// A run that was asked for while a script changed its name: the page of the new name makes it.
import type { JsonObject } from '../../base/json.ts';

/** The page comes up at once, or not at all: what was asked for must not run when a tool of that name is opened later. */
const KEPT_MS = 5000;

let next: { name: string; args: JsonObject; until: number } | undefined;

export function keepRun(name: string, args: JsonObject): void {
  next = { name, args, until: performance.now() + KEPT_MS };
}

/** Once; undefined when none was asked for. */
export function takeRun(name: string): JsonObject | undefined {
  const kept = next;
  next = undefined;
  return kept?.name === name && performance.now() < kept.until ? kept.args : undefined;
}
