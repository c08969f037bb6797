// Saves an answer while it streams, so that a closed tab loses little of it.
//
// - Saves at the first part, after each tool result, at most every two seconds while text streams, and at the end.
// - Answering waits for the storage only at the end. A storage failure is reported once, by `finish`.
import { applyEvent, type AgentEvent, type EndReason, type Message } from '../core/conversation.ts';
import { toErrorData, type ErrorData } from '../core/errors.ts';

/** Milliseconds between two saves of streaming text. */
const INTERVAL = 2_000;

export class AnswerRecord {
  #message: Message;
  readonly #put: (message: Message) => Promise<void>;
  readonly #now: () => string;
  #savedAt = 0;
  #saving: Promise<void> | undefined;
  #failure: ErrorData | undefined;

  constructor(message: Message, put: (message: Message) => Promise<void>, now: () => string) {
    this.#message = message;
    this.#put = put;
    this.#now = now;
  }

  get message(): Message {
    return this.#message;
  }

  /** Adds an event, and saves when due. */
  add(event: AgentEvent): void {
    this.#message = { ...this.#message, parts: applyEvent(this.#message.parts, event) };
    if (event.type === 'start' || this.#saving) return;
    const time = Date.parse(this.#now());
    if (event.type !== 'tool_result' && time - this.#savedAt < INTERVAL) return;
    this.#savedAt = time;
    this.#saving = this.#save().finally(() => (this.#saving = undefined));
  }

  /** Saves the complete answer. @param more final fields of the message @returns why it could not be saved */
  async finish(
    reason: EndReason,
    more: Pick<Message, 'usage' | 'model'> = {},
  ): Promise<ErrorData | undefined> {
    const parts = applyEvent(this.#message.parts, { type: 'end', reason });
    this.#message = { ...this.#message, parts, ended: reason, ...more };
    await this.#saving;
    this.#failure = undefined;
    await this.#save();
    return this.#failure;
  }

  async #save(): Promise<void> {
    try {
      await this.#put(this.#message);
    } catch (error) {
      this.#failure = toErrorData(error, 'unavailable');
    }
  }
}
