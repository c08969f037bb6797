// The position of an answer in a conversation.
import type { Message, ToolPart } from '../../core/conversation.ts';

export interface Place {
  /** The branch down to the question. */
  above: readonly Message[];
  /** Its initial state. */
  answer: Message;
  /** The user's tool run to repeat. */
  repeats?: ToolPart | undefined;
}
