// How many tokens a model holds: what is known of it, else what its name lets one guess. Pure.

/** By the names of models; the first that fits counts. */
const WINDOWS: readonly (readonly [RegExp, number])[] = [
  // A tag, as Ollama writes it: what it keeps of a conversation is far less than what the model could hold.
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
