// Detects when the page's own security policy blocked a question to its model: the failed request alone does not say
// so.
import type { Forbidden } from '../page-policy.ts';

/** Milliseconds: the violation report arrives as a separate task after the failure. */
const LATE = 50;

export class RefusedByPage {
  #seen: Forbidden | undefined;
  readonly #note = (event: SecurityPolicyViolationEvent): void => {
    const model = this.address();
    if (event.disposition !== 'enforce' || model === undefined || !URL.canParse(event.blockedURI)) return;
    if (new URL(event.blockedURI).origin !== new URL(model).origin) return;
    this.#seen = { directive: event.effectiveDirective, address: new URL(model).origin };
  };

  /** @param address returns that of the current model. */
  constructor(private readonly address: () => string | undefined) {
    document.addEventListener('securitypolicyviolation', this.#note);
  }

  /** @returns what was blocked since the last call. */
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
