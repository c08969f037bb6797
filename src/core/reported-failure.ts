// A failure that a tool reports in its result, as scripts and services do. Pure.
import { isObject } from '../base/json.ts';
import type { ToolResult } from './call.ts';
import type { ErrorData } from './errors.ts';

/** `{ success = false, error = "…" }`, or `ok` as Slack writes it: the script ran, but its purpose failed. */
export function reportedFailure({ error, result }: ToolResult): ErrorData | undefined {
  if (error || !isObject(result)) return undefined;
  const { success, ok, error: reason } = result;
  if ((success !== false && ok !== false) || typeof reason !== 'string' || reason.trim() === '')
    return undefined;
  return { code: 'tool_error', message: reason };
}
