// Converts between models and tools: parses arguments, and formats outcomes as text. Pure.
import type { ErrorData } from '../core/errors.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import type { CallReport } from '../core/tool.ts';
import type { ToolResult } from '../core/call.ts';

/** Characters of bad arguments to quote: enough to see the mistake. */
const QUOTED = 200;

/** Returns the arguments of a call, or the error for the model. An empty text means no arguments. */
export function readArguments(text: string, limit: number): { args: JsonObject } | { error: ErrorData } {
  if (text.length > limit) {
    return {
      error: {
        code: 'too_large',
        message: `the arguments are longer than ${limit} characters; send less at once`,
      },
    };
  }
  if (text.trim() === '') return { args: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      error: {
        code: 'bad_request',
        message: `the arguments are not valid JSON (${why}): ${text.slice(0, QUOTED)}`,
      },
    };
  }
  // Some models send `null` for a tool without parameters.
  if (value === null) return { args: {} };
  if (isObject(value)) return { args: value as JsonObject };
  return {
    error: {
      code: 'bad_request',
      message: `the arguments must be a JSON object, got: ${text.slice(0, QUOTED)}`,
    },
  };
}

/** Returns the report of a call that never reached its tool. */
export function reportOf(error: ErrorData, args: JsonObject = {}): CallReport {
  return { outcome: { error }, args, logs: [], milliseconds: 0 };
}

/** Models can't read base64, so they get the size of a picture or file instead. */
function withoutBytes(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { kind, data } = value;
  if ((kind !== 'image' && kind !== 'file') || typeof data !== 'string') return value;
  return { ...value, data: `(${Math.floor((data.length * 3) / 4)} bytes, shown to the user)` };
}

/**
 * Returns an outcome as text for the model: `{"result":…}` or `{"error":{…}}`, cut at `limit` characters with a
 * marker.
 * @param keep stores the whole text, and returns how it can be read in parts.
 */
export function resultText(
  outcome: ToolResult,
  limit: number,
  keepOutput?: (text: string) => string | undefined,
): string {
  const text = JSON.stringify(
    outcome.error ? { error: outcome.error } : { result: outcome.result ?? null },
    withoutBytes,
  );
  if (text.length <= limit) return text;
  const further = keepOutput?.(text);
  const hint = further === undefined ? '' : `; ${further}`;
  return `${text.slice(0, limit)}\n[cut: the first ${limit} of ${text.length} characters are shown${hint}]`;
}
