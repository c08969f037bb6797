// Turns the sandbox's answer to a script into the report of its call, for models and cards.
import type { ErrorCode, ErrorData } from '../../core/errors.ts';
import { HTTP_STATUS } from '../../core/error-codes.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { CallReport } from '../../core/tool.ts';
import type { LogLine, ToolResult } from '../../core/call.ts';

/** The sandbox's answer. It is untrusted: each field may have any type. */
export interface ScriptOutcome {
  value: Json;
  error?: ErrorData;
  globals: unknown;
  /** Names of global variables that could not be kept. */
  lost: string[];
}

export function readOutcome(result: Json | undefined): ScriptOutcome {
  const given = isObject(result) ? result : {};
  const { value, error, globals, lost } = given;
  return {
    value: (value ?? null) as Json,
    ...(isObject(error) && { error: readError(error) }),
    globals,
    lost: Array.isArray(lost) ? lost.filter((name): name is string => typeof name === 'string') : [],
  };
}

function readError({ code, message }: Record<string, unknown>): ErrorData {
  const isCode = typeof code === 'string' && Object.hasOwn(HTTP_STATUS, code);
  return {
    code: isCode ? (code as ErrorCode) : 'tool_error',
    message: typeof message === 'string' ? message : 'the script failed',
  };
}

export interface Told {
  value: Json;
  error?: ErrorData | undefined;
  logs: readonly LogLine[];
  /** The text that ran, if a person changed it. */
  edited?: string | undefined;
}

/** Leaves out empty fields: a model pays for each word. */
export function toldOf({ value, error, logs, edited }: Told): ToolResult {
  const textsAt = (wanted: LogLine['level']): string[] =>
    logs.filter(({ level }) => level === wanted).map(({ text }) => text);
  const printed = textsAt('print');
  const warnings = textsAt('warn');
  const others = logs
    .filter(({ level }) => level !== 'print' && level !== 'warn')
    .map(({ level, text }) => `${level}: ${text}`);
  const said: JsonObject = {
    ...(printed.length > 0 && { printed: printed.join('\n') }),
    ...(warnings.length > 0 && { warnings }),
    ...(others.length > 0 && { logs: others }),
    ...(edited !== undefined && { edited }),
  };
  if (!error) return { result: { value, ...said } };
  const line = lineOf(error.message);
  return { error: { ...error, details: { ...(line !== undefined && { line }), ...said } } };
}

/** Returns the line in `script:3: …`. */
function lineOf(message: string): number | undefined {
  const [, line] = /^script:(\d+):/.exec(message) ?? [];
  return line === undefined ? undefined : Number(line);
}

export function reportOf(args: JsonObject, told: Told): CallReport {
  return { outcome: toldOf(told), args, logs: [...told.logs], milliseconds: 0 };
}
