// Why a call failed: its error, or the reason in its result. Pure.
import type { ErrorData } from '../../../core/errors.ts';
import { reportedFailure } from '../../../core/reported-failure.ts';
import type { CallReport } from '../../../core/tool.ts';

export function failureOf(report: CallReport | undefined): ErrorData | undefined {
  return report && (report.outcome.error ?? reportedFailure(report.outcome));
}

/** The setup that a failure asks for: `secret` is the name of the one to save, empty if it names none. */
export function setupFor({ code, message }: ErrorData): { secret: string } | undefined {
  if (code !== 'tool_error') return undefined;
  const secret = /\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/.exec(message)?.[1];
  return secret !== undefined || /\bconfig\b/.test(message) ? { secret: secret ?? '' } : undefined;
}
