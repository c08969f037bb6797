// Checks a remote tool's result against its output schema, in the sandbox, because that schema is untrusted.
import { Failure, toErrorData } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { ObjectSchema } from '../core/schema.ts';
import type { Tool } from '../core/tool.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';

/**
 * @returns why the result could not be checked: an unusable schema is no reason to withhold an answer
 * @throws Failure `bad_output` when it doesn't fit
 */
export async function checkResult(
  runner: Pick<ToolRunner, 'validate'>,
  { spec: { returns } }: Tool,
  result: unknown,
  options: { signal: AbortSignal; nested: boolean },
): Promise<string | undefined> {
  if (!returns) return undefined;
  if (!isObject(result)) throw misfit('it must be an object');
  try {
    await runner.validate(returns as ObjectSchema, result, options);
  } catch (problem) {
    const { code, message } = toErrorData(problem);
    if (code === 'bad_request') throw misfit(message.replaceAll('parameter', 'field'));
    options.signal.throwIfAborted();
    return 'the result was not checked: the server’s schema can’t be used';
  }
  return undefined;
}

function misfit(why: string): Failure {
  return new Failure('bad_output', `the result does not fit its schema: ${why}`);
}
