// How many tokens a text takes, guessed without the model's own tokenizer. Pure.

/** Characters of a token, in scripts with an alphabet; measured ones lie between 3.5 and 4.5. */
export const LETTERS_PER_TOKEN = 3.6;

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
  return Math.ceil(letters / LETTERS_PER_TOKEN + signs);
}

/** The beginning of a text that takes at most so many tokens, cut after a line where there is one. */
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
  // Half a character is none.
  return short.slice(0, end).replace(/[\ud800-\udbff]$/, '');
}
