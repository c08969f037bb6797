// Splits a long text into parts that can be shown one at a time. Pure.

/** A few screens, in characters. */
const LONGEST = 8000;

/** Yields parts of a long text, each ending after `mark` if possible. Never splits a character. */
export function* stretchesOf(text: string, mark: string): Generator<string> {
  let from = 0;
  while (text.length - from > LONGEST) {
    const full = from + LONGEST;
    const marked = text.lastIndexOf(mark, full - 1);
    let to = marked > from + LONGEST / 2 ? marked + 1 : full;
    if (isHighSurrogate(text.charCodeAt(to - 1))) to--;
    yield text.slice(from, to);
    from = to;
  }
  if (from < text.length || text === '') yield text.slice(from);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
