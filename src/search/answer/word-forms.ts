// Forms of one stem that mean different things: a coworker is a person, and coworking is not.

const PERSON = /(?:er|or|ee|ist)s?$/i;
const ACTIVITY = /ing$/i;
/** Minimum letters that both words begin with. */
const COMMON = 6;
/** Share of the certainty of a word that a text has in the other form. */
const OTHER = 0.7;

/** @returns 1 unless one word names who does something, and the other the activity */
export function formShare(asked: string, said: string): number {
  const isOther = (PERSON.test(asked) && ACTIVITY.test(said)) || (ACTIVITY.test(asked) && PERSON.test(said));
  return isOther && asked.slice(0, COMMON).toLowerCase() === said.slice(0, COMMON).toLowerCase() ? OTHER : 1;
}
