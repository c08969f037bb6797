// Parses block quotes in linear time. markdown-it's own rule looks ahead over all lines that may belong to a quote,
// even if the quote ends at the next one, so a text of such quotes took quadratic time.
import type { MarkdownIt, StateBlock } from 'markdown-it';

/** Lines given to a quote at first. A quote that uses all of them is parsed again with more. */
const FIRST_LINES = 32;
const TIMES_MORE = 16;

type BlockRule = (state: StateBlock, from: number, to: number, silent: boolean) => boolean;

export function boundQuotes({ block: { ruler } }: MarkdownIt): void {
  const all = ruler.getRules('');
  ruler.disable('blockquote');
  const others = ruler.getRules('');
  ruler.enable('blockquote');
  const quote = all.find((rule) => !others.includes(rule))!;
  ruler.at('blockquote', (state, from, to, silent) => boundedQuote(quote, state, from, to, silent), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

function boundedQuote(
  quote: BlockRule,
  state: StateBlock,
  from: number,
  to: number,
  silent: boolean,
): boolean {
  if (silent) return quote(state, from, to, silent);
  const { lineMax, env } = state;
  const tokens = state.tokens.length;
  const references = env.references;
  for (let lines = FIRST_LINES; ; lines *= TIMES_MORE) {
    const end = Math.min(to, from + lines);
    state.lineMax = Math.min(lineMax, end);
    // Definitions in a part of a quote may be parsed differently in the whole.
    env.references = Object.create(references ?? null) as typeof references;
    const found = quote(state, from, end, false);
    state.lineMax = lineMax;
    if (!found || end === to || state.line < end) {
      const defined = env.references;
      env.references = references;
      if (Object.keys(defined ?? {}).length > 0) env.references = Object.assign(references ?? {}, defined);
      return found;
    }
    state.tokens.length = tokens;
    state.line = from;
    env.references = references;
  }
}
