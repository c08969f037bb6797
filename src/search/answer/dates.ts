// The beginning or end of something: questions that ask for it, and how clearly a text gives the date. `Until 28
// February` names an end without a word for ending.

export type Edge = 'begin' | 'end';

const BEGINS =
  /^(?:begin(?:s|ning)?|began|start(?:s|ed|ing)?|opens?|commenc\w+|beginn(?:t|en)?|startet|anf(?:a|ä)ngt?|commence[nt]*|débute[nt]*|empiezan?|comienzan?)$/i;
const ENDS =
  /^(?:ends?|ending|ended|expir\w+|stops?|finish(?:es|ed)?|clos(?:e|es|ed)|run(?:s)? out|lapses?|over|endet?|enden|läuft|schließt|termine[nt]*|finit|expire[nt]*|terminan?|acaban?|venc\w+)$/i;
const ASKS_WHEN =
  /^[¿\s]*(?:(?:since|until|till|from|by|ab|bis|seit|depuis|jusqu['’]à|hasta|desde) )?(?:when|wann|quand|cu[aá]ndo|(?:what|which) (?:date|day|time|year))(?!\p{L})/iu;
/** `When should I stop the service?` asks for a condition. */
const ASKS_CONDITION =
  /^(?:when|wann|quand|cu[aá]ndo) (?:should|can|could|may|must|might|would|shall|to|do (?:i|we|you)|have|soll\w*|kann|darf|muss|dois|peut|puis|puedo|debo)(?!\p{L})/iu;

/** Returns whether the question asks for the beginning or the end; undefined for neither. */
export function edgeOf(question: string): Edge | undefined {
  if (!ASKS_WHEN.test(question) || ASKS_CONDITION.test(question)) return undefined;
  const words = question.match(/\p{L}+/gu) ?? [];
  const last = words.findLast((word) => BEGINS.test(word) || ENDS.test(word));
  return last === undefined ? undefined : BEGINS.test(last) ? 'begin' : 'end';
}

/** Tells whether a word of the question asks for this edge; a date with `from` or `until` need not repeat it. */
export function isEdge(edge: Edge, word: string): boolean {
  return (edge === 'begin' ? BEGINS : ENDS).test(word);
}

const MONTH =
  '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|febrero|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sep(?:t|tember|tembre|tiembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember)?|décembre|diciembre|enero)';
const DATE = new RegExp(
  `(?:\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b|(?<!\\p{L})\\d{1,2}(?:st|nd|rd|th|\\.)? (?:de |of )?${MONTH}(?!\\p{L})|(?<!\\p{L})${MONTH}\\.? (?:the )?\\d{1,4}(?!\\d)|(?<!\\p{L}-)\\b(?:1[5-9]|20)\\d\\d\\b|(?<![\\d.])\\d{1,2}[:.]\\d\\d(?!\\d|\\.\\d)|\\b\\d{1,2} ?(?:am|pm|uhr|h)\\b|\\b(?:noon|midnight)\\b)`,
  'iu',
);
const DAY =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?|tomorrow|today)\b/i;
const UNTIL =
  /(?<!\p{L})(?:(?:until|till|through|up to|valid|ends?|ended|ending|expir\w+|closes?|closed|finish\w*|deadline|latest|due|over|bis|endet|läuft|jusqu['’]au?|expire|hasta|vence|termina)[\s:]+(?:\p{L}+\s){0,3}|(?:to|au|al?|[–-])\s?)$/iu;
const FROM =
  /(?<!\p{L})(?:from|since|as of|begin\w*|began|start\w*|opens?|effective|commenc\w+|ab|seit|beginn\w*|startet|depuis|à partir du|dès|desde|a partir del?)[\s:]+(?:\p{L}+\s){0,3}$/iu;

/** `Monday 5 January: first day of term` */
const FIRST = /(?<!\p{L})(?:first day|starting date|erster tag|premier jour|primer día)(?!\p{L})/iu;
const LAST = /(?<!\p{L})(?:last day|final day|deadline|letzter tag|dernier jour|último día)(?!\p{L})/iu;

const WITHOUT_EDGE = 0.75;
const DAY_ONLY = 0.7;
const OTHER_TIME = 0.4;
const ANY_TIME =
  /\b(?:days?|weeks?|months?|years?|hours?|minutes?|immediately|before|after|until|once|as soon as|whenever|when|upon)\b|(?<!\p{L})(?:tage?n?|wochen?|monate?n?|jahre?n?|stunden?|sobald|jours?|mois|ans?|días?|meses|años?)(?!\p{L})/iu;

/**
 * Returns 1 for a date of the requested beginning or end, less for another date or a day, 0 for no time.
 * @param above the head of a table's row
 */
export function hasDate(text: string, edge?: Edge, above = ''): number {
  const isColumn = edge !== undefined && (above.match(/\p{L}+/gu) ?? []).some((word) => isEdge(edge, word));
  let best = DAY.test(text) ? DAY_ONLY : ANY_TIME.test(text) ? OTHER_TIME : 0;
  const [before, said] = edge === 'begin' ? [FROM, FIRST] : [UNTIL, LAST];
  const isSaid = said.test(text);
  for (const found of text.matchAll(new RegExp(DATE, 'giu'))) {
    const isAsked =
      edge === undefined ||
      isColumn ||
      isSaid ||
      before.test(text.slice(Math.max(0, found.index - 40), found.index));
    best = Math.max(best, isAsked ? 1 : WITHOUT_EDGE);
  }
  return best;
}
