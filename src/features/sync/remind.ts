// Reminds a person whose data is only in this browser: neither sync nor a recent backup. At most once a month, after the
// first week, and never in the first minutes of a visit.
import { isObject } from '../../base/json.ts';
import { BACKUP_MARK, MARK } from '../../storage/keeping.ts';

const REMINDED = 'perilune:reminded';
const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds after the start. */
const LATER = 3 * 60 * 1000;
/** Documents, tools and chats from which a loss would hurt. */
const WORTH = 5;
const FIRST_DAYS = 7;
const RECENT_DAYS = 30;

type Marks = Pick<Storage, 'getItem' | 'setItem'>;

interface RemindDeps {
  marks: Marks;
  now(): number;
  /** Calls back once, after some milliseconds. */
  later(work: () => void, milliseconds: number): void;
  /** Offers to go where a backup is made. */
  offer(): void;
}

export function remindLater({ marks, now, later, offer }: RemindDeps): void {
  // The week counts from the first visit with this reminder.
  if (marks.getItem(REMINDED) === null) write(marks, { since: now() });
  later(() => {
    const { since, shown = 0 } = read(marks);
    if (since === undefined || now() - since < FIRST_DAYS * DAY) return;
    const backup = Date.parse(marks.getItem(BACKUP_MARK) ?? '') || 0;
    if (held(marks) < WORTH || now() - Math.max(backup, shown) < RECENT_DAYS * DAY) return;
    write(marks, { since, shown: now() });
    offer();
  }, LATER);
}

function read(marks: Marks): { since?: number; shown?: number } {
  const kept = parsed(marks.getItem(REMINDED));
  const [since, shown] = [kept['since'], kept['shown']];
  return { ...(typeof since === 'number' && { since }), ...(typeof shown === 'number' && { shown }) };
}

function write(marks: Marks, value: { since: number; shown?: number }): void {
  try {
    marks.setItem(REMINDED, JSON.stringify(value));
  } catch {
    // Without room for the mark, there is no reminder.
  }
}

function held(marks: Marks): number {
  const { documents, tools, conversations } = parsed(marks.getItem(MARK));
  return [documents, tools, conversations].reduce<number>(
    (sum, count) => sum + (typeof count === 'number' ? count : 0),
    0,
  );
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
