// Parses questions about dates into arguments of the bundled `date_calculator`. Pure: today is a parameter.
import type { JsonObject } from '../base/json.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DATE = `\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}\\.\\s?\\d{1,2}\\.\\s?\\d{4}|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}\\.?(?:,? \\d{4})?|${MONTH}\\.? (?:the )?\\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|today|now|tomorrow|yesterday|christmas(?: day| eve)?|new year(?:'?s(?: day| eve)?)?`;
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNT = `\\d{1,6}|an?|${NUMBERS.slice(1).join('|')}`;
const UNIT = '(?:day|week|month|year)s?';
/** A longer question is about more than a date. */
const LONGEST = 120;

type Make = (groups: string[], today: string) => JsonObject | undefined;

const PATTERNS: readonly (readonly [RegExp, Make])[] = [
  [
    pattern(
      '(?:(?:what|whats)(?: is)?(?: the)?(?: current)? time(?: is it)?(?: (?:right )?now)?|(?:what is |whats )?the current time|current time|time now|(?:do you|can you tell me) what time it is|' +
        'wie spät ist es(?: jetzt| gerade)?|wie viel uhr ist es(?: jetzt)?|quelle heure est-il|qu[eé] hora es)',
    ),
    () => ({ date: 'now' }),
  ],
  [
    pattern(
      '(?:welcher (?:wochen)?tag ist (?:heute|es)|welches datum (?:ist|haben wir)(?: heute)?|der wievielte ist heute|quel jour (?:sommes-nous|est-on)(?: aujourdhui)?|quelle est la date(?: daujourdhui)?|qu[eé] d[ií]a es(?: hoy)?|qu[eé] fecha es(?: hoy)?)',
    ),
    () => ({ date: 'today' }),
  ],
  [
    pattern(
      `(?:what|whats|which)(?: is)?(?: the)?(?: current)? (?:date|day|weekday)(?: is it| is)?(?: (?:today|now))?`,
    ),
    () => ({ date: 'today' }),
  ],
  [
    pattern(`(?:what is |whats )?(?:today|todays date|the date today|current date|date today)`),
    () => ({ date: 'today' }),
  ],
  [
    pattern(
      `(?:what|which)(?: is(?: the)?)? (?:day|weekday|day of the week|date)(?: of the week)?(?: is| was| will be| does| did|)(?: on| of| for)?(?: it on)? (${DATE})(?: fall on| be| on| fall)?`,
    ),
    ([date], today) => only({ date: read(date, today, 'next') }),
  ],
  [
    pattern(
      `(?:how many )?(${UNIT})(?: is it| are there| are left| left| remain)? (?:until|till|til|to|before) (${DATE})`,
    ),
    ([unit, to], today) => only({ date: today, to: read(to, today, 'next'), unit: plural(unit) }),
  ],
  [
    pattern(`how long(?: is it| does it take)? (?:until|till|til|to) (${DATE})`),
    ([to], today) => only({ date: today, to: read(to, today, 'next') }),
  ],
  [
    pattern(`how many (${UNIT})(?: is it| has it been| have passed| passed)? since (${DATE})`),
    ([unit, from], today) => only({ date: read(from, today, 'last'), to: today, unit: plural(unit) }),
  ],
  [
    pattern(
      `(?:how many )?(${UNIT})(?: are there| lie| is it| are)? (?:between|from) (${DATE}) (?:and|to|until|till) (${DATE})`,
    ),
    ([unit, from, to], today) =>
      only({ date: read(from, today, 'next'), to: read(to, today, 'next'), unit: plural(unit) }),
  ],
  [
    pattern(
      `(?:(?:what|which)(?: is(?: the)?| will be(?: the)?)? (?:date|day)(?: is| will)?(?: it)?(?: be| is)? )?(?:in )?(${COUNT}) (${UNIT}) (from|after|before) (${DATE})(?: be)?`,
    ),
    ([count, unit, way, date], today) =>
      only({
        date: read(date, today, 'next'),
        add: number(count) * (way === 'before' ? -1 : 1),
        unit: plural(unit),
      }),
  ],
  [
    pattern(
      `(?:what|which)(?: is| was| will be)?(?: the)? (?:date|day)(?: is| was| will)?(?: it)?(?: be| is)?(?: (in))? (${COUNT}) (${UNIT})(?: (ago|from now))?`,
    ),
    ([, count, unit, ago], today) =>
      only({ date: today, add: number(count) * (ago === 'ago' ? -1 : 1), unit: plural(unit) }),
  ],
  [
    pattern(`(?:what is )?(${DATE}) (plus|minus|\\+|-) (${COUNT}) (${UNIT})`),
    ([date, sign, count, unit], today) =>
      only({
        date: read(date, today, 'next'),
        add: number(count) * (/^(?:minus|-)$/.test(sign ?? '') ? -1 : 1),
        unit: plural(unit),
      }),
  ],
];

function pattern(text: string): RegExp {
  return new RegExp(`^${text}$`);
}

/** @param today ISO 8601 date */
export function datesIn(question: string, today: string): JsonObject | undefined {
  if (question.length > LONGEST) return undefined;
  const asked = question
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[?!¿]+|(?<!\d)\.$|\bplease\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  for (const [form, make] of PATTERNS) {
    const groups = form.exec(asked)?.slice(1);
    const args = groups && make(groups, today);
    if (args) return args;
  }
  return undefined;
}

/** Returns undefined when a date could not be parsed. */
function only(args: Record<string, string | number | undefined>): JsonObject | undefined {
  return Object.values(args).some((value) => value === undefined) ? undefined : (args as JsonObject);
}

function plural(unit = ''): string {
  return unit.endsWith('s') ? unit : `${unit}s`;
}

function number(word = ''): number {
  if (/^an?$/.test(word)) return 1;
  const named = NUMBERS.indexOf(word);
  return named >= 0 ? named : Number(word);
}

/** @param year which year to assume if none is given: that of the next or of the last such day */
function read(text = '', today: string, year: 'next' | 'last'): string | undefined {
  if (/^(?:today|now)$/.test(text)) return today;
  if (/^(?:tomorrow|yesterday)$/.test(text)) return text;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return date(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted) return date(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const feast = /^christmas eve/.test(text)
    ? [12, 24]
    : /^christmas/.test(text)
      ? [12, 25]
      : /^new year.*eve/.test(text)
        ? [12, 31]
        : /^new year/.test(text)
          ? [1, 1]
          : undefined;
  const month = feast?.[0] ?? MONTHS.findIndex((name) => new RegExp(`\\b${name}`).test(text)) + 1;
  const day = feast?.[1] ?? Number(/\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(text.replace(/\b\d{4}\b/, ''))?.[1]);
  const said = /\b(\d{4})\b/.exec(text)?.[1];
  if (said !== undefined) return date(Number(said), month, day);
  const now = Number(today.slice(0, 4));
  const thisYear = date(now, month, day);
  if (thisYear === undefined) return undefined;
  if (year === 'next') return thisYear < today ? date(now + 1, month, day) : thisYear;
  return thisYear > today ? date(now - 1, month, day) : thisYear;
}

function date(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const made = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(made.getTime()) || made.toISOString().slice(0, 10) !== text ? undefined : text;
}
