// Runs test cases in tests, with the code of the studio and the terminal: the real sandbox, the real checks.
import { inspectTool } from '../scripts/inspect-tool.ts';
import { readPrelude } from '../scripts/prelude.ts';
import { CASES_FILE } from '../src/core/tool-case.ts';
import { Validator } from '../src/sandbox/worker/validate.ts';
import { LuaVm } from '../src/sandbox/worker/vm.ts';
import { SandboxRuns } from '../src/sandbox/sandbox-runs.test-support.ts';
import { Cases, type CaseSubject, type CaseResult } from '../src/tools/cases/cases.ts';

const FOUND = new Error('a case failed');

export class CaseEngine {
  readonly #runs = new SandboxRuns();
  readonly #cases: Cases;

  static async start(): Promise<CaseEngine> {
    return new CaseEngine(await LuaVm.load(readPrelude()));
  }

  private constructor(machine: LuaVm) {
    this.#cases = new Cases({
      runner: {
        inspect: (source, fileName = 'tool.lua', files = {}) => inspectTool(machine, source, fileName, files),
        validate: async (schema, args) => new Validator().args(JSON.stringify(schema), args),
        // One worker for all: its memory is reset before each run. The cases provide secrets themselves.
        run: ({ secrets: _, ...request }) => this.#runs.run(request.source, { ...request, key: 'cases' }),
      },
    });
  }

  /** The cases in the tool's `cases.json`. @throws Failure when the tool or its cases cannot be read. */
  async run(subject: CaseSubject): Promise<CaseResult[]> {
    return (await this.#cases.run(subject, this.#cases.read(subject.files[CASES_FILE] ?? ''))).results;
  }

  /** Whether any of its cases fails. Stops at the first failure. */
  async notices(subject: CaseSubject): Promise<boolean> {
    const stop = new AbortController();
    const cases = this.#cases.read(subject.files[CASES_FILE] ?? '');
    const onResult = ({ passed }: CaseResult): void => {
      if (!passed) stop.abort(FOUND);
    };
    try {
      await this.#cases.run(subject, cases, { signal: stop.signal, onResult });
    } catch (problem) {
      if (problem !== FOUND) throw problem;
    }
    return stop.signal.aborted;
  }

  close(): void {
    this.#runs.close();
  }
}

/** `CASE: difference` for each failure. */
export function failuresOf(results: readonly CaseResult[]): string[] {
  return results.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
}
