// Options for sending a question, and for asking it again.
import type { Beginning, Mention } from '../core/conversation.ts';
import type { ModelChoice } from '../core/model-choice.ts';
import type { DigestKind } from '../core/digest.ts';

export interface SendOptions {
  /** Id of the conversation; absent: a new one. */
  conversation?: string | undefined;
  signal?: AbortSignal | undefined;
  /**
   * The message that the question follows, where a branch begins; null: the very beginning. Absent: the end of the
   * branch shown.
   */
  after?: string | null | undefined;
  mentions?: Mention[] | undefined;
  /** The model reads the referenced documents whole, and turns them into this. */
  digest?: DigestKind | undefined;
  /** Id of the automation that asks. Calls that need an approval are then refused. */
  automation?: string | undefined;
  /** Settings of a new conversation. */
  begin?: Beginning | undefined;
}

/** Options for asking a question again. */
export interface AgainOptions extends Pick<SendOptions, 'signal'> {
  /** The model that answers, beside an answer that may be in progress. The branch shown stays as it is. */
  beside?: ModelChoice | undefined;
}
