// Reasons to doubt an answer that lacks the requested value: an amount of money, a date, a duration.
import { hasDate } from './dates.ts';
import { hasExpected } from './expected.ts';
import { fits } from './fits.ts';
import type { Intent, ParsedQuestion } from './question.ts';
import type { Value } from './question-words.ts';
import type { Candidate } from './rate.ts';

/** Questions for such a value. Excludes, for example, the cost of a computer and a changed address. */
const ASKS_VALUE: Readonly<Partial<Record<Value, RegExp>>> = {
  money:
    /^(?:was kosten?t?|wie teuer|wie viel kosten?t?|combien coûten?t?|quel est le prix|cu[aá]nto cuestan?)(?!\p{L})|\bhow (?:much|expensive)\b.*\b(?:costs?|pays?|paid|earns?|charged?)\b|\bwhat (?:do|does|did|will|would)\b.*\bcost\b|\b(?:salary|salaries|wages?|prices?|fees?|rent)\b/iu,
  contact:
    /^(?!how\b).*(?<!\p{L})(?:phone|telephone|e-?mail|(?:telefon|handy|mobil|ruf)nummer|téléphone|teléfono)(?!\p{L})/iu,
};
const VALUE_INTENTS: ReadonlySet<Intent> = new Set<Intent>([
  'number',
  'which',
  'definition',
  'who',
  'keywords',
]);
const FREE =
  /\b(?:free of charge|(?:is|are|for) free\b(?! to)|gratis|no (?:extra )?(?:charge|cost)|without charge|\d+ ?(?:%|per ?cent) of (?:the |your |all |its )?(?:monthly |annual )?(?:premiums?|costs?|prices?|fees?|bills?)|kostenlos|gratuite?s?)\b|\b(?:euros?|dollars?|pounds?|cents?|francs?)\b/i;
const PRICED =
  /[£€¥]|\$\s?\d|\d\s?\$|\b(?:EUR|USD|GBP|CHF|prices?|costs?|fees?|amount|rates?|salary|wages?|rent|total|budget|preis|kosten|prix|precio)\b/i;
/** `The fee rises from 65 to 72.` */
const PRICED_IN_TEXT =
  /\b(?:prices?|costs?|fees?|salary|salaries|wages?|rent)\b(?!-)[^.\n]{0,60}(?<![\p{L}_-])\d|(?<![\p{L}_-])\d[^.\n]{0,30}\b(?:prices?|costs?|fees?|salary|salaries|wages?|rent)\b(?!-)/iu;

const ASKS_MOMENT =
  /^[¿\s]*(?:(?:and|und|et|y|since|until|from|by) )?(?:when|what (?:time|date|day)|wann|quand|cu[aá]ndo)(?!\p{L})/iu;

/** The other rows of a table are about something else. */
export function ownText({ atom, stretch }: Pick<Candidate, 'atom' | 'stretch'>, section: string): string {
  if (atom.kind !== 'row') return section;
  const head = atom.lead ? stretch.text.slice(atom.lead.start, atom.lead.end) : '';
  return `${head || (stretch.tableHead ?? '')}\n${stretch.text.slice(atom.start, atom.end)}`;
}

export function lacksValue(
  { expected, intent, text: asked }: ParsedQuestion,
  { section, atom, stretch }: Candidate,
  whole: string,
): boolean {
  if (expected === undefined || !VALUE_INTENTS.has(intent)) return false;
  // The numbers of other rows are those of others.
  const text = expected.value === 'contact' ? ownText({ atom, stretch }, whole) : whole;
  if (ASKS_VALUE[expected.value]?.test(asked) !== true || hasExpected(expected, text, text) === 1)
    return false;
  const isTable = section.pieces.some(({ kind }) => kind === 'table');
  const isPriced = isTable && PRICED.test(text) && /\d/.test(text);
  return expected.value !== 'money' || !(FREE.test(text) || PRICED_IN_TEXT.test(text) || isPriced);
}

const BORN = /(?<!\p{L})(?:born|birth\w*|geb(?:oren)?\.?|née?|nacid[oa])(?!\p{L})/iu;

/** `How old is she?`, and the text has no age and no year of birth. */
export function lacksAge({ expected, text: asked }: ParsedQuestion, text: string): boolean {
  if (/\b(?:when|where)\b.*\bborn\b/i.test(asked)) return !BORN.test(text);
  return (
    expected?.value === 'age' &&
    /\bhow old (?:is|are|was|were)\b|^(?:wie alt|quel âge|qu[eé] edad|cu[aá]ntos años)(?!\p{L})/iu.test(
      asked,
    ) &&
    hasExpected(expected, text) < 1
  );
}

/** `How long is lunch?`, and the row has the price of a lunch. */
export function lacksTime({ expected }: ParsedQuestion, { atom, features }: Candidate): boolean {
  return expected?.value === 'duration' && atom.kind === 'row' && features.fits < 0.5;
}

/** `How often are salaries paid?`, and the text says nothing of the kind. */
export function lacksRhythm({ expected }: ParsedQuestion, text: string): boolean {
  return expected?.value === 'frequency' && hasExpected(expected, text) < 1;
}

