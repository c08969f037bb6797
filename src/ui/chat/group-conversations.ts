// The conversations of the rail under the words people look for them by.
import type { Conversation } from '../../core/conversation.ts';

export interface ConversationGroup {
  label: 'Today' | 'Earlier';
  conversations: Conversation[];
}

/** Today's (the local day of `now`) and earlier ones, newest first; an empty group is left out. */
export function groupConversations(conversations: readonly Conversation[], now: Date): ConversationGroup[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const sorted = [...conversations].sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1));
  const isToday = ({ modifiedAt }: Conversation): boolean => Date.parse(modifiedAt) >= midnight;
  const groups: ConversationGroup[] = [
    { label: 'Today', conversations: sorted.filter(isToday) },
    { label: 'Earlier', conversations: sorted.filter((conversation) => !isToday(conversation)) },
  ];
  return groups.filter((group) => group.conversations.length > 0);
}
