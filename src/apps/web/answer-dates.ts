// Days, times and spans of answers, as the language of the interface writes them. Pure.
import type { SpanPart } from '../../agent/setting.ts';

/** A day, or a time on it. @param time `HH:MM` */
export function momentText(locale: string, date: string, time?: string): string {
  const style: Intl.DateTimeFormatOptions = { dateStyle: 'full' };
  if (time !== undefined) style.timeStyle = 'short';
  return new Intl.DateTimeFormat(locale, style).format(new Date(`${date}T${time ?? '00:00'}`));
}

/** The time between two days. Undefined in English: the tool says it in a sentence. */
export function spanText(
  locale: string,
  parts: readonly SpanPart[],
  [from, to]: readonly [string, string],
): { length: string; days: string } | undefined {
  if (/^en(?:-|$)/i.test(locale)) return undefined;
  const counted = parts.map(({ count, unit }) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' }).format(
      count,
    ),
  );
  const length = new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }).format(counted);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  return { length, days: days.formatRange(new Date(`${from}T00:00`), new Date(`${to}T00:00`)) };
}
