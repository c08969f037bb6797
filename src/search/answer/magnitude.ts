// Reads how much the cell of a table states: an amount, a measure, a duration, a date or a time of day. Units of one
// kind are comparable: `1.1 kg` is more than `410 g`.

/** A number with its group separators. */
const NUMBER = /[-−–]?\d+(?:[.,'’ \u00a0]\d{3})*(?:[.,]\d+)?/;
const ISO_DATE = /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/;
const DOTTED_DATE = /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/;
const CLOCK = /(?<![\d.,])([01]?\d|2[0-4]):([0-5]\d)(?![\d.,])\s?(am|pm)?/i;
const MONTHS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|janv|fév|mars|avr|mai|juin|juil|août|okt|dez|ene|abr|ago|dic|mär'.split(
    '|',
  );
const MONTH_OF = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 1, 4, 8, 12, 3];
const NAMED_DATE = new RegExp(
  `(?:(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:de |of )?)?(?<!\\p{L})(${MONTHS.join('|')})\\p{L}*\\.?(?: (\\d{1,2})(?:st|nd|rd|th)?(?!\\d))?,?(?: (?:de )?(\\d{4}))?`,
  'iu',
);
const NOTHING =
  /^(?:free(?: of charge)?|none|nil|included|gratis|kostenlos|keine[rs]?|gratuite?|no charge|no cost)$/i;
const ENDLESS = /^(?:unlimited|indefinite|no limit|unbegrenzt|illimité|ilimitado)/i;

/** The name of a thing: `FM-1007`, `PK030`. */
const CODE = /^\p{L}{1,5}-?\d+$/u;
/** Longer cells are prose. */
const LONGEST = 80;

/** Units in multiples of the smallest one of their kind. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...units(1, 's sec secs second seconds sek sekunden mg mm ml b byte bytes w wh mah'),
  ...units(60, 'min mins minute minutes minuten minutos'),
  ...units(3_600, 'h hr hrs hour hours std stunde stunden heure heures hora horas'),
  ...units(86_400, 'day days tag tage jour jours día días'),
  ...units(604_800, 'week weeks woche wochen semaine semaines semana semanas'),
  ...units(2_629_800, 'month months monat monate mois mes meses'),
  ...units(31_557_600, 'year years jahr jahre an ans año años'),
  ...units(1_000, 'g gram grams gramm m metre metres meter l litre litres liter liters kb kw kwh'),
  ...units(1_000_000, 'kg kilo kilos km kilometres kilometers mb mw'),
  ...units(1_000_000_000, 't tonne tonnes tons gb'),
  ...units(1_000_000_000_000, 'tb'),
  ...units(10, 'cm cl'),
  ...units(100, 'dm dl'),
]);
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|k(?!\p{L})|tausend|mil(?:le)?(?!\p{L}))/iu, 1e3],
  [/^\s?(?:million|mio|m(?=$|\s))/iu, 1e6],
  [/^\s?(?:billion|bn|mrd|milliarde)/iu, 1e9],
];

function units(factor: number, names: string): [string, number][] {
  return names.split(' ').map((name) => [name, factor]);
}

/** Returns the size of what a cell states; undefined if it states no amount. */
export function magnitudeOf(cell: string): number | undefined {
  const text = cell.replace(/[*_`]/g, '').trim();
  if (text.length > LONGEST || CODE.test(text)) return undefined;
  if (NOTHING.test(text)) return 0;
  if (ENDLESS.test(text)) return Infinity;
  const date = dateIn(text);
  if (date !== undefined) return date;
  const clock = CLOCK.exec(text);
  if (clock && /^\D{0,12}$/.test(text.slice(0, clock.index)) && !hasUnit(text))
    return (Number(clock[1]) % 12) * 60 + Number(clock[2]) + (isAfternoon(clock) ? 720 : 0);
  return sumOf(text);
}

function isAfternoon([, hour, , half]: RegExpExecArray): boolean {
  return half ? half.toLowerCase() === 'pm' : Number(hour) >= 12;
}

function hasUnit(text: string): boolean {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => UNITS.has(word));
}

function dateIn(text: string): number | undefined {
  const iso = ISO_DATE.exec(text);
  if (iso) return daysOf(iso[1], iso[2], iso[3]);
  const dotted = DOTTED_DATE.exec(text);
  if (dotted) return daysOf(dotted[3], dotted[2], dotted[1]);
  const named = NAMED_DATE.exec(text);
  if (!named || (named[1] ?? named[3] ?? named[4]) === undefined) return undefined;
  const month = MONTH_OF[MONTHS.indexOf(named[2]!.toLowerCase())];
  return daysOf(named[4] ?? '0', String(month), named[1] ?? named[3]);
}

/** Only comparable with other dates. */
function daysOf(year = '0', month = '1', day = '1'): number {
  return Number(year) * 372 + Number(month) * 31 + Number(day);
}

/** Returns the first amount; for `3 hours 25 minutes` the sum. */
function sumOf(text: string): number | undefined {
  let sum: number | undefined;
  let rest = text;
  for (let parts = 0; parts < 3; parts++) {
    const found = NUMBER.exec(rest);
    if (!found) break;
    const behind = rest.slice(found.index + found[0].length);
    const isMoney = /[£€$¥]\s?$/.test(rest.slice(0, found.index));
    const unit = isMoney ? undefined : UNITS.get(/^[\s-]?([\p{L}]+)/u.exec(behind)?.[1]?.toLowerCase() ?? '');
    const scale = SCALES.find(([name]) => name.test(behind))?.[1] ?? 1;
    const value = numberOf(found[0]) * (unit ?? scale);
    if (sum !== undefined && unit === undefined) break;
    sum = (sum ?? 0) + value;
    if (unit === undefined || !/^[\s-]?\p{L}+\.?,?(?: and| und| et| y)? \d/u.test(behind)) break;
    rest = behind;
  }
  return sum;
}

/** Reads `1,240`, `1.240,50` and `1'240.50`: the last separator is decimal unless three digits follow it. */
function numberOf(written: string): number {
  const text = written.replace(/[−–]/, '-').replace(/['’ \u00a0]/g, '');
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return Number(text);
  const sign = text[last]!;
  const isBoth = text.includes(sign === '.' ? ',' : '.');
  const isGroup =
    !isBoth && /^\d{3}$/.test(text.slice(last + 1)) && (sign === ',' || text.split('.').length > 2);
  const whole = text.slice(0, last).replace(/[.,]/g, '');
  return Number(isGroup ? whole + text.slice(last + 1) : `${whole}.${text.slice(last + 1)}`);
}
