// Makes a case of a run: what went in, what the host, the clock and chance answered, and what came out.
import { Failure } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { HostCallRecord, RunTrace } from '../../core/run-record.ts';
import type { CaseCall, CaseExpectation, ToolCase } from '../../core/tool-case.ts';
import type { ToolResult } from '../../core/call.ts';
import { hasTypedSecrets, maskTypedSecrets } from '../typed-secrets.ts';

/** What is known of a run, from its record or its report. Secrets appear in it by name. */
export interface RecordedRun {
  args: JsonObject;
  config?: JsonObject;
  outcome: ToolResult;
  trace?: RunTrace;
}

/** A text that was cut ends like this: see HostCallRecord. */
const CUT = / … \(\d+ (characters|bytes), checksum [0-9a-f]{8}\)$/;

/**
 * A setting that holds a secret itself goes in under another value, here and wherever the run shows it: cases travel.
 * @param taken names that other cases have
 * @throws Failure `bad_request` when too much of the run was left out of its record.
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
    name: freeName(name, taken),
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

/** `NAME 2` where NAME is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  const base = name.trim() === '' ? 'Case' : name.trim();
  if (!taken.includes(base)) return base;
  let number = 2;
  while (taken.includes(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}

function expectationOf({ result, error }: ToolResult): CaseExpectation {
  return error ? { error: { code: error.code, message: error.message } } : { result };
}

/** Where a digest of a secret may be in what was asked, or the question was cut, only the call itself is compared. */
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

/** They may spell a secret in ways that cannot be found again, such as the base64 of a user and a password. */
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

/** As a text where it is one, since people read cases. */
function contentOf(base64: string | undefined): Pick<CaseCall, 'body' | 'bytes'> {
  if (base64 === undefined) return {};
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { bytes: base64 };
  }
}
