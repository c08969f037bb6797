// What a person is asked about one call: whether it may be made, and what it then wants to do. Where a call does nothing but
// send, and what it sends is asked about, the first question waits for the request and shows it: one yes is for both.
import { Failure } from '../core/errors.ts';
import type { RunApproval } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import type { Act, Sending } from '../core/call.ts';
import type { Answer } from '../core/ports/approval.ts';
import type { Consent } from './consent.ts';
import type { CallToApprove } from '../core/ports/approval.ts';

export interface QuestionDeps {
  consent: Consent;
  /** The tool as it is now. @throws Failure when it may not be called any more. */
  current(): Tool;
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

  /** What became of the question whether it may be made; undefined when that was not asked. */
  get approval(): RunApproval | undefined {
    return this.#approval;
  }

  /** Milliseconds in which a person was asked. */
  get waited(): number {
    return this.#waited;
  }

  /** Nobody has agreed to the call yet: whatever it sends is asked about. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** The question whether the call may be made comes with the first request that it wants to send. */
  postpone(): void {
    this.#isDue = true;
  }

  /**
   * Waits for a yes to the call, and to what it sends if that is given.
   * @returns the tool as it was approved: the yes may have granted it something
   * @throws Failure `denied`
   */
  async approve(call: CallToApprove, signal: AbortSignal, sends?: Sending): Promise<Tool> {
    const { consent, current, onWaiting } = this.#deps;
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

  /** Asks about something that the run wants to do. Answers no when `signal` aborts. */
  async ask(call: CallToApprove, act: Act, signal: AbortSignal): Promise<Answer> {
    const { consent, onWaiting } = this.#deps;
    if (act.kind === 'send' && this.#isDue) {
      const { kind: _, ...sends } = act;
      return this.#askForBoth(call, sends, signal);
    }
    onWaiting(true);
    const asked = performance.now();
    const answer = await consent.forAct({ ...call, act }, signal);
    this.#waited += performance.now() - asked;
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
