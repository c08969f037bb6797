// Quotes in time linear in the text. The rule of markdown-it looks ahead over all lines that may belong to a quote, also where
// the quote then ends at the next one: a text of such quotes took time that grew with its square.
import type { MarkdownIt, StateBlock } from 'markdown-it';

/** Lines that a quote is given at first. One that takes them all is read again with more. */
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
    // What is defined in a part of a quote may read differently in the whole of it.
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
