// Groups the navigation's conversations under familiar labels.
import type { Conversation } from '../../core/conversation.ts';

export interface ConversationGroup {
  label: 'Pinned' | 'Today' | 'Earlier';
  conversations: Conversation[];
}

/**
 * Pinned ones, today's (the local day of `now`) and earlier ones, newest first; at most `most` in total, without
 * empty groups.
 */
export function groupConversations(
  conversations: readonly Conversation[],
  now: Date,
  most?: number,
): ConversationGroup[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const groups = (['Pinned', 'Today', 'Earlier'] as const).map((label): ConversationGroup => ({
    label,
    conversations: [],
  }));
  const sorted = [...conversations].sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1));
  const pinned = sorted.filter((one) => one.pinned);
  for (const one of [...pinned, ...sorted.filter((one) => !one.pinned)].slice(0, most)) {
    groups[one.pinned ? 0 : Date.parse(one.modifiedAt) >= midnight ? 1 : 2]!.conversations.push(one);
  }
  return groups.filter((group) => group.conversations.length > 0);
}
