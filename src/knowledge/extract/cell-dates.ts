// Formats dates and times of spreadsheets, which are stored as a number of days.
const DAY = 86_400_000;
const SECONDS = 86_400;

/**
 * Counts days since the end of 1899, including the nonexistent 29 February 1900, or since 1904.
 * @param time whether the format shows one; a date without a time of day stays a date
 */
export function dateText(days: number, from1904: boolean, { time = false } = {}): string | undefined {
  const since = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const date = new Date(since + Math.round((days * DAY) / 1000) * 1000);
  if (days < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
  const [day, clock] = date.toISOString().slice(0, 19).split('T') as [string, string];
  if (!time) return day;
  // A time alone has no date: the sheet's first day is day 1, or day 0 from 1904.
  if (days < 1 && !from1904) return clock;
  return clock === '00:00:00' ? day : `${day} ${clock.replace(/:00$/, '')}`;
}

/** Formats the time of day, from 00:00 to 23:59. */
export function timeText(days: number, seconds: boolean): string | undefined {
  if (days < 0) return undefined;
  const all = Math.round(days * SECONDS) % SECONDS;
  const text = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60].map(two);
  return (seconds ? text : text.slice(0, 2)).join(':');
}

/** Formats a duration, which may be longer than a day: 26:30. */
export function elapsedText(days: number, from: 'h' | 'm', seconds: boolean): string | undefined {
  if (days < 0) return undefined;
  const all = Math.round(days * SECONDS);
  const minutes = Math.floor(all / 60);
  const text = from === 'h' ? [Math.floor(minutes / 60), minutes % 60] : [minutes];
  return [...text, ...(seconds ? [all % 60] : [])].map(two).join(':');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
