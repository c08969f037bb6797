// Numbers with a unit in a question: `10 days`, `€25,000`.

/** A number with its unit is what a question is asked for, and mostly not what its answer says. */
const AN_AMOUNT =
  /[£€$]\s?\d[\d.,]*|\d[\d.,]*\s?(?:%|€|£|pounds?|euros?|dollars?|(?:working |business |calendar )?(?:hours?|days?|weeks?|months?|years?|minutes?)|kg|km)(?!\p{L})/giu;

/** Numbers with a unit, and the units, as the question says them; of long numbers their groups, too. */
export function amountWords(question: string): Set<string> {
  return new Set(
    [...question.matchAll(AN_AMOUNT)].flatMap(([said]) => [
      ...(said.toLowerCase().match(/\d[\d.,]*\d|\d|\p{L}+/gu) ?? []),
      ...(said.match(/\d+/g) ?? []),
    ]),
  );
}
