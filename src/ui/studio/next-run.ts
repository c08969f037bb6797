// A run requested while a script changed its name: the new name's page performs it.
import type { JsonObject } from '../../base/json.ts';

/** The page opens immediately or never: the run must not happen when such a tool is opened later. */
const KEPT_MS = 5000;

let next: { name: string; args: JsonObject; until: number } | undefined;

export function keepRun(name: string, args: JsonObject): void {
  next = { name, args, until: performance.now() + KEPT_MS };
}

/** Returns it once; undefined when there is none. */
export function takeRun(name: string): JsonObject | undefined {
  const kept = next;
  next = undefined;
  return kept?.name === name && performance.now() < kept.until ? kept.args : undefined;
}
