// Questions for how far something goes: `How hot does it get?`, `How heavy may a suitcase be?`

const ASKS =
  /\bhow (?:hot|warm|cold|high|fast|loud|far|deep|heavy|big|large|tall|wide|strong)\b.*\b(?:get|gets|go|goes|reach|reaches|become|becomes|can|may|rise|grow|allowed|fit|fits)\b/i;
const SAYS =
  /\b(?:reach(?:es|ed)?|up to|maximum|max|at (?:the )?most|as (?:hot|warm|much|many|high|far|large|long) as|(?:no|not) more than|limited to|peaks?|top (?:speed|temperature))\b/i;

export function asksHowFar(question: string): boolean {
  return ASKS.test(question);
}

/** Tells whether a text states a limit or a highest value. */
export function saysHowFar(text: string): boolean {
  return SAYS.test(text);
}
