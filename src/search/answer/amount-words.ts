// Numbers with a unit in a question: `10 days`, `€25,000`.

/** A number with its unit restricts the question, and is rarely in its answer. */
const AN_AMOUNT =
  /(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty) (?:working |business |calendar )?(?:hours?|days?|weeks?|months?|years?|minutes?)(?!\p{L})|[£€$]\s?\d[\d.,]{0,40}|\d[\d.,]{0,40}\s?(?:%|€|£|pounds?|euros?|dollars?|(?:working |business |calendar )?(?:hours?|days?|weeks?|months?|years?|minutes?)|kg|km)(?!\p{L})/giu;

const NUMBER = /\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)$/i;

/** Tells whether a word of an amount is its number, which its answer may give in another unit. */
export function isNumber(word: string): boolean {
  return NUMBER.test(word);
}

/**
 * Returns the numbers with a unit, and the units, as written in the question; for long numbers also their digit
 * groups.
 */
export function amountWords(question: string): Set<string> {
  return new Set(
    [...question.matchAll(AN_AMOUNT)].flatMap(([said]) => [
      ...(said.toLowerCase().match(/\d[\d.,]*\d|\d|\p{L}+/gu) ?? []),
      ...(said.match(/\d+/g) ?? []),
    ]),
  );
}
