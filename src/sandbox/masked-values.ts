// Finds values that a server shows in part: the beginning, a mask and perhaps the end, as in `sk-abcdEFGH****wxyz`,
// or more than half of the value, as in a truncated error. Pure.

/**
 * Characters: the shortest value searched for, then the beginning needed, then the beginning that counts without an
 * end.
 */
const LONG = 16;
const BEGINNING = 8;
const TELLING = 12;
/** Excludes addresses and plain words: half of one occurs in many texts. */
const KEY = /^(?=.*\d)[\w.~+=-]+$/;
const MASK = /(?:\*{3,}|•{3,}|\.{3,}|…+|[xX]{4,}|-{3,}|_{3,}|#{3,}|\[(?:redacted|masked|hidden)\])/iy;

export function* findMasked(
  text: string,
  values: readonly string[],
): Generator<{ value: number; start: number; end: number }> {
  for (const [value, secret] of values.entries()) {
    if (secret.length < LONG) continue;
    const beginning = secret.slice(0, BEGINNING);
    for (let start = text.indexOf(beginning); start >= 0; start = text.indexOf(beginning, start + 1)) {
      let shown = BEGINNING;
      while (shown < secret.length && text[start + shown] === secret[shown]) shown++;
      if (shown === secret.length) continue;
      MASK.lastIndex = start + shown;
      if (!MASK.test(text)) {
        if (shown >= TELLING && shown * 2 > secret.length && KEY.test(secret)) {
          yield { value, start, end: start + shown };
        }
        continue;
      }
      const after = endShown(text, MASK.lastIndex, secret);
      if (shown >= TELLING || after > 1) yield { value, start, end: MASK.lastIndex + after };
    }
  }
}

/** Returns how many characters of the value's end are shown there. */
function endShown(text: string, at: number, secret: string): number {
  for (let length = Math.min(secret.length - BEGINNING, 64); length > 0; length--) {
    if (text.startsWith(secret.slice(-length), at)) return length;
  }
  return 0;
}
