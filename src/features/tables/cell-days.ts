// Days as tables write them: `2026-03-01`, `1.3.2026`, `03/15/2026`, `15 Mar 2026`. Pure.
//
// `03/04/2026` is March in the United States and April elsewhere: the other cells of the column decide, and a column
// in which none does holds no dates.

const ISO = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ][\d:.Z+-]*)?$/;
const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/;
const SLASHED = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?:,? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?$/i;
const DAY_FIRST = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -](\p{L}{3,9})\.?,?[ -](\d{4}|\d{2})$/iu;
const MONTH_FIRST = /^(?:[a-z]{3,9},? )?(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu;
/** In English, German, French and Spanish, by their first letters. */
const MONTHS = [
  ['jan', 'jän', 'ene'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'mrz'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aoû', 'ago'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
];

/** Reads the days of one column, after each of its cells was noted. */
export function dayOrder() {
  let slashed = false;
  let isDayFirst = false;
  let isMonthFirst = false;
  return {
    /** @returns whether the cell can be a day */
    note(cell: string): boolean {
      const parts = SLASHED.exec(cell);
      if (!parts) return plainDay(cell) !== undefined;
      slashed = true;
      const [first, second] = [Number(parts[1]), Number(parts[3])];
      if (first > 12) isDayFirst = true;
      if (second > 12) isMonthFirst = true;
      return first >= 1 && second >= 1 && Math.min(first, second) <= 12 && Math.max(first, second) <= 31;
    },
    /** Undefined when the order of days and months is not clear. */
    reader(): ((cell: string) => string | undefined) | undefined {
      if (slashed && isDayFirst === isMonthFirst) return undefined;
      return (cell) => {
        const parts = SLASHED.exec(cell);
        if (!parts) return plainDay(cell);
        return isDayFirst ? day(parts[4], parts[3], parts[1]) : day(parts[4], parts[1], parts[3]);
      };
    },
  };
}

function plainDay(cell: string): string | undefined {
  const iso = ISO.exec(cell);
  if (iso) return day(iso[1], iso[3], iso[4]);
  const german = GERMAN.exec(cell);
  if (german) return day(german[3], german[2], german[1]);
  const dayFirst = DAY_FIRST.exec(cell);
  if (dayFirst) return day(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = MONTH_FIRST.exec(cell);
  return monthFirst ? day(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : undefined;
}

function monthOf(name = ''): string {
  const word = name.toLowerCase();
  return String(MONTHS.findIndex((starts) => starts.some((start) => word.startsWith(start))) + 1);
}

/** Years of two digits are those around 2000. */
function day(year = '', month = '', date = ''): string | undefined {
  const fits = Number(month) >= 1 && Number(month) <= 12 && Number(date) >= 1 && Number(date) <= 31;
  const whole = year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`;
  return fits ? `${whole}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : undefined;
}
