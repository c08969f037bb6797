// Which statuses count as "open" or "closed" when a table uses others: `packed`, `on hold`. Pure.
import { sameValues } from './asked-concepts.ts';

const OPEN = new Set(['open', 'outstanding', 'pending', 'unfinished', 'unresolved', 'incomplete']);
const CLOSED = new Set(['closed', 'done', 'finished', 'completed', 'complete']);
/** Final statuses, with nothing left to do for the owner of the item: a shipped order is on its way. */
const ENDS = new Set(
  (
    'delivered shipped dispatched sent cancelled canceled returned refunded closed done completed complete finished paid ' +
    'settled resolved solved fixed rejected declined fulfilled archived expired void voided merged won lost deployed ' +
    'released abandoned ended withdrawn terminated collected handed approved published wontfix duplicate'
  ).split(' '),
);

export function isState(word: string): boolean {
  return OPEN.has(word) || CLOSED.has(word);
}

/** @returns undefined for another word, and unless the statuses include open and closed ones */
export function openValues(word: string, states: readonly string[]): string[] | undefined {
  const wantsOpen = OPEN.has(word);
  if (!wantsOpen && !CLOSED.has(word)) return undefined;
  const ended = states.filter((state) => {
    const words = (state.toLowerCase().match(/\p{L}+/gu) ?? []).map((one) => sameValues(one)[0] ?? one);
    const isDenied = words.some((one) =>
      ['not', 'nicht', 'non', 'partly', 'partially', 'teilweise', 'un'].includes(one),
    );
    return !isDenied && words.some((one) => ENDS.has(one));
  });
  const open = states.filter((state) => !ended.includes(state));
  if (ended.length === 0 || open.length === 0) return undefined;
  return wantsOpen ? open : ended;
}
