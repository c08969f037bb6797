// The queue of calls that wait for a person's approval. It only asks and passes on the answer; the invocation path
// decides.
import type { Scope, Question, Answer } from '../core/ports/approval.ts';
import { Listeners } from '../base/listeners.ts';
// - What is shown is what runs: tool and arguments are frozen, and the same objects run after approval.
// - An approval is bound to the digest of what was shown. With another digest it counts as no.
// - Only a person answers: no model or script can reach this queue.
// - Every question is answered once: by a person, or with no when the call is aborted.

export interface ApprovalRequest extends Question {
  id: string;
}

/** What an approval may include; ignored where the question doesn't offer it. */
export type Extras = Partial<Pick<Answer, 'edited' | 'grants'>>;

const NO: Answer = Object.freeze({ yes: false, scope: 'once' });

export class ApprovalQueue {
  readonly #newId: () => string;
  readonly #settle = new Map<string, (answer: Answer) => void>();
  readonly #listeners = new Listeners();
  #pending: readonly ApprovalRequest[] = [];

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** Oldest first. A new array after every change. */
  get pending(): readonly ApprovalRequest[] {
    return this.#pending;
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return Promise.resolve(NO);
    const request: ApprovalRequest = Object.freeze({ ...question, id: this.#newId() });
    return new Promise((resolve) => {
      const deny = (): void => this.deny(request.id);
      signal.addEventListener('abort', deny, { once: true });
      this.#settle.set(request.id, (answer) => {
        signal.removeEventListener('abort', deny);
        resolve(answer);
      });
      this.#set([...this.#pending, request]);
    });
  }

  /** @param digest of the request that the person saw. Ignores an id that no longer waits: the first answer counts. */
  approve(id: string, digest: string, scope: Scope = 'once', { edited, grants }: Extras = {}): void {
    const request = this.#pending.find((one) => one.id === id);
    const fits = request?.digest === digest && request.scopes.includes(scope);
    const mayEdit = request?.act.kind === 'script' && edited !== undefined;
    const mayGrant = grants === true && request?.lacking !== undefined;
    const yes = { yes: true, scope, ...(mayEdit && { edited }), ...(mayGrant && { grants }) };
    this.#answer(id, fits ? yes : NO);
  }

  deny(id: string): void {
    this.#answer(id, NO);
  }

  /** @returns a function that ends the subscription */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #answer(id: string, answer: Answer): void {
    const settle = this.#settle.get(id);
    if (!settle) return;
    this.#settle.delete(id);
    this.#set(this.#pending.filter((request) => request.id !== id));
    settle(answer);
  }

  #set(pending: readonly ApprovalRequest[]): void {
    this.#pending = pending;
    this.#listeners.tell();
  }
}