/** `When is lunch?`, and the text has no time at all. */
export function lacksMoment(
  { intent, text: asked }: ParsedQuestion,
  { atom, stretch, section }: Candidate,
  texts: readonly string[],
): boolean {
  if (intent !== 'when' || !ASKS_MOMENT.test(asked)) return false;
  const { start, end } = atom.lead ?? atom;
  // The other rows are about something else.
  const own =
    atom.kind === 'row'
      ? [stretch.text.slice(atom.start, atom.end), stretch.text.slice(start, end), ...section.path]
      : texts;
  return own.every((text) => hasDate(text) === 0 && fits('when', text) !== 1);
}

/** Less than a day of the week, more than any word for time. */
export const A_DAY = 0.6;

/** Questions that a time of day does not answer. */
const ASKS_DAY =
  /^when (?:was|were)\b.*\b(?:built|constructed|founded|established|invented|created|written|published|released|made|signed|introduced)\b/i;
const CLOCK = /\b\d{1,2}[:.]\d\d\b(?: ?(?:am|pm|h|uhr))?|\b\d{1,2} ?(?:am|pm|o'clock)\b/gi;

/** `When was it built?`, and the text has no day and no year. */
export function lacksCalendarDay({ text: asked }: ParsedQuestion, texts: readonly string[]): boolean {
  return ASKS_DAY.test(asked) && texts.every((text) => hasDate(text.replace(CLOCK, '')) < A_DAY);
}

const ASKS_DATE =
  /^(?:at what time|on what (?:day|date)|when|what time|wann|quand|cu[aá]ndo) (?:is|are|was|were|does|do|did|will|has|ist|sind|war|hat|findet|beginnt|est|sont|es|son)(?!\p{L})/iu;

/** `When is it open?`, and the part that has the words has no date; another one may have it. */
export function lacksOwnMoment(
  { intent, text: asked }: ParsedQuestion,
  { atom, stretch, section }: Candidate,
): boolean {
  if (intent !== 'when' || !ASKS_DATE.test(asked)) return false;
  const { start, end } = atom.piece;
  const texts = [
    atom.kind === 'row' ? ownText({ atom, stretch }, '') : stretch.text.slice(start, end),
    ...section.path,
  ];
  return texts.every((text) => hasDate(text) < A_DAY);
}

/** `How much will the roof cost?`, and the row has the price of something else. */
export function lacksPriced({ atom, features }: Candidate, { expected }: ParsedQuestion): boolean {
  return atom.kind === 'row' && expected?.value === 'money' && features.missing >= MISSING_IN_ROW;
}
const MISSING_IN_ROW = 0.3;

const ASKS_PRICE =
  /^(?:and |und |et |y )?(?:how (?:much|expensive)\b|what (?:does|do|did|will|would)\b.*\bcosts?\b|(?:was kosten?t?|wie teuer|wie viel kosten?t?|combien|cu[aá]nto)(?!\p{L}))/iu;
/** The value of a part with an amount of money. */
const PRICE = 0.9;

/** `How much is the licence?`, and this part of the licence has no price; another one may have it. */
export function lacksOwnPrice({ expected, text: asked }: ParsedQuestion, { features }: Candidate): boolean {
  return expected?.value === 'money' && features.fits < PRICE && ASKS_PRICE.test(asked);
}

const ASKS_BOUND =
  /\b(?:maximum|max\.?|largest|highest|greatest|longest|minimum|min\.?|smallest|lowest|shortest) (?:(?:\p{L}|-)+ ){0,3}?(?:number|size|length|amount|count|width|height|weight|age|speed)\b/iu;
/** `max_size` names a bound, `max-age=600` that of an age. */
const BOUND =
  /(?<![\w-])(?:max|maximum|min|minimum|at (?:most|least)|up to|no (?:more|less|longer|larger|fewer) than|(?:more|less|fewer|longer|larger|greater|higher|lower|smaller|bigger) than|exceed\w*|limit\w*|unlimited|restrict\w*|cap(?:ped)?|between|as many|as long as|or (?:more|less|fewer|older|younger)|over|under|below|above|largest|smallest|highest|lowest|longest|shortest)(?![\w-])|[<>≤≥]=?\s?\d/i;
const NAMED_BOUND =
  /(?:max|min|limit)(?:imum)?[-_ ]?(\p{L}{1,40})|(?<!\p{L})(\p{L}{1,40}?)[-_ ]?(?:max|min|limit)/giu;

/** `What is the maximum size of a file?`, and the text has no bound of anything. */
export function lacksBound({ text: asked }: ParsedQuestion, text: string): boolean {
  if (!ASKS_BOUND.test(asked) || BOUND.test(text)) return false;
  const question = asked.toLowerCase();
  return ![...text.matchAll(NAMED_BOUND)].some(([, behind = '', before = '']) =>
    [behind, before].some((word) => word.length > 2 && question.includes(word.toLowerCase().slice(0, 5))),
  );
}
