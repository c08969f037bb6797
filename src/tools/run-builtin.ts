// Runs a built-in under the deadline of every tool.
import { Failure } from '../core/errors.ts';
import type { Json } from '../base/json.ts';
import { inMebibytes } from '../core/limits.ts';
import type { CallReport, Tool } from '../core/tool.ts';
import type { Builtin } from './builtins.ts';
import type { CallRun } from '../core/ports/call-run.ts';
import { MAX_RESULT_BYTES, toPlain } from './plain.ts';

/**
 * Settles at the deadline or on abort, whatever the built-in does.
 * @throws Failure of the built-in; `timeout`; `cancelled`; `tool_error` when the result is too large
 */
export async function runBuiltin(
  {
    tool,
    args,
    signal: stop,
    caller,
    outbound,
  }: Pick<CallRun, 'tool' | 'args' | 'signal' | 'caller' | 'outbound'>,
  builtin: Builtin,
): Promise<CallReport> {
  const { timeout } = tool.spec;
  const deadline = AbortSignal.timeout(timeout * 1000);
  const signal = AbortSignal.any([stop, deadline]);
  let onAbort = (): void => undefined;
  const cut = new Promise<never>((_, reject) => {
    onAbort = () =>
      reject(
        stop.aborted
          ? new Failure('cancelled', `the call of tool '${tool.name}' was stopped`)
          : new Failure('timeout', `tool '${tool.name}' timed out after ${timeout} seconds`),
      );
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const result = asResult(tool, await Promise.race([builtin.execute(args, signal, caller, outbound), cut]));
    return { outcome: { result }, args, logs: [], milliseconds: 0 };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function asResult(tool: Tool, value: unknown): Json {
  try {
    return toPlain(value, `the result of tool '${tool.name}'`, MAX_RESULT_BYTES);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too_large') throw error;
    throw new Failure(
      'tool_error',
      `the result of tool '${tool.name}' is larger than ${inMebibytes(MAX_RESULT_BYTES)}; ask for less`,
    );
  }
}
