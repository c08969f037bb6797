// The folded blocks (`<details>`) of a text, as Open WebUI writes thoughts and tool calls. Looked for place by place and not by
// a pattern: a text that opens thousands and closes none must not hang the page. Pure.

export interface Fold {
  start: number;
  /** Behind it. */
  end: number;
  /** What its tag says. */
  attributes: string;
  /** What is in it, without its heading. */
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
