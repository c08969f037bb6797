// Numbers and dates along the axes of a chart, in the language of the interface. Pure.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Shorter than the shortest month, so that monthly ticks count as such. */
const MONTH = 27 * DAY;
const YEAR = 360 * DAY;

/** `1,250` or `1.250`; small values keep their decimals. Dates and names stay as they are. */
export function tickText(language: string): (value: unknown) => string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  return (value) => (typeof value === 'number' ? number.format(value) : String(value));
}

/** A date in a tooltip: `5 Jan 2026`, with the time unless it is midnight. */
export function dateLabel(language: string): (value: Date) => string {
  const day = format(language, { dateStyle: 'medium' });
  const moment = format(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (value) => (value.getTime() % DAY === 0 ? day : moment).format(value);
}

/** Labels ticks by their distance: years, months, days or times. The first of each year, or day, names it. */
export function timeTicks(language: string): (value: Date, index: number, ticks?: ArrayLike<Date>) => string {
  const year = format(language, { year: 'numeric' });
  const month = format(language, { month: 'short' });
  const day = format(language, { day: 'numeric', month: 'short' });
  const time = format(language, { hour: '2-digit', minute: '2-digit' });
  return (value, index, ticks) => {
    const before = ticks?.[index - 1];
    const step = ticks && ticks.length > 1 ? +ticks[1]! - +ticks[0]! : DAY;
    if (step >= YEAR) return year.format(value);
    if (step < DAY) {
      const isNew = before === undefined || day.format(before) !== day.format(value);
      return isNew ? `${time.format(value)}\n${day.format(value)}` : time.format(value);
    }
    const label = (step >= MONTH ? month : day).format(value);
    const isNew = before === undefined || year.format(before) !== year.format(value);
    return isNew ? `${label}\n${year.format(value)}` : label;
  };
}

/** Plot places dates by UTC. */
function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
}
