// Conversations as a JSON file that this program takes back whole: every branch, every part.
import type { Conversation, Message } from '../../../core/conversation.ts';

export interface KeptConversation {
  conversation: Conversation;
  messages: Message[];
}

/** What the file begins with. */
export const FORMAT = 'perilune-chats';

export function jsonOf(kept: readonly KeptConversation[], program: string): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, program, conversations: kept }, null, 1)}\n`;
}
