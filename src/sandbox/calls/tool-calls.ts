// `tools.NAME{…}` and `tools.all{…}`: a tool calls others through the same invocation path as every caller.
import { Failure, toErrorData } from '../../core/errors.ts';
import { isObject, type Json } from '../../base/json.ts';
import type { Taint } from '../../core/taint.ts';
import type { ToolResult } from '../../core/call.ts';
import type { HostCall } from '../capabilities.ts';
import type { HostAnswer } from '../../core/ports/grants.ts';

/**
 * Called tools that may run side by side on this page, besides the one that each run may always have. Runs call runs
 * that call runs: without this limit, eight calls of eight calls each would start thousands of workers.
 */
const spare = { lanes: 7 };

/** @throws the called tool's failure, prefixed with the tool's name */
export async function callTool(call: HostCall, taint: Taint): Promise<HostAnswer> {
  const name = String(call.payload['name']);
  const outcome = await perform(call, name, call.payload['args'] as Json, taint);
  if (outcome.error) {
    const { code, message, details } = outcome.error;
    throw new Failure(code, `tools.${name}: ${message}`, details);
  }
  return { json: JSON.stringify(outcome.result) };
}

/** Answers when all calls have ended, with their outcomes in the order asked. */
export async function callTools(call: HostCall, taint: Taint): Promise<HostAnswer> {
  const asked = Array.isArray(call.payload['calls']) ? (call.payload['calls'] as unknown[]) : [];
  // The operation itself already counted as the first.
  call.spend(Math.max(0, asked.length - 1));
  const answers: Json[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < asked.length && !call.run.signal.aborted) {
      const at = next++;
      const entry = asked[at];
      const { name, args } = isObject(entry) ? entry : {};
      answers[at] = await answerOf(call, String(name), args as Json, taint);
    }
  };
  const workSpare = async (): Promise<void> => {
    spare.lanes -= 1;
    try {
      await work();
    } finally {
      spare.lanes += 1;
    }
  };
  const wanted = Math.min(asked.length, call.run.limits.openCalls) - 1;
  const extra = Math.max(0, Math.min(wanted, spare.lanes));
  await Promise.all([work(), ...Array.from({ length: extra }, workSpare)]);
  return { json: JSON.stringify(answers) };
}

async function answerOf(call: HostCall, name: string, args: Json, taint: Taint): Promise<Json> {
  let outcome: ToolResult;
  try {
    outcome = await perform(call, name, args, taint);
  } catch (problem) {
    outcome = { error: toErrorData(problem) };
  }
  if (!outcome.error) return { ok: true, name, result: outcome.result };
  call.note(outcome.error);
  return { ok: false, name, error: outcome.error as unknown as Json };
}

async function perform(
  { run, hold, release }: HostCall,
  name: string,
  args: Json,
  taint: Taint,
): Promise<ToolResult> {
  let held = false;
  const onWaiting = (waiting: boolean): void => {
    if (waiting === held) return;
    held = waiting;
    if (waiting) hold();
    else release();
  };
  return run.grants.callTool(name, withoutSecrets(args, run), run.signal, onWaiting).finally(() => {
    onWaiting(false);
    taint.add(`results of ${name}`);
  });
}

/** A secret belongs to the tool whose config names it. Another tool gets only its name. */
function withoutSecrets(args: Json, { secrets }: HostCall['run']): Json {
  return JSON.parse(secrets.redact(JSON.stringify(args ?? {}))) as Json;
}
