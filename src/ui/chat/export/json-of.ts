// Exports conversations as JSON that this app imports completely: every branch, every part.
import type { Conversation, Message } from '../../../core/conversation.ts';

export interface KeptConversation {
  conversation: Conversation;
  messages: Message[];
}

/** The first value of the file. */
export const FORMAT = 'perilune-chats';

export function jsonOf(kept: readonly KeptConversation[], program: string): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, program, conversations: kept }, null, 1)}\n`;
}
