// Texts for automations: their schedule, task and outcome. Pure.
import type { Automation, AutomationRun, AutomationTask } from '../../core/automation.ts';
import type { Timetable } from '../../core/timetable.ts';
import { count } from '../../ui/components/quantities.ts';
import { language } from '../../ui/texts/texts.ts';

const TIME = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'short' });
const WEEKDAY = new Intl.DateTimeFormat(language, { weekday: 'long' });
const MINUTE = 60_000;

export const TASKS: Record<AutomationTask['kind'], string> = {
  question: 'Question',
  tool: 'Tool or flow',
  feed: 'Feed',
};

export const REPEAT_OPTIONS: { value: Timetable['every']; label: string }[] = [
  { value: 'hour', label: 'Every hour' },
  { value: 'day', label: 'Every day' },
  { value: 'weekday', label: 'Every weekday (Monday to Friday)' },
  { value: 'week', label: 'Every week' },
];

export const RESULT_OPTIONS: { value: Automation['result']; label: string }[] = [
  { value: 'chat', label: 'A new chat each time' },
  { value: 'document', label: 'A new document each time' },
  { value: 'replace', label: 'One document, replaced each time' },
];

/** @param day 0 is Sunday */
export function weekdayText(day: number): string {
  // 4 January 1970 was a Sunday.
  return WEEKDAY.format(new Date(1970, 0, 4 + day));
}

export function repeatText({ every, at, day = 0 }: Timetable): string {
  const time = clockText(at);
  if (every === 'hour') return at === 0 ? 'Every hour' : `Every hour, ${count(at, 'minute')} past`;
  if (every === 'day') return `Every day at ${time}`;
  if (every === 'weekday') return `Every weekday at ${time}`;
  return `Every ${weekdayText(day)} at ${time}`;
}

/** @param time the next one */
export function nextText(time: number, now: number): string {
  return `Next run: ${momentText(time, now)}, if Perilune is open. Otherwise it runs once when you open Perilune again.`;
}

/** `08:05`, in the form of the language. */
function clockText(minutes: number): string {
  return TIME.format(new Date(2026, 0, 1, Math.floor(minutes / 60), minutes % 60));
}

/** The value of a time field: `08:05`. */
export function fieldOf(minutes: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** @returns NaN for anything but a time */
export function minutesOf(field: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(field) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

/** `today at 08:00`, `tomorrow at 08:00`, `Friday, 27 Nov at 08:00`. */
export function momentText(time: number, now: number): string {
  const clock = TIME.format(time);
  const days = Math.round((startOfDay(time) - startOfDay(now)) / (24 * 60 * MINUTE));
  if (days === 0) return `today at ${clock}`;
  if (days === 1) return `tomorrow at ${clock}`;
  if (days === -1) return `yesterday at ${clock}`;
  return `${DAY.format(time)} at ${clock}`;
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

export const STATES: Record<AutomationRun['state'], string> = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
};

/** Why a run was late, or undefined. */
export function missedText({ due, missed = 1 }: AutomationRun, now: number): string | undefined {
  if (due === undefined) return undefined;
  const first = `Due ${momentText(Date.parse(due), now)}, while Perilune was closed.`;
  return missed > 1 ? `${first} This run makes up for ${count(missed, 'missed time')}.` : first;
}
