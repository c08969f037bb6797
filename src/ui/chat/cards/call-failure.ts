// Why a call failed: its error, or the reason in its result. Pure.
import { isObject } from '../../../base/json.ts';
import type { ErrorData } from '../../../core/errors.ts';
import type { CallReport } from '../../../core/tool.ts';

/** A tool reports what a service refused as `{ success = false, error = "…" }`: the call ran, but its purpose failed. */
export function failureOf(report: CallReport | undefined): ErrorData | undefined {
  const { error, result } = report?.outcome ?? {};
  if (error || !isObject(result)) return error;
  const { success, ok, error: reason } = result;
  if ((success !== false && ok !== false) || typeof reason !== 'string' || reason.trim() === '')
    return undefined;
  return { code: 'tool_error', message: reason };
}

/** The setup that a failure asks for: `secret` is the name of the one to save, empty if it names none. */
export function setupFor({ code, message }: ErrorData): { secret: string } | undefined {
  if (code !== 'tool_error') return undefined;
  const secret = /\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/.exec(message)?.[1];
  return secret !== undefined || /\bconfig\b/.test(message) ? { secret: secret ?? '' } : undefined;
}
