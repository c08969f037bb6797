// Calls that wait for the person behind an MCP client. The client gets the question, the call waits, and the client's
// next request for the same call brings the answer.
//
// - The state that travels through the client is a random name of the waiting call, valid for one answer.
// - An answer counts only for the same tool with the same arguments, while the call waits.
// - A request that ends while it waits for the call ends the call.
import { withResolvers, type Resolvers } from '../base/with-resolvers.ts';
import { Failure } from '../core/errors.ts';
import type { Answer, Approve, Question } from '../core/ports/approval.ts';
import type { CallReport } from '../core/tool.ts';

/** Milliseconds in which a person can answer. */
const PATIENCE = 5 * 60_000;
/** Maximum number of waiting calls; a person would not cause more. */
const MOST = 64;

export interface Asked {
  question: Question;
  state: string;
}

/** Makes the call. `ask` asks for approval. */
export type MakeCall = (watch: { signal: AbortSignal; ask: Approve }) => Promise<CallReport>;

const NO: Answer = { yes: false, scope: 'once' };

export class PausedCalls {
  readonly #waiting = new Map<string, { call: OpenCall; timer: ReturnType<typeof setTimeout> }>();

  /** @param of the tool with its arguments @returns the report, or the question that it waits for */
  begin(of: string, signal: AbortSignal, make: MakeCall): Promise<CallReport | Asked> {
    return this.#follow(new OpenCall(of, make), signal);
  }

  /** @throws Failure `bad_request` when no call, or another one, waits under this name */
  async resume(state: string, of: string, yes: boolean, signal: AbortSignal): Promise<CallReport | Asked> {
    const found = this.#waiting.get(state);
    if (found?.call.of !== of) {
      throw new Failure('bad_request', 'no call is waiting for this answer; make the call again');
    }
    clearTimeout(found.timer);
    this.#waiting.delete(state);
    found.call.answer({ yes, scope: 'once' });
    return this.#follow(found.call, signal);
  }

  /** Aborts all waiting calls. */
  close(): void {
    for (const { call, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      call.stop.abort();
    }
    this.#waiting.clear();
  }

  async #follow(call: OpenCall, signal: AbortSignal): Promise<CallReport | Asked> {
    const stop = (): void => call.stop.abort();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const found = await Promise.race([call.report, call.asks()]);
      return 'outcome' in found ? found : { question: found, state: this.#keep(call) };
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #keep(call: OpenCall): string {
    if (this.#waiting.size >= MOST) {
      call.stop.abort();
      throw new Failure(
        'rate_limited',
        `${MOST} calls are already waiting for an answer; answer those first`,
      );
    }
    const state = crypto.randomUUID();
    const timer = setTimeout(() => {
      this.#waiting.delete(state);
      call.stop.abort();
    }, PATIENCE);
    this.#waiting.set(state, { call, timer });
    return state;
  }
}

/** A running call with its open questions. It can ask several at once; they are answered one by one. */
class OpenCall {
  readonly of: string;
  readonly stop = new AbortController();
  readonly report: Promise<CallReport>;
  readonly #open: { question: Question; settle: (answer: Answer) => void }[] = [];
  #wake: Resolvers<void> = withResolvers();

  constructor(of: string, make: MakeCall) {
    this.of = of;
    this.report = make({ signal: this.stop.signal, ask: (...asked) => this.#ask(...asked) });
  }

  async asks(): Promise<Question> {
    for (;;) {
      const [first] = this.#open;
      if (first) return first.question;
      await this.#wake.promise;
    }
  }

  answer(answer: Answer): void {
    this.#open.shift()?.settle(answer);
    this.#wake = withResolvers();
  }

  #ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const { promise, resolve } = withResolvers<Answer>();
    signal.addEventListener('abort', () => resolve(NO), { once: true });
    this.#open.push({ question, settle: resolve });
    this.#wake.resolve();
    return promise;
  }
}
