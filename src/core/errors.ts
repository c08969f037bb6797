// All failures of a tool call, as data. The code comes from the kind of failure, never from the text of a message.

import type { ErrorCode } from './error-codes.ts';

export type { ErrorCode };

export interface ErrorData {
  code: ErrorCode;
  /** One sentence for a person: what happened and, if known, what to do. */
  message: string;
  details?: unknown;
}

/** An expected failure that becomes `{error}`. Any other thrown value is a bug. */
export class Failure extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
    this.name = 'Failure';
  }

  toData(): ErrorData {
    return this.details === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, details: this.details };
  }
}

/** Tells whether an aborted fetch, lock or stream threw this error. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Converts a thrown value to error data: a Failure keeps its code, an abort becomes `cancelled`, anything else
 * `fallback`. Never throws, although pages and servers can throw objects whose getters fail.
 */
export function toErrorData(error: unknown, fallback: ErrorCode = 'tool_error'): ErrorData {
  try {
    if (error instanceof Failure) return error.toData();
    if (isAbort(error)) return { code: 'cancelled', message: 'stopped' };
    return { code: fallback, message: String(error instanceof Error ? error.message : error) };
  } catch {
    return { code: fallback, message: 'could not read the error that was thrown' };
  }
}
