// Unique ids of tool calls, which results refer to, whatever a model sends. Pure.
import { freeName } from '../base/free-name.ts';

/** Returns `id`, or one derived from it if it is taken, and marks it as taken. */
export function uniqueId(id: string, used: Set<string>): string {
  const unique = freeName(
    id,
    (free) => used.has(free),
    (number) => `${id}_${number}`,
  );
  used.add(unique);
  return unique;
}
