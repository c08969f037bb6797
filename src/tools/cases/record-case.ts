// Makes a test case from a run: its input, the recorded answers of host, clock and random functions, and its outcome.
import { freeName } from '../../base/free-name.ts';
import { Failure } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { HostCallRecord, RunTrace } from '../../core/run-record.ts';
import type { CaseCall, CaseExpectation, ToolCase } from '../../core/tool-case.ts';
import type { ToolResult } from '../../core/call.ts';
import { hasTypedSecrets, maskTypedSecrets } from '../typed-secrets.ts';

/** A run as known from its record or its report. Secrets appear by name. */
export interface RecordedRun {
  args: JsonObject;
  config?: JsonObject;
  outcome: ToolResult;
  trace?: RunTrace;
}

/** The end of a text that was cut: see HostCallRecord. */
const CUT = / … \(\d+ (characters|bytes), checksum [0-9a-f]{8}\)$/;

/**
 * Makes a test case. A setting that itself holds a secret is replaced by another value, here and wherever the run
 * shows it, because test cases are shared.
 * @param taken names of the other test cases
 * @throws Failure `bad_request` when too much of the run is missing from its record
 */
export function recordCase(run: RecordedRun, name: string, taken: readonly string[] = []): ToolCase {
  const { args, config, outcome, trace } = run;
  if (!trace)
    throw new Failure('bad_request', 'this run ran no script, so there is nothing to keep as a case');
  const lost =
    trace.moreCalls !== undefined ||
    trace.hostCalls.some(({ answer, error, open }) => open || (!answer && !error));
  if (lost) {
    throw new Failure(
      'bad_request',
      'the run received more from its host calls than is recorded, so it can’t become a case',
    );
  }
  const typed = config !== undefined && hasTypedSecrets(config);
  const usesSecrets = typed || (trace.secrets ?? []).length > 0;
  const made: ToolCase = {
    name: freeCaseName(name, taken),
    args,
    ...(config && Object.keys(config).length > 0 && { config }),
    ...(trace.hostCalls.length > 0 && {
      host: trace.hostCalls.map((call) => toCall(call, usesSecrets, typed)),
    }),
    ...(trace.chances && { chances: [...trace.chances] }),
    expect: expectationOf(outcome),
  };
  return typed ? (maskTypedSecrets(made as unknown as JsonObject, config) as unknown as ToolCase) : made;
}

/** Returns `NAME 2` where NAME is taken. */
export function freeCaseName(name: string, taken: readonly string[]): string {
  return freeName(name.trim() || 'Case', (free) => taken.includes(free));
}

function expectationOf({ result, error }: ToolResult): CaseExpectation {
  return error ? { error: { code: error.code, message: error.message } } : { result };
}

/** Compares only the call itself when its question was cut or may contain a digest of a secret. */
function toCall(call: HostCallRecord, usesSecrets: boolean, typed: boolean): CaseCall {
  const { operation, payload, body, answer, error, hashed } = call;
  const firm = !(usesSecrets && hashed);
  const asked = firm ? parsed(payload) : undefined;
  return {
    call: operation,
    ...(asked !== undefined && { with: typed ? withoutHeaders(asked) : asked }),
    ...(firm && body !== undefined && !CUT.test(body) && { sends: body }),
    ...(error && { error: { code: error.code, message: error.message } }),
    ...(answer && !error && { answer: JSON.parse(answer.json) as Json, ...contentOf(answer.bytes) }),
  };
}

/** Drops the headers: they may spell a secret in unrecognizable ways, such as the base64 of a user and a password. */
function withoutHeaders(asked: Json): Json {
  if (!isObject(asked)) return asked;
  const { headers: _, ...rest } = asked;
  return rest as JsonObject;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Stores the body as text where possible, because people read test cases. */
function contentOf(base64: string | undefined): Pick<CaseCall, 'body' | 'bytes'> {
  if (base64 === undefined) return {};
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { bytes: base64 };
  }
}
