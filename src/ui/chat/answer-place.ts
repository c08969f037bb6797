// The place of an answer in a conversation.
import type { Message, ToolPart } from '../../core/conversation.ts';

export interface Place {
  /** The branch down to the question. */
  above: readonly Message[];
  /** As it begins. */
  answer: Message;
  /** The run of a tool by hand that is to be done once more. */
  repeats?: ToolPart | undefined;
}
