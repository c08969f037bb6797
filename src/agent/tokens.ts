// How many tokens a text takes, guessed without the model's own tokenizer. Pure.
import { BUDGET } from './budget.ts';
import type { ModelMessage, ModelTool } from './models/model.ts';

/** Characters of a token, in scripts with an alphabet; measured ones lie between 3.5 and 4.5. */
const LETTERS = 3.6;
/** What stands around a message or a tool on the wire. */
const FRAME = 6;

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

/** Characters of one result that a model with this window gets to see: a sixth of it, in a script with an alphabet. */
export function outputFor(contextWindow: number): number {
  return Math.max(600, Math.min(BUDGET.output, Math.floor((contextWindow / 6) * LETTERS)));
}
