// Estimates the number of tokens in a text, without the model's own tokenizer. Pure.

/** Characters per token in alphabetic scripts; measured values lie between 3.5 and 4.5. */
export const LETTERS_PER_TOKEN = 3.6;

/** Returns an upper estimate: sending less than would fit does no harm, sending more does. */
export function tokensOf(text: string): number {
  let letters = 0;
  let signs = 0;
  for (const letter of text) {
    // Chinese, Japanese and Korean take about one token per character, other scripts half a token.
    const code = letter.codePointAt(0)!;
    if (code < 0x250) letters++;
    else signs += code < 0x2e80 ? 0.5 : 1;
  }
  return Math.ceil(letters / LETTERS_PER_TOKEN + signs);
}

/** Returns the beginning of a text within the token limit, cut after a line if possible. */
export function cutToTokens(text: string, tokens: number): string {
  if (tokensOf(text) <= tokens) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tokensOf(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  const short = text.slice(0, low);
  const line = short.lastIndexOf('\n');
  const end = line > low / 2 ? line : Math.max(short.lastIndexOf(' '), low / 2);
  // Don't split a surrogate pair.
  return short.slice(0, end).replace(/[\ud800-\udbff]$/, '');
}
