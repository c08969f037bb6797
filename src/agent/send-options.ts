// What a question can be sent with, and asked again.
import type { Beginning, Mention } from '../core/conversation.ts';
import type { ModelChoice } from '../core/model-choice.ts';
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

/** What a question can be asked again with. */
export interface AgainOptions extends Pick<SendOptions, 'signal'> {
  /** This model answers, beside an answer that may be in hand. The branch shown stays as it is. */
  beside?: ModelChoice | undefined;
}
