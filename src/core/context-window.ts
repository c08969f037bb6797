// The context window of a model in tokens: the known one, otherwise a guess from its name. Pure.

/** By model name; the first match counts. */
const WINDOWS: readonly (readonly [RegExp, number])[] = [
  // An Ollama tag. Ollama's default window is far smaller than the one its model supports.
  [/^[\w./-]+:[\w.-]+$/, 8_192],
  [/gpt-4\.1/, 1_000_000],
  [/gpt-4o|gpt-4-turbo/, 128_000],
  [/gpt-[5-9]/, 400_000],
  [/(?:^|\/)o[134](?:-|$)/, 200_000],
  [/claude/, 200_000],
  [/gemini/, 1_000_000],
  [/gpt-3\.5/, 16_000],
];
const USUAL = 128_000;

export function contextWindowOf({
  id,
  contextWindow,
}: {
  id: string;
  contextWindow?: number | undefined;
}): number {
  if (contextWindow !== undefined && contextWindow > 0) return contextWindow;
  const name = id.toLowerCase();
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1] ?? USUAL;
}
