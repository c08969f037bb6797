// Whether a part is about the topic of a question: by its headings, or by the telling words of the question in it.
import { shareOf } from './measures.ts';
import type { Terms } from './terms.ts';

/** From these on a heading is exactly the topic of the question, and the headings above complete it. */
const TOPIC = { about: 0.99, headed: 0.85, own: 0.3 } as const;
/** Credit if only the headings above complete it: `Installation › Windows`. */
const COMPLETED = 0.5;

/** Minimum weight of a word that is the topic of a question, and its least credit in a part about it. */
const TELLING = 0.3;
const NAMED = 0.5;

/**
 * Returns 1 if the heading is the topic, less if it is with the headings above it, otherwise 0.
 * @param own certainty of each term in the heading
 * @param headed share of the question's words in all headings
 */
export function topicOf(
  terms: Terms,
  { about, own, headed }: { about: number; own: readonly number[]; headed: number },
): number {
  if (about < TOPIC.about) return 0;
  const said = shareOf(terms, (term) => own[term]!);
  return said >= TOPIC.headed ? 1 : said >= TOPIC.own && headed >= TOPIC.headed ? COMPLETED : 0;
}

/** `When does the saffron expire?`: a date with nothing about saffron is the date of something else. */
export function isOfTopic(
  terms: Terms,
  isEdge: readonly boolean[],
  credit: (term: number) => number,
): boolean {
  const telling = terms.list.flatMap(({ weight, isBorrowed }, term) =>
    weight >= TELLING && !isBorrowed && !isEdge[term] ? [term] : [],
  );
  return telling.length === 0 || telling.some((term) => credit(term) >= NAMED);
}
