// What a question can be sent with.
import type { Beginning, Mention } from '../core/conversation.ts';
import type { DigestKind } from '../core/digest.ts';

export interface SendOptions {
  /** Id of the conversation; a new one when absent. */
  conversation?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The message that the question follows: a branch begins there; null: the very beginning. Absent: the end of the branch shown. */
  after?: string | null | undefined;
  mentions?: Mention[] | undefined;
  /** What it points at is read whole by the model, and made into this. */
  digest?: DigestKind | undefined;
  /** What a new conversation begins with. */
  begin?: Beginning | undefined;
}
