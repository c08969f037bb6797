// What a person can do about a call that failed, beside what the error itself says. Pure.
import type { ErrorCode } from '../../../core/errors.ts';

const ADVICE: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Change the arguments and run it again.',
  not_found: 'If a tool is meant, it may have been removed or renamed.',
  timeout: 'Give it less to do at once, or more time in its settings in the studio.',
  too_large: 'Ask it for less at once.',
  bad_output: 'Its script gives something else than it promises; its page in the studio shows both.',
  disabled: 'Its page in the studio says why, and switches it on.',
  rate_limited: 'Wait a little, then run it again.',
  sandbox_crashed: 'Run it again. If it stays so, give it less to do at once.',
  unavailable: 'Check the connection, then run it again.',
};

/** A sentence; undefined where there is nothing to do, or the error says it. */
export function adviceFor(code: ErrorCode, message: string): string | undefined {
  if (code === 'denied' && message.includes('to the hosts in the tool')) {
    return 'Its page in the studio is where hosts are allowed.';
  }
  return ADVICE[code];
}
