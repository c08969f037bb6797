// What a script of the page hears of a call while it runs.
import { Failure } from '../core/errors.ts';
import type { LogLine } from '../core/call.ts';
import { given } from './given-options.ts';

export interface CallListeners {
  signal?: AbortSignal;
  /** How far it is, from 0 to 1, and what is being done. */
  onProgress?: (fraction: number, text?: string) => void;
  /** A piece of its output before the result is there. */
  onEmit?: (text: string) => void;
  /** A line of its log. */
  onLog?: (line: LogLine) => void;
}

const LISTENERS = ['onProgress', 'onEmit', 'onLog'] as const;

/** @throws Failure `bad_request` for what is no function, or no signal */
export function observed(options: CallListeners | null | undefined): CallListeners {
  const known = given<CallListeners>(options);
  for (const name of LISTENERS) {
    if (known[name] !== undefined && typeof known[name] !== 'function')
      throw new Failure('bad_request', `${name} must be a function`);
  }
  const { signal, onProgress, onEmit, onLog } = known;
  return {
    ...(signal && { signal }),
    ...(onProgress && { onProgress: (fraction, text) => tell(() => onProgress(fraction, text)) }),
    ...(onEmit && { onEmit: (text) => tell(() => onEmit(text)) }),
    ...(onLog && { onLog: ({ level, text }) => tell(() => onLog({ level, text })) }),
  };
}

/** What a listener throws is its page's problem, not the call's. */
function tell(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
