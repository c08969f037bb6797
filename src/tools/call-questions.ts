// The questions to a person about one call: whether it may be made, and what it then sends. When a call only sends
// data, and sending needs an approval, the first question waits for the request and shows it, so that one yes covers
// both.
import { Failure } from '../core/errors.ts';
import type { RunApproval } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import { isUnattended, type Act, type Sending } from '../core/call.ts';
import type { Answer } from '../core/ports/approval.ts';
import type { Consent } from './consent.ts';
import type { CallToApprove } from '../core/ports/approval.ts';

export interface QuestionDeps {
  consent: Consent;
  /** Returns the current tool. @throws Failure when it may no longer be called. */
  current(): Tool;
  /** @throws Failure `denied` when nobody may be asked */
  mayAsk(): void;
  /** @param waiting true while a person is asked */
  onWaiting(waiting: boolean): void;
}

const NO: Answer = { yes: false, scope: 'once' };

export class CallQuestions {
  readonly #deps: QuestionDeps;
  #approval: RunApproval | undefined;
  #waited = 0;
  #isDue = false;

  constructor(deps: QuestionDeps) {
    this.#deps = deps;
  }

  /** The answer to the question whether the call may be made; undefined when that was not asked. */
  get approval(): RunApproval | undefined {
    return this.#approval;
  }

  /** Milliseconds spent waiting for a person. */
  get waited(): number {
    return this.#waited;
  }

  /** True while nobody has approved the call: each request it sends needs an approval. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Postpones the question about the call until the first request that it wants to send. */
  postpone(): void {
    this.#isDue = true;
  }

  /**
   * Waits for an approval of the call, and of what it sends, if given.
   * @returns the approved tool: the approval may have added grants
   * @throws Failure `denied`
   */
  async approve(call: CallToApprove, signal: AbortSignal, sends?: Sending): Promise<Tool> {
    const { consent, current, mayAsk, onWaiting } = this.#deps;
    mayAsk();
    onWaiting(true);
    const asked = performance.now();
    try {
      const { approval, tool } = await consent.forCall(call, current, signal, sends);
      this.#approval = approval;
      this.#isDue = false;
      return tool;
    } catch (problem) {
      if (!signal.aborted)
        this.#approval = { answer: 'no', scope: 'once', waited: performance.now() - asked };
      throw problem;
    } finally {
      this.#waited += performance.now() - asked;
    }
  }

  /** Asks about something the run wants to do. Answers no when `signal` aborts. */
  async ask(call: CallToApprove, act: Act, signal: AbortSignal): Promise<Answer> {
    const { consent, mayAsk, onWaiting } = this.#deps;
    mayAsk();
    if (act.kind === 'send' && this.#isDue) {
      const { kind: _, ...sends } = act;
      return this.#askForBoth(call, sends, signal);
    }
    onWaiting(true);
    const asked = performance.now();
    const answer = await consent.forAct({ ...call, act }, signal);
    const waited = performance.now() - asked;
    this.#waited += waited;
    // The question is about the call itself if a script or a change by a built-in asks it. In a scheduled call, the
    // refusal is the only record of the question.
    const isCall = act.kind === 'script' || (act.kind !== 'send' && call.tool.kind === 'builtin');
    const isRefused = !answer.yes && isUnattended(call.caller);
    if ((isCall || isRefused) && !signal.aborted)
      this.#approval = { answer: answer.yes ? 'yes' : 'no', scope: 'once', waited };
    if (!signal.aborted) onWaiting(false);
    return answer;
  }

  async #askForBoth(call: CallToApprove, sends: Sending, signal: AbortSignal): Promise<Answer> {
    try {
      await this.approve(call, signal, sends);
    } catch (problem) {
      if (problem instanceof Failure && problem.code === 'denied') return NO;
      throw problem;
    } finally {
      if (!signal.aborted) this.#deps.onWaiting(false);
    }
    return { yes: true, scope: 'once' };
  }
}
