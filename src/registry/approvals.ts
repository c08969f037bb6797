// The calls that wait for a person's yes. The queue only asks and passes the answer on; the invocation path decides.
//
// - What is shown is what will run: tool and arguments are frozen, and the very same objects are run after a yes.
// - Only a person answers: nothing in here is reachable for a model or a script.
// - Every question is answered once: by a person, or with no when the call is aborted.
import type { JsonObject } from '../core/json.ts';
import type { Act, Caller, Tool } from '../core/tool.ts';

export interface ApprovalRequest {
  id: string;
  tool: Tool;
  /** Checked, defaults filled in, frozen: exactly what runs after a yes. */
  args: JsonObject;
  caller: Caller;
  /** What waits: the call itself, or something that the run wants to do. */
  act: Act;
}

/** Asks a person. Answers false when `signal` aborts. */
export type Approve = (question: Omit<ApprovalRequest, 'id'>, signal: AbortSignal) => Promise<boolean>;

export class ApprovalQueue {
  readonly #newId: () => string;
  readonly #settle = new Map<string, (yes: boolean) => void>();
  readonly #listeners = new Set<() => void>();
  #pending: readonly ApprovalRequest[] = [];

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** Oldest first. A new array after every change. */
  get pending(): readonly ApprovalRequest[] {
    return this.#pending;
  }

  ask(question: Omit<ApprovalRequest, 'id'>, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    const request: ApprovalRequest = Object.freeze({ ...question, id: this.#newId() });
    return new Promise((resolve) => {
      const deny = (): void => this.answer(request.id, false);
      signal.addEventListener('abort', deny, { once: true });
      this.#settle.set(request.id, (yes) => {
        signal.removeEventListener('abort', deny);
        resolve(yes);
      });
      this.#set([...this.#pending, request]);
    });
  }

  /** An id that waits no longer is ignored: the first answer counts. */
  answer(id: string, yes: boolean): void {
    const settle = this.#settle.get(id);
    if (!settle) return;
    this.#settle.delete(id);
    this.#set(this.#pending.filter((request) => request.id !== id));
    settle(yes);
  }

  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(pending: readonly ApprovalRequest[]): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }
}
