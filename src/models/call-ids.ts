// Unique ids of tool calls, which results refer to, whatever a model sends. Pure.

/** Returns `id`, or one derived from it if it is taken, and marks it as taken. */
export function uniqueId(id: string, used: Set<string>): string {
  let unique = id;
  for (let n = 2; used.has(unique); n++) unique = `${id}_${n}`;
  used.add(unique);
  return unique;
}
