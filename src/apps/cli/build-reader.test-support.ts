// For tests: reads scripts in the real sandbox.
import { inspectWithAny } from '../../../scripts/inspect-tool.ts';
import { withMachine } from '../../../scripts/lua-machines.ts';
import type { ScriptReader } from './build-tools.ts';
import { compileWith } from '../../sandbox/worker/compile.ts';
import { findSyntaxProblem } from '../../sandbox/worker/syntax-problem.ts';

export async function openRealReader(): Promise<ScriptReader> {
  return {
    inspect: inspectWithAny,
    compile: async (sources) => {
      const found = await withMachine((machine) =>
        Promise.all(
          Object.entries(sources).map(([file, source]) =>
            findSyntaxProblem(file, source, (text) => compileWith(machine, text)),
          ),
        ),
      );
      return found.flatMap((problem) => problem ?? []);
    },
    close: () => undefined,
  };
}
