// Advice about a failed call, beyond the error message. Pure.
import type { ErrorCode, ErrorData } from '../../../core/errors.ts';

const ADVICE: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Change the arguments and run it again.',
  not_found: 'If this names a tool, it may have been removed or renamed.',
  timeout: 'Give it less to do, or raise its time limit in the studio.',
  too_large: 'Ask for less data at a time.',
  bad_output: 'The result doesn’t match the tool’s output schema. The studio shows both.',
  disabled: 'The tool’s page in the studio says why, and lets you switch it on.',
  rate_limited: 'Wait a moment, then run it again.',
  sandbox_crashed: 'Run it again. If it crashes again, give it less to do.',
  unavailable: 'Check your connection, then run it again.',
};

/** A sentence; undefined when there is nothing to do, or the error says it. */
export function adviceFor(code: ErrorCode, message: string): string | undefined {
  if (code === 'denied' && message.includes('to the hosts in the tool')) {
    return 'Allow the host on the tool’s page in the studio.';
  }
  return ADVICE[code];
}

/** Whether a failed answer sends the reader to the settings of the model: its message names them, or no server answers. */
export function leadsToSettings({ code, message }: ErrorData): boolean {
  return code === 'unavailable' || /\bSettings\b/.test(message);
}
