// The folded blocks (`<details>`) of a text, in which Open WebUI stores thoughts and tool calls. Scans step by step
// instead of using a regular expression, so a text with thousands of unclosed blocks cannot hang the page. Pure.

export interface Fold {
  start: number;
  /** Index after the block. */
  end: number;
  /** Attributes of its tag. */
  attributes: string;
  /** Its content, without the summary. */
  inner: string;
}

const OPEN = '<details';
const CLOSE = '</details>';
const HEADING = { open: '<summary>', close: '</summary>' };

export function* foldsIn(text: string): Generator<Fold, void> {
  let end = 0;
  for (;;) {
    const start = text.indexOf(OPEN, end);
    const tag = start < 0 ? -1 : text.indexOf('>', start);
    const close = tag < 0 ? -1 : text.indexOf(CLOSE, tag);
    if (close < 0) return;
    end = close + CLOSE.length;
    const attributes = text.slice(start + OPEN.length, tag);
    yield { start, end, attributes, inner: withoutHeading(text.slice(tag + 1, close).trimStart()) };
  }
}

function withoutHeading(inner: string): string {
  const close = inner.startsWith(HEADING.open) ? inner.indexOf(HEADING.close) : -1;
  return close < 0 ? inner : inner.slice(close + HEADING.close.length);
}
