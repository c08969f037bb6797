// What the components of one answer share.
import type { Message } from '../../core/conversation.ts';
import type { ConversationView } from './conversation-view.svelte.ts';

/** Props of what shows one answer. */
export interface AnswerProps {
  message: Message;
  view: ConversationView;
  /** It is the last of the branch. */
  last: boolean;
}
