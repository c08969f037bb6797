// `tools.NAME{…}`: a tool calls another one, through the same invocation path as everybody else.
import { Failure } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { HostAnswer, HostCall } from '../powers.ts';

/** @throws the failure of the called tool, its name in front. */
export async function callTool({ payload, run, hold, release }: HostCall): Promise<HostAnswer> {
  const name = String(payload['name']);
  const args = withoutSecrets(payload['args'] as Json, run);
  let held = false;
  const onWaiting = (waiting: boolean): void => {
    if (waiting === held) return;
    held = waiting;
    if (waiting) hold();
    else release();
  };
  const outcome = await run.grants
    .callTool(name, args, run.signal, onWaiting)
    .finally(() => onWaiting(false));
  if (outcome.error) {
    const { code, message, details } = outcome.error;
    throw new Failure(code, `tools.${name}: ${message}`, details);
  }
  return { json: JSON.stringify(outcome.result) };
}

/** A secret belongs to the tool whose config names it: another one gets its name only. */
function withoutSecrets(args: Json, { secrets }: HostCall['run']): Json {
  return JSON.parse(secrets.redact(JSON.stringify(args ?? {}))) as Json;
}
