// Says when it was the page's own security policy that kept a question from its model: a failed request alone does not.
import type { Forbidden } from '../page-policy.ts';

/** Time in ms: the report of a refusal comes as a task of its own, after the failure. */
const LATE = 50;

export class RefusedByPage {
  #seen: Forbidden | undefined;
  readonly #note = (event: SecurityPolicyViolationEvent): void => {
    const model = this.address();
    if (event.disposition !== 'enforce' || model === undefined || !URL.canParse(event.blockedURI)) return;
    if (new URL(event.blockedURI).origin !== new URL(model).origin) return;
    this.#seen = { directive: event.effectiveDirective, address: new URL(model).origin };
  };

  /** @param address of the model that is asked. */
  constructor(private readonly address: () => string | undefined) {
    document.addEventListener('securitypolicyviolation', this.#note);
  }

  /** @returns what was refused since the last time it was asked for. */
  async take(): Promise<Forbidden | undefined> {
    await new Promise((resolve) => setTimeout(resolve, LATE));
    const seen = this.#seen;
    this.#seen = undefined;
    return seen;
  }

  stop(): void {
    document.removeEventListener('securitypolicyviolation', this.#note);
  }
}
