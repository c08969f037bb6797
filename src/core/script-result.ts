// Result of a script by a model or a person's `/lua`, as models read it and cards show it.
import { isObject, type Json } from '../base/json.ts';
import type { CallReport } from './tool.ts';

/** The built-in that runs scripts. */
export const RUN_SCRIPT = 'lua_run_script';

export interface ScriptResult {
  /** Its return value; a list for several values. Null after an error. */
  value: Json;
  /** Printed text, without log lines. */
  printed: string;
  /** Warnings, without other log lines. */
  warnings: string[];
  /** Other log lines as `level: text`. */
  logs: string[];
  /** The line is in the script that ran; absent when the error has no line. */
  error?: { message: string; line?: number };
  /** The text that ran, if a person changed it. */
  edited?: string;
}

/**
 * Returns the result in a report of `lua_run_script`. A script that fails is a failed call: its result is in the
 * `details` of the error.
 */
export function scriptResultOf({ outcome }: Pick<CallReport, 'outcome'>): ScriptResult {
  const { error } = outcome;
  const given = error ? error.details : outcome.result;
  const told = isObject(given) ? given : {};
  const { printed, warnings, logs, edited, line } = told;
  return {
    value: error ? null : ((told['value'] ?? null) as Json),
    printed: typeof printed === 'string' ? printed : '',
    warnings: textsOf(warnings),
    logs: textsOf(logs),
    ...(error && { error: { message: error.message, ...(typeof line === 'number' && { line }) } }),
    ...(typeof edited === 'string' && { edited }),
  };
}

function textsOf(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((one): one is string => typeof one === 'string') : [];
}
