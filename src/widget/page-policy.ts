// Detects when the page's own security policy blocked loading a part of the widget.
import { Failure } from '../core/errors.ts';

export interface Forbidden {
  /** For instance `connect-src`. */
  directive: string;
  address: string;
}

/**
 * Loads something, and tells a policy violation from other failures.
 * @param from base addresses of what is loaded: other violations on the page are ignored.
 * @throws Failure `denied` with `Forbidden` as its details, or the error of `load`.
 */
export async function underPolicy<T>(from: readonly string[], load: () => Promise<T>): Promise<T> {
  let forbidden: Forbidden | undefined;
  const note = (event: SecurityPolicyViolationEvent): void => {
    if (event.disposition !== 'enforce') return;
    const address = event.blockedURI;
    const isOurs =
      from.some((start) => address.startsWith(start) || isFrameOf(start, event)) ||
      /^(?:wasm-eval|blob)/.test(address);
    if (isOurs) forbidden ??= { directive: event.effectiveDirective, address };
  };
  document.addEventListener('securitypolicyviolation', note);
  try {
    return await load();
  } catch (error) {
    // The violation report arrives as a separate task after the failure.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!forbidden) throw error;
    const { directive, address } = forbidden;
    throw new Failure('denied', `This page’s security policy blocks ${address} (${directive}).`, forbidden);
  } finally {
    document.removeEventListener('securitypolicyviolation', note);
  }
}

/** For a frame of another origin, browsers report only the origin. */
function isFrameOf(start: string, { effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): boolean {
  return effectiveDirective === 'frame-src' && blockedURI === new URL(start, document.baseURI).origin;
}

export function forbiddenOf(error: unknown): Forbidden | undefined {
  return error instanceof Failure && error.code === 'denied'
    ? (error.details as Forbidden | undefined)
    : undefined;
}
