// Listeners of a page's script for a running call.
import { Failure } from '../core/errors.ts';
import type { LogLine } from '../core/call.ts';
import { given } from './given-options.ts';

export interface CallListeners {
  signal?: AbortSignal;
  /** Progress from 0 to 1, and a description. */
  onProgress?: (fraction: number, text?: string) => void;
  /** Output before the result. */
  onEmit?: (text: string) => void;
  /** A line of its log. */
  onLog?: (line: LogLine) => void;
}

const LISTENERS = ['onProgress', 'onEmit', 'onLog'] as const;

/** @throws Failure `bad_request` for a listener that is not a function, or an invalid signal */
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

/** An error thrown by a listener is not the call's problem. */
function tell(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
