// When something happens again, in the local time of the device: every hour, day, weekday or week. Pure.
//
// - If the clock skips a time in spring, it comes later by the skipped time. If a time repeats in autumn, it counts once.
// - A time is always after the given moment, so no time comes twice.

export const REPEATS = ['hour', 'day', 'weekday', 'week'] as const;

export interface Timetable {
  every: (typeof REPEATS)[number];
  /** The minute of the hour, or of the day: 480 is 08:00. */
  at: number;
  /** For `week`: 0 is Sunday. */
  day?: number;
}

const HOUR = 3_600_000;
/** More is shown as “at least”. */
const MOST_COUNTED = 1000;

export function isTimetable({ every, at, day }: Timetable): boolean {
  const minutes = every === 'hour' ? 60 : 24 * 60;
  const isDay = every !== 'week' || (Number.isInteger(day) && day! >= 0 && day! <= 6);
  return REPEATS.includes(every) && Number.isInteger(at) && at >= 0 && at < minutes && isDay;
}

/** Returns the first time after a moment, both in milliseconds since 1970. */
export function nextTime(timetable: Timetable, after: number): number {
  const { every, at, day } = timetable;
  const from = new Date(after);
  if (every === 'hour') {
    let time = new Date(after).setMinutes(at, 0, 0);
    while (time > after) time -= HOUR;
    while (time <= after) time += HOUR;
    return time;
  }
  for (let ahead = 0; ; ahead += 1) {
    const time = new Date(
      ...([from.getFullYear(), from.getMonth(), from.getDate() + ahead] as const),
      ...([Math.floor(at / 60), at % 60] as const),
    );
    const weekday = time.getDay();
    const isDay = every === 'day' || (every === 'week' ? weekday === day : weekday > 0 && weekday < 6);
    if (isDay && time.getTime() > after) return time.getTime();
  }
}

/** Counts the times after a moment, up to another one, and no further than a thousand. */
export function timesBetween(timetable: Timetable, after: number, until: number): number {
  let count = 0;
  for (let time = nextTime(timetable, after); time <= until; time = nextTime(timetable, time)) {
    if (++count === MOST_COUNTED) break;
  }
  return count;
}
