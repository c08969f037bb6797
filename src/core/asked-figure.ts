// Whether a question asks for a figure that can be computed, and how. Pure.

export type Aggregate = 'count' | 'sum' | 'avg' | 'max' | 'min';

export const AGGREGATES: [Aggregate, RegExp][] = [
  ['count', /\b(?:how many|(?:the )?number of|count(?: of)?)\b/],
  ['avg', /\b(?:average|mean|avg)\b/],
  // "How much" asks for a price more often than for a sum.
  ['sum', /\b(?:totals?|sum|altogether|overall)\b/],
  ['max', /\b(?:highest|largest|biggest|maximum|max|most|best|top)\b/],
  ['min', /\b(?:lowest|smallest|minimum|min|fewest|least)\b/],
];

/** Cheap: it is asked of every question. */
export function asksForFigure(question: string): boolean {
  const text = question.toLowerCase();
  return question.length <= 300 && AGGREGATES.some(([, form]) => form.test(text));
}
