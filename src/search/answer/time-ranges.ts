// Months and days of the week inside a range in a text: `Monday to Friday` includes Wednesday.
import type { Range } from './structure.ts';

/** A month or a day of the week, by its number in the year or week. */
export interface CalendarWord {
  cycle: 'month' | 'day';
  number: number;
}

const NAMES: Readonly<Record<CalendarWord['cycle'], readonly string[]>> = {
  month: [
    'jan(?:uary|uar|vier)?|enero',
    'feb(?:ruary|ruar|rero)?|février',
    'mar(?:ch|s|zo)?|märz',
    'apr(?:il)?|avril|abril',
    'may|mai|mayo',
    'june?|juni|juin|junio',
    'july?|juli|juillet|julio',
    'aug(?:ust)?|août|agosto',
    'sep(?:t(?:ember|embre)?|tiembre)?',
    'o[ck]t(?:ober|obre|ubre)?',
    'nov(?:ember|embre|iembre)?',
    'de[cz](?:ember|iembre)?|décembre|diciembre',
  ],
  day: [
    'mon(?:days?)?|montags?|lundi|lunes',
    'tue(?:s(?:days?)?)?|dienstags?|mardi|martes',
    'wed(?:nesdays?)?|mittwochs?|mercredi|miércoles',
    'thu(?:rs?(?:days?)?)?|donnerstags?|jeudi|jueves',
    'fri(?:days?)?|freitags?|vendredi|viernes',
    'sat(?:urdays?)?|samstags?|samedi|sábado',
    'sun(?:days?)?|sonntags?|dimanche|domingo',
  ],
};
const CYCLES = Object.keys(NAMES) as CalendarWord['cycle'][];
const TO = '(?:to|until|till|through|thru|and|bis|und|à|au|et|al?|hasta|y|[–—-])';
/** A day of a month, or a year. */
const BEFORE = '(?:(?:the )?\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of |de )?)?';
const BEHIND = '(?:\\s+\\d{1,4}(?:st|nd|rd|th)?,?(?!\\d))?';

const WORDS = new Map(
  CYCLES.map((cycle) => [cycle, NAMES[cycle].map((names) => new RegExp(`^(?:${names})\\.?$`, 'iu'))]),
);
const RANGES = new Map(
  CYCLES.map((cycle) => {
    const name = `(?<!\\p{L})(${NAMES[cycle].join('|')})(?!\\p{L})`;
    return [cycle, new RegExp(`${name}\\.?${BEHIND}\\s*${TO}\\s*${BEFORE}${name}`, 'giu')];
  }),
);
/** Joins two names without including those between them. */
const AND = /(?<!\p{L})(?:and|und|et|y)(?!\p{L})/iu;
const BETWEEN = /(?:between|zwischen|entre)\s+(?:(?:the )?\d{1,2}\S*\s+(?:of )?)?$/iu;

/** `May` and `mar` are other words, too, so a month must be written in full or capitalised. */
export function calendarWord(word: string): CalendarWord | undefined {
  if (word.length < 4 && !/^\p{Lu}/u.test(word)) return undefined;
  for (const cycle of CYCLES) {
    const number = numberOf(cycle, word);
    if (number >= 0) return { cycle, number };
  }
  return undefined;
}

const MONTH_NAMES = new RegExp(`(?<!\\p{L})(?:${NAMES.month.join('|')})(?!\\p{L})`, 'giu');

/** Returns the numbers of the months that a text names, from 0. `May` must be capitalised. */
export function monthsIn(text: string): Set<number> {
  const found = (text.match(MONTH_NAMES) ?? []).filter((name) => calendarWord(name) && /^\p{Lu}/u.test(name));
  return new Set(found.map((name) => numberOf('month', name)));
}

/** Returns the ranges of the text that contain the month or the day. */
export function rangesWith({ cycle, number }: CalendarWord, text: string): Range[] {
  const length = NAMES[cycle].length;
  return [...text.matchAll(RANGES.get(cycle)!)].flatMap((found) => {
    const [whole, first = '', last = ''] = found;
    if (AND.test(whole) && !BETWEEN.test(text.slice(Math.max(0, found.index - 30), found.index))) return [];
    const [from, to] = [numberOf(cycle, first), numberOf(cycle, last)];
    const isWithin = (number - from + length) % length <= (to - from + length) % length;
    return isWithin ? [{ start: found.index, end: found.index + whole.length }] : [];
  });
}

function numberOf(cycle: CalendarWord['cycle'], word: string): number {
  return WORDS.get(cycle)!.findIndex((names) => names.test(word));
}
