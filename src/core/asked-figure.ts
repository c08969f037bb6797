// Tells whether a question asks for a figure or for rows of a table, and in what form. Pure.

export type Aggregate = 'count' | 'sum' | 'avg' | 'max' | 'min';

export const AGGREGATES: [Aggregate, RegExp][] = [
  ['count', /\b(?:how many|(?:the )?number of|count(?: of)?)\b/],
  ['avg', /\b(?:average|mean|avg)\b/],
  // "How much" asks for a price more often than for a sum.
  ['sum', /\b(?:totals?|sum|altogether|overall)\b/],
  ['max', /\b(?:highest|largest|biggest|maximum|max|most|best|top)\b/],
  ['min', /\b(?:lowest|smallest|minimum|min|fewest|least)\b/],
];

/** `Which orders are open?`, `List all cancelled orders`: a plural near the start. */
const ROWS =
  /^\W*(?:please )?(?:(?:can|could|would) you )?(?:which|list|show|find|display|give|get|what)(?: me)?(?: [\p{L}\p{N}-]+){0,4}? (?:[\p{L}-]{2,}(?<!s)s|people)(?![\p{L}\p{N}])/u;
const LONGEST = 300;

export function asksForRows(question: string): boolean {
  return question.length <= LONGEST && ROWS.test(question.toLowerCase());
}

/** Must be cheap: it runs on every question. */
export function asksOfTable(question: string): boolean {
  const text = question.toLowerCase();
  if (question.length > LONGEST) return false;
  return AGGREGATES.some(([, form]) => form.test(text)) || asksForRows(text);
}
