// How many tokens a text takes, guessed without the model's own tokenizer, and how many a model holds. Pure.
import { BUDGET } from './budget.ts';
import type { Model, ModelMessage, ModelTool } from './models/model.ts';

/** Characters of a token, in scripts with an alphabet; measured ones lie between 3.5 and 4.5. */
const LETTERS = 3.6;
/** What stands around a message or a tool on the wire. */
const FRAME = 6;

/** Windows by the names of models; the first that fits counts. */
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

/** An upper guess: to send less than would fit is no harm, to send more is. */
export function tokensOf(text: string): number {
  let letters = 0;
  let signs = 0;
  for (const letter of text) {
    // Chinese, Japanese and Korean take about a token a sign, other scripts half of one.
    const code = letter.codePointAt(0)!;
    if (code < 0x250) letters++;
    else signs += code < 0x2e80 ? 0.5 : 1;
  }
  return Math.ceil(letters / LETTERS + signs);
}

export function tokensOfMessage(message: ModelMessage): number {
  if (message.role === 'user') return FRAME + tokensOf(message.text);
  if (message.role === 'tool') return FRAME + tokensOf(message.output);
  return message.calls.reduce(
    (sum, call) => sum + FRAME + tokensOf(call.name) + tokensOf(call.arguments),
    FRAME + tokensOf(message.text),
  );
}

export function tokensOfTools(tools: readonly ModelTool[]): number {
  return tools.reduce((sum, tool) => sum + FRAME + tokensOf(JSON.stringify(tool)), 0);
}

/** What the model says of itself, else what its name lets one guess. */
export function contextWindowOf({ id, contextWindow }: Pick<Model, 'id' | 'contextWindow'>): number {
  if (contextWindow !== undefined && contextWindow > 0) return contextWindow;
  const name = id.toLowerCase();
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1] ?? USUAL;
}

/** Characters of one result that a model with this window gets to see: a sixth of it, in a script with an alphabet. */
export function outputFor(contextWindow: number): number {
  return Math.max(600, Math.min(BUDGET.output, Math.floor((contextWindow / 6) * LETTERS)));
}
