// Words counts, sizes and times. Pure.

import { language, translatedCount } from '../texts/texts.ts';

const NUMBER = new Intl.NumberFormat(language);
const RELATIVE = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });

/** Units are Latin: without this mark, Arabic text would show them before the number. */
const LTR = language === 'ar' ? '\u200e' : '';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `1 document`, `1,204 passages`. The key in catalogues is `{0} passages`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  const translated = translatedCount(number, plural);
  return translated ?? `${NUMBER.format(number)} ${number === 1 ? noun : plural}`;
}

/** `812 B`, `4.2 KB`, `31 MB`: two significant digits, units of 1024. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${LTR}${decimal(value, digits, digits)} ${units[unit]}`;
}

function decimal(value: number, least: number, most: number): string {
  return value.toLocaleString(language, { minimumFractionDigits: least, maximumFractionDigits: most });
}

/** `0.4 ms`, `12 ms`, `1.4 s`, `2 min 5 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 9.95) return `${LTR}${decimal(milliseconds, 0, 1)} ms`;
  if (milliseconds < 999.5) return `${LTR}${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${LTR}${decimal(milliseconds / 1000, 0, 1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ''}`;
}

/** `33.3%`; `most`: fraction digits. */
export function percentText(share: number, most = 0): string {
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits: most });
}

/** `just now`, `5 minutes ago`, `yesterday`; after a week, a date. Empty for an invalid date. */
export function agoText(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return '';
  const past = now - then;
  if (past < -MINUTE || past >= 7 * DAY) return DATE.format(then);
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return RELATIVE.format(-Math.floor(past / MINUTE), 'minute');
  if (past < DAY) return RELATIVE.format(-Math.floor(past / HOUR), 'hour');
  return RELATIVE.format(-Math.floor(past / DAY), 'day');
}
