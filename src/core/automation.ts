// An automation: a question, a tool or a feed on a timetable, and the record of its runs. Pure.
import { either, flag, listOf, number, object, oneOf, record, text, type Shape } from '../base/shape.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import { Failure } from './errors.ts';
import { isTimetable, nextTime, REPEATS, timesBetween, type Timetable } from './timetable.ts';

export type AutomationTask =
  | { kind: 'question'; text: string; /** Ids. */ profile?: string; collection?: string }
  | { kind: 'tool'; tool: string; args: JsonObject }
  | { kind: 'feed'; /** Its id. */ feed: string };

/** A new chat or document for each run, or one document with the newest result. A feed adds its own documents. */
export const RESULT_KINDS = ['chat', 'document', 'replace'] as const;

export interface AutomationDraft {
  title: string;
  task: AutomationTask;
  timetable: Timetable;
  result: (typeof RESULT_KINDS)[number];
}

export interface Automation extends AutomationDraft {
  id: string;
  /** It runs on its timetable. */
  on: boolean;
  /** Only times after this moment count. ISO 8601. */
  since: string;
  /** Where it was restored from. Absent once a person has changed its task. */
  from?: string;
  createdAt: string;
  /** Newest first. */
  runs: AutomationRun[];
}

export interface AutomationRun {
  id: string;
  /** Start time. ISO 8601. */
  at: string;
  by: 'schedule' | 'user';
  state: 'running' | 'done' | 'failed' | 'stopped';
  /** Milliseconds; absent while it is running. */
  took?: number;
  /** For a missed time: when it was due, and the number of missed times, including this one. */
  due?: string;
  missed?: number;
  /** The outcome or the reason of the failure, as a sentence. */
  text?: string;
  /** Ids of the created chat or document, and of the tool's run. */
  conversation?: string;
  document?: string;
  run?: string;
  /** Calls that would have needed an approval. */
  refused?: { tool: string; run: string }[];
}

export const AUTOMATION_LIMITS = { automations: 100, runs: 20, title: 120, text: 20_000 } as const;

/** A run that starts later than this has missed its time. Milliseconds. */
const LATE = 5 * 60_000;

/** When an automation is due, in milliseconds since 1970; undefined while it is paused. */
export function dueAt({ on, timetable, ...rest }: Automation, now: number): number | undefined {
  return on ? nextTime(timetable, lastMoment(rest, now)) : undefined;
}

/** Returns the missed times that a run makes up for if it starts now; undefined when it is on time. */
export function missedBy(
  automation: Automation,
  now: number,
): Required<Pick<AutomationRun, 'due' | 'missed'>> | undefined {
  const due = dueAt(automation, now);
  if (due === undefined || due > now - LATE) return undefined;
  const missed = timesBetween(automation.timetable, lastMoment(automation, now), now);
  return { due: new Date(due).toISOString(), missed };
}

/**
 * The moment after which times count: the end of the last run. So a long run skips the times that passed meanwhile.
 * Never later than now: otherwise, after the clock was set back, it could wait for years.
 */
function lastMoment({ since, runs }: Pick<Automation, 'since' | 'runs'>, now: number): number {
  const [last] = runs;
  const ended = last ? Date.parse(last.at) + (last.took ?? 0) : 0;
  return Math.min(Math.max(Date.parse(since), ended), now);
}

/** @throws Failure `bad_request` with a sentence that says what to change */
export function checkAutomation({ title, task, timetable, result }: AutomationDraft): AutomationDraft {
  const name = title.trim();
  if (name === '') throw wrong('Give it a name.');
  if (name.length > AUTOMATION_LIMITS.title) throw wrong('Choose a shorter name.');
  if (task.kind === 'question' && task.text.trim() === '') throw wrong('Write the question.');
  if (task.kind === 'question' && task.text.length > AUTOMATION_LIMITS.text)
    throw wrong('The question is too long. Put long texts into the library, and ask about them.');
  if (task.kind === 'tool' && task.tool === '') throw wrong('Choose a tool.');
  if (task.kind === 'feed' && task.feed === '') throw wrong('Choose a feed.');
  if (!isTimetable(timetable)) throw wrong('Choose a time.');
  return { title: name, task, timetable, result };
}

const task: Shape = either(
  record({ kind: oneOf('question'), text }, { profile: text, collection: text }),
  record({ kind: oneOf('tool'), tool: text, args: object }),
  record({ kind: oneOf('feed'), feed: text }),
);
const run = record(
  { id: text, at: text, by: oneOf('schedule', 'user'), state: oneOf('running', 'done', 'failed', 'stopped') },
  {
    ...{ took: number, due: text, missed: number, text, conversation: text, document: text, run: text },
    refused: listOf(record({ tool: text, run: text })),
  },
);
const automation = record(
  {
    ...{ id: text, title: text, task, on: flag, since: text, createdAt: text, runs: listOf(run) },
    timetable: record({ every: oneOf(...REPEATS), at: number }, { day: number }),
    result: oneOf(...RESULT_KINDS),
  },
  { from: text },
);

/** Reads stored automations, which may be from another version or from someone else's backup. Oldest first. */
export function readAutomations(value: unknown): Automation[] {
  const entries = isObject(value) && Array.isArray(value['automations']) ? value['automations'] : [];
  return (entries as unknown[])
    .filter((entry): entry is Automation => automation(entry) && isTimetable((entry as Automation).timetable))
    .filter(({ since }) => isMoment(since))
    .map((one) => ({ ...one, runs: one.runs.filter(({ at }) => isMoment(at)) }))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

function isMoment(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function wrong(message: string): Failure {
  return new Failure('bad_request', message);
}
