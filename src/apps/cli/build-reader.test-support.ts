// For tests: reads scripts in the real sandbox.
import { inspectTool } from '../../../scripts/inspect-tool.ts';
import { readPrelude } from '../../../scripts/prelude.ts';
import type { ScriptReader } from './build-tools.ts';
import { compileWith } from '../../sandbox/worker/compile.ts';
import { findSyntaxProblem } from '../../sandbox/worker/syntax-problem.ts';
import { LuaVm } from '../../sandbox/worker/vm.ts';

export async function openRealReader(): Promise<ScriptReader> {
  return {
    inspect: async (...given) => inspectTool(await LuaVm.load(readPrelude()), ...given),
    compile: async (sources) => {
      const machine = await LuaVm.load(readPrelude());
      const found = await Promise.all(
        Object.entries(sources).map(([file, source]) =>
          findSyntaxProblem(file, source, (text) => compileWith(machine, text)),
        ),
      );
      return found.flatMap((problem) => problem ?? []);
    },
    close: () => undefined,
  };
}
