// Compiles a text in the virtual machine without running it.
import { Failure } from '../../core/errors.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import type { Host, LuaVm } from './vm.ts';

/** The chunk's name in error positions. It contains no colon and no digit. */
const NAME = 'text';
const NOBODY: Host = {
  call: () => Promise.reject(new Failure('unavailable', 'nothing is run')),
  log: () => undefined,
  progress: () => undefined,
  emit: () => undefined,
};

/**
 * Returns Lua's error, `text:LINE: PROBLEM near 'TOKEN'`, or undefined when the text compiles.
 * @throws Failure `sandbox_crashed` when the machine broke
 */
export async function compileWith(vm: LuaVm, source: string): Promise<string | undefined> {
  const job = { mode: 'compile', name: NAME, source, modules: {}, args: '', config: '', env: '' } as const;
  const { error } = await vm.run({ ...job, limits: DEFAULT_LIMITS }, NOBODY);
  if (error && vm.spent) throw new Failure(error.code, error.message);
  return error?.message;
}
