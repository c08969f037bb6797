// For tests: the studio's checks, with the real Lua, for scripts that we publish.
import { readdirSync } from 'node:fs';
import type { SyntaxProblem } from '../src/core/finding.ts';
import { compileWith } from '../src/sandbox/worker/compile.ts';
import { findSyntaxProblem } from '../src/sandbox/worker/syntax-problem.ts';
import { LuaVm } from '../src/sandbox/worker/vm.ts';
import { compile, readData } from '../src/tools/runnable.ts';
import { validateTool, type ValidateDeps, type ValidateInput } from '../src/tools/validate/validate-tool.ts';
import { inspectTool } from './inspect-tool.ts';
import { readPrelude } from './prelude.ts';

/** Not problems of the text: the user who installs it grants and fills in. */
const GIVEN_LATER = new Set(['missing_grant', 'missing_secret', 'missing_setting']);

export class ToolLint {
  readonly #deps: ValidateDeps;

  static async start(): Promise<ToolLint> {
    return new ToolLint(await LuaVm.load(readPrelude()));
  }

  private constructor(machine: LuaVm) {
    const tools = readdirSync(new URL('../tools/', import.meta.url)).filter((name) => name.endsWith('.lua'));
    this.#deps = {
      compile: async (sources) => {
        const problems: SyntaxProblem[] = [];
        for (const [file, source] of Object.entries(sources)) {
          const problem = await findSyntaxProblem(file, source, (text) => compileWith(machine, text));
          if (problem) problems.push(problem);
        }
        return problems;
      },
      inspect: (source, fileName, files) => inspectTool(machine, source, fileName, files),
      readData,
      toScript: compile,
      knownTools: () => ['search', 'get', 'sources', ...tools.map((name) => name.replace(/\.lua$/, ''))],
      secretNames: () => Promise.resolve([]),
    };
  }

  /** `LINE: CODE message` for each error and warning. */
  async findings(input: ValidateInput): Promise<string[]> {
    const { errors, warnings } = await validateTool(input, this.#deps);
    return [...errors, ...warnings]
      .filter(({ code }) => !GIVEN_LATER.has(code))
      .map(({ line = 0, code, message }) => `${line}: ${code} ${message}`);
  }
}
