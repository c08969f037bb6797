// Tells whether read-only mode is on for a call: everywhere by the settings, or in its chat. Loads with the first call.
import type { FirstCaller } from '../../core/call.ts';
import type { Conversation } from '../../core/conversation.ts';
import type { ReadOnly } from '../../core/read-only.ts';
import type { Settings } from '../../core/settings.ts';

interface Kept {
  preferences: { readonly current: Pick<Settings, 'readOnly'> };
  conversations: { get(id: string): Promise<Conversation | undefined> };
}

/** Reads the current state, so that a change applies to the next call of an answer in progress. */
export async function readOnlyOf(
  first: FirstCaller,
  { preferences, conversations }: Kept,
): Promise<ReadOnly | undefined> {
  if (preferences.current.readOnly) return 'everywhere';
  if (!('conversation' in first) || first.conversation === undefined) return undefined;
  return (await conversations.get(first.conversation))?.readOnly ? 'chat' : undefined;
}
