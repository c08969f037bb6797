// Tells whether a question asks for a figure or for rows of a table, and in what form. Pure.

const LONGEST = 300;

export type Aggregate = 'count' | 'sum' | 'avg' | 'median' | 'max' | 'min' | 'share';

/**
 * `How much did we spend on groceries?` asks for a sum. `How much do I pay for a key?` asks for a price, so only `spend`,
 * `earn` and `owe` count in the present.
 */
const SPENT =
  /\b(?:how much|what)\b.*\b(?:(?:did|have|has|had|was|were)\b.*\b(?:pay|paid|owed?|spend|spent|earn(?:ed)?|(?:charged?|bill(?:ed)?|invoiced?) us)|(?:do|does)\b.*\b(?:spend|earn|owe)|(?:did|have|can|could|should) (?:we|i) (?:\w+ )?(?:invoiced?|bill(?:ed)?|charged?|sell|sold|make|made|take))\b|^\W*(?:how much|what) owes?\b|^\W*(?:who|which)\b.*\b(?:spends?|spent|paid|earns?|earned|owes?)\b.*\b(?:most|least)\b/;

export function asksWhatWasSpent(question: string): boolean {
  return question.length <= LONGEST && SPENT.test(question.toLowerCase());
}

export const AGGREGATES: [Aggregate, RegExp][] = [
  [
    'share',
    /\b(?:what|which) (?:share|percentage|percent|proportion|fraction)\b|\b(?:share|percentage|proportion|fraction) of\b/,
  ],
  ['median', /\bmedian\b/],
  ['count', /\b(?:how many|(?:the )?number of|count(?: of)?)\b/],
  ['avg', /\b(?:average|mean|avg)\b/],
  // "How much" asks for a price more often than for a sum.
  ['sum', /\b(?:totals?|sum|altogether|overall)\b/],
  ['max', /\b(?:highest|largest|biggest|maximum|max|greatest|most|best|top)\b/],
  ['min', /\b(?:lowest|smallest|minimum|min|fewest|least|worst)\b/],
  ['sum', SPENT],
  // "How much gas did we use?" adds up readings.
  ['sum', /^\W*how much \p{L}+ (?:did|has|have|was|were)\b.*\b(?:use|used|consume|consumed)\b/u],
  // "What is our inventory worth?"
  [
    'sum',
    /^\W*(?:what|how much)\b.*\bworth(?: at [\w ]{4,20})?\W*$|\bvalue of (?:\w+ ){0,3}(?:stock|inventory|warehouse)\b|\b(?:stock|inventory) value\b/,
  ],
  [
    'sum',
    /^\W*how much\b.*\b(?:is|are|was|were|has been|have been) (?:still )?(?:overdue|unpaid|outstanding|open|due|paid|owed|pending|approved|rejected|refunded|reimbursed)\b|^\W*how much money\b|\bhow much (?:can|could|do|should) (?:we|i) (?:bill|invoice|charge)\b/,
  ],
  [
    'sum',
    /^\W*(?:(?:what|show|give|list)\b.{0,20}\b)?(?:sales|revenue|spending|income|turnover|expenses|costs?|earnings)\b.*\b(?:by|per)\b/,
  ],
  // "What was our revenue in March?"
  [
    'sum',
    /^\W*(?:what (?:is|are|was|were) (?:(?:the|our|my) )?)?(?:sales|revenue|spending|income|turnover|expenses|earnings) (?:in|for|during) (?:\p{L}{3,9}|q[1-4])?(?: ?(?:19|20)\d\d)?\W*$/u,
  ],
];

/** `Which orders are open?`, `List all cancelled orders`: a plural near the start. */
const ROWS =
  /^\W*(?:please )?(?:(?:can|could|would) you )?(?:which|list|show|find|display|give|get|what)(?: me)?(?: [\p{L}\p{N}-]+){0,4}? (?:[\p{L}-]{2,}(?<!s)s|people)(?![\p{L}\p{N}])|^\W*which \p{L}{2,}/u;

export function asksForRows(question: string): boolean {
  const text = question.toLowerCase();
  return question.length <= LONGEST && (ROWS.test(text) || STOCKED.test(text));
}

/** `Who paid the insurance?`, `who is in HR?`: a column of persons may tell. */
const WHO = /^\W*who(?:['’](?:s|ve))?(?!\p{L})/u;

export function asksWhoDid(question: string): boolean {
  return question.length <= LONGEST && WHO.test(question.toLowerCase());
}

/** `How old is Greta?`: a date of birth may tell. */
const AGE = /^\W*how old (?:is|are)\b/;

export function asksForAge(question: string): boolean {
  return question.length <= LONGEST && AGE.test(question.toLowerCase());
}

/** `Cheapest product in Paint`, `what is our latest order`, `what is out of stock`. */
const EXTREME =
  /\b(?:cheapest|dearest|priciest|costliest|(?:most|least) (?:expensive|recent|recently)|oldest|youngest|newest|latest|earliest|longest|shortest|heaviest|lightest|tallest|last|first|(?:highest|best|lowest|worst) (?:paid|rated)|current|balance)\b/;

/** `What is out of stock?`, `what needs reordering?` */
const STOCKED =
  /^\W*what (?:(?:is|are) (?:out of stock|in stock|low|running low|sold out|(?:still )?unpaid)|needs?|do (?:we|i) (?:need|have) to re-?(?:order|stock))\b/;

/** A phrase without a verb, such as `open orders from Norway` or `hours per employee`. */
const BRIEF = { least: 2, most: 7 } as const;
const NOT_BRIEF =
  /^\W*(?:how|what|who|why|when|where|which|whose|can|could|do|does|did|is|are|was|were|will|would|should|may|must|has|have|had|please|tell|explain|and|or|but)(?!\p{L})/u;

/** Tells whether a question is only a few words that may name rows of a table. */
export function asksBriefly(question: string): boolean {
  const text = question.toLowerCase();
  if (question.length > 80 || text.includes('_') || NOT_BRIEF.test(text)) return false;
  const words = text.split(/[^\p{L}\p{N}'’&.-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length >= BRIEF.least && words.length <= BRIEF.most;
}

/** `What is in “orders”?`, `Describe the orders`, in the languages of the interface's own questions. */
const CONTENT =
  /^\W*(?:what(?:['’]s| is| are)\b.*\babout\W*$|what(?:['’]s| is) in\b|what does\b.*\bcontain\W*$|(?:please )?(?:describe|summari[sz]e|tell me about)\b|worum geht es\b|was steht in\b|de quoi parle\b|que contient\b|de qué trata\b|qué contiene\b)|の内容は|讲了什么|里有什么|ما موضوع|ماذا يحتوي/iu;

/** Tells whether the question asks for the content of a whole document. */
export function asksForContent(question: string): boolean {
  return question.length <= LONGEST && CONTENT.test(question);
}

/** Tells whether a question asks for a total or an average in so many words. */
export function asksForSum(question: string): boolean {
  const asked = /\b(?:total|sum|altogether|overall|average|mean|median)\b/i.test(question);
  return question.length <= LONGEST && asked && !/\b(?:how many|number of)\b/i.test(question);
}

/** Must be cheap: it runs on every question. */
export function asksOfTable(question: string): boolean {
  const text = question.toLowerCase();
  if (question.length > LONGEST) return false;
  return (
    AGGREGATES.some(([, form]) => form.test(text)) ||
    EXTREME.test(text) ||
    asksForRows(text) ||
    asksWhoDid(text) ||
    asksForAge(text) ||
    asksBriefly(text) ||
    asksForContent(text)
  );
}
