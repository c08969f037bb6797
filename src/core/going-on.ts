// Questions that only make sense after another one: `and on Windows?`. Pure.

const ELLIPTIC = /^(?:and|or|but|what about|how about|also|then|same for|for|on|in|with)\b/i;
const LEADING = /^(?:(?:and|or|but|also|then|the same|same|what about|how about)\s+)+/i;
/** So begin changes of a figure: `by month?`, `only in March`. */
const CHANGING = /^(?:by|per|only|from)\b/i;

/** Maximum words of a question that continues the previous one. */
export const MOST_WORDS_ON = 8;
/** Maximum length of a chain of such questions. */
export const LONGEST_CHAIN = 4;

export function isElliptic(question: string): boolean {
  return ELLIPTIC.test(question.trim());
}

/** Returns the question without the words that link it to the previous one. */
export function withoutLink(question: string): string {
  return question.trim().replace(LEADING, '');
}

/** Returns the questions that together ask for one figure, oldest first: the last complete one and its changes. */
export function figureChain(question: string, previous: readonly string[] = []): string[] {
  const all = [...previous.slice(-LONGEST_CHAIN), question];
  const from = all.findLastIndex((one) => !changesFigure(one));
  return from < 0 ? [question] : all.slice(from);
}

function changesFigure(question: string): boolean {
  const words = question.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words <= MOST_WORDS_ON && (isElliptic(question) || CHANGING.test(question.trim()));
}
