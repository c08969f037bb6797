// Ids of tool calls, by which results name them: each once in an answer, whatever a model sends. Pure.

/** `id`, or one made from it when it is taken; it is taken from then on. */
export function uniqueId(id: string, used: Set<string>): string {
  let unique = id;
  for (let n = 2; used.has(unique); n++) unique = `${id}_${n}`;
  used.add(unique);
  return unique;
}
