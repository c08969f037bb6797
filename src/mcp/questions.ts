// Questions that servers ask a person during a call. Only a person can answer: models can't reach any of this.
import type { JsonObject } from '../base/json.ts';
import type { ObjectSchema } from '../core/schema.ts';
import type { SamplingRequest } from '../core/mcp-content.ts';
import { Listeners } from '../base/listeners.ts';

export interface ServerQuestion {
  id: string;
  /** The name of the server, and its host. */
  server: string;
  host: string;
  /** The server's text. */
  message: string;
  what:
    /** A form to fill in. */
    | { kind: 'form'; schema: ObjectSchema }
    /** An address to open. */
    | { kind: 'url'; url: string }
    /** A request to the connected model (sampling). */
    | { kind: 'sampling'; request: SamplingRequest; model: string }
    /** The model's answer, before it is sent. */
    | { kind: 'sampled'; text: string; model: string };
}

/** `decline`: the person refuses. `cancel`: nobody decided. */
export type ServerAnswer =
  { action: 'accept'; content?: JsonObject } | { action: 'decline' } | { action: 'cancel' };

export class ServerQuestions {
  readonly #settle = new Map<string, (answer: ServerAnswer) => void>();
  readonly #listeners = new Listeners();
  #pending: readonly ServerQuestion[] = [];
  #count = 0;

  /** Oldest first. A new array after every change. */
  get pending(): readonly ServerQuestion[] {
    return this.#pending;
  }

  ask(question: Omit<ServerQuestion, 'id'>, signal: AbortSignal): Promise<ServerAnswer> {
    if (signal.aborted) return Promise.resolve({ action: 'cancel' });
    const id = `question-${++this.#count}`;
    return new Promise((resolve) => {
      const cancel = (): void => this.answer(id, { action: 'cancel' });
      signal.addEventListener('abort', cancel, { once: true });
      this.#settle.set(id, (answer) => {
        signal.removeEventListener('abort', cancel);
        resolve(answer);
      });
      this.#set([...this.#pending, Object.freeze({ ...question, id })]);
    });
  }

  /** Answers a question; only the first answer counts. */
  answer(id: string, answer: ServerAnswer): void {
    const settle = this.#settle.get(id);
    if (!settle) return;
    this.#settle.delete(id);
    this.#set(this.#pending.filter((one) => one.id !== id));
    settle(answer);
  }

  /** @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #set(pending: readonly ServerQuestion[]): void {
    this.#pending = pending;
    this.#listeners.tell();
  }
}
