// Reads a tool's declaration in Node, with the app's sandbox VM and checks.
import type { ToolSpec } from '../src/core/tool.ts';
import { DEFAULT_LIMITS } from '../src/core/limits.ts';
import { Failure } from '../src/core/errors.ts';
import { INSPECT_SECONDS, lateToDefine, toInspectedSpec } from '../src/sandbox/inspection.ts';
import { checkSchema } from '../src/sandbox/worker/validate.ts';
import type { Host, LuaVm } from '../src/sandbox/worker/vm.ts';
import { withMachine } from './lua-machines.ts';

const NOTHING: Host = {
  call: () => Promise.reject(new Failure('unavailable', 'not allowed while reading metadata')),
  log: () => undefined,
  progress: () => undefined,
  emit: () => undefined,
};

/** With one of the machines that tests share. */
export async function inspectWithAny(
  ...given: Parameters<typeof inspectTool> extends [LuaVm, ...infer Rest] ? Rest : never
): Promise<ToolSpec> {
  return withMachine((machine) => inspectTool(machine, ...given));
}

/**
 * @param modules available to the script's `require`, by path.
 * @throws Failure that says what is wrong with the script.
 */
export async function inspectTool(
  vm: LuaVm,
  source: string,
  fileName: string,
  modules: Readonly<Record<string, string>> = {},
): Promise<ToolSpec> {
  const job = {
    mode: 'inspect',
    name: fileName,
    source,
    modules,
    args: '',
    config: '',
    env: '',
    limits: { ...DEFAULT_LIMITS, timeout: INSPECT_SECONDS },
  } as const;
  const outcome = await vm.run(job, NOTHING);
  if (outcome.error?.code === 'timeout') throw new Failure('timeout', lateToDefine(fileName));
  if (outcome.error) throw new Failure(outcome.error.code, outcome.error.message);
  const spec = toInspectedSpec(outcome.json, fileName);
  checkSchema(spec.parameters, 'parameters');
  if (spec.returns) checkSchema(spec.returns, 'returns');
  return spec;
}
