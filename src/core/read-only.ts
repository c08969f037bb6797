// Read-only mode refuses calls that write, send or need an approval, without asking.
import type { FirstCaller } from './call.ts';
import type { Conversation } from './conversation.ts';
import { Failure } from './errors.ts';
import type { Settings } from './settings.ts';

/** Where it is on. */
export type ReadOnly = 'chat' | 'everywhere';

const PLACES: Record<ReadOnly, { where: string; change: string }> = {
  chat: { where: 'in this chat', change: 'type /readonly' },
  everywhere: { where: 'everywhere', change: 'open Settings, Tool calls' },
};

export interface ModeStores {
  preferences: { readonly current: Pick<Settings, 'readOnly'> };
  conversations: { get(id: string): Promise<Conversation | undefined> };
}

/** Reads the current state, so that a change applies to the next call of an answer in progress. */
export async function readOnlyOf(
  first: FirstCaller,
  { preferences, conversations }: ModeStores,
): Promise<ReadOnly | undefined> {
  if (preferences.current.readOnly) return 'everywhere';
  if (!('conversation' in first) || first.conversation === undefined) return undefined;
  return (await conversations.get(first.conversation))?.readOnly ? 'chat' : undefined;
}

/** @param what the refused actions, as a plural: `requests` */
export function refusedByReadOnly(mode: ReadOnly, what: string): Failure {
  const { where, change } = PLACES[mode];
  return new Failure(
    'denied',
    `read-only mode is on ${where} and refuses ${what}; only the user can switch it off (${change})`,
  );
}

/** The instruction for a model while the mode is on. */
export const READ_ONLY_RULE =
  'Read-only mode is on. Tools may read and compute. Calls that write, send or need an approval are refused: do not try them. Say what you would have done, and that the user can switch the mode off.';
