// The calls that wait for a person's yes. The queue only asks and passes the answer on; the invocation path decides.
//
// - What is shown is what will run: tool and arguments are frozen, and the very same objects are run after a yes.
// - A yes is for the digest of what was shown; one for another digest counts as no.
// - Only a person answers: nothing in here is reachable for a model or a script.
// - Every question is answered once: by a person, or with no when the call is aborted.
import type { JsonObject } from '../base/json.ts';
import type { RunApproval } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import type { Act, Caller } from '../core/call.ts';

/** How far a yes reaches: this call, this conversation, or every call of this version with these grants. */
export type Scope = RunApproval['scope'];

export interface Question {
  tool: Tool;
  /** The name it is called by. */
  name: string;
  /** Checked, defaults filled in, frozen: exactly what runs after a yes. */
  args: JsonObject;
  caller: Caller;
  /** What waits: the call itself, or something that the run wants to do. */
  act: Act;
  /** Names of the secrets that the tool's config refers to. */
  secrets: readonly string[];
  /** SHA-256 of all that a yes is given to: the tool's text and grants, the arguments and the act. */
  digest: string;
  /** The scopes that may be chosen. */
  scopes: readonly Scope[];
}

export interface ApprovalRequest extends Question {
  id: string;
}

export interface Answer {
  yes: boolean;
  scope: Scope;
  /** Of a script: what the person made of it. That is what runs. */
  edited?: string;
}

/** Asks a person. Answers no when `signal` aborts. */
export type Approve = (question: Question, signal: AbortSignal) => Promise<Answer>;

const NO: Answer = Object.freeze({ yes: false, scope: 'once' });

export class ApprovalQueue {
  readonly #newId: () => string;
  readonly #settle = new Map<string, (answer: Answer) => void>();
  readonly #listeners = new Set<() => void>();
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

  /** @param digest of the request that the person saw. An id that waits no longer is ignored: the first answer counts. */
  approve(id: string, digest: string, scope: Scope = 'once', edited?: string): void {
    const request = this.#pending.find((one) => one.id === id);
    const fits = request?.digest === digest && request.scopes.includes(scope);
    const mayEdit = request?.act.kind === 'script' && edited !== undefined;
    this.#answer(id, fits ? { yes: true, scope, ...(mayEdit && { edited }) } : NO);
  }

  deny(id: string): void {
    this.#answer(id, NO);
  }

  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
    for (const listener of this.#listeners) listener();
  }
}
