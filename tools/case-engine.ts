// Runs saved cases for tests with what the studio and the terminal run them with: the real sandbox, the real checks.
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
        // One worker for all: its memory is put back before each run. The cases give secrets themselves.
        run: ({ secrets: _, ...request }) => this.#runs.run(request.source, { ...request, key: 'cases' }),
      },
    });
  }

  /** Those in the tool's `cases.json`. @throws Failure when the tool or its cases cannot be read. */
  async run(subject: CaseSubject): Promise<CaseResult[]> {
    return (await this.#cases.run(subject, this.#cases.read(subject.files[CASES_FILE] ?? ''))).results;
  }

  /** Whether one of its cases fails. Those behind it are not run. */
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

/** `CASE: what differs`, of all that failed. */
export function failuresOf(results: readonly CaseResult[]): string[] {
  return results.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
}
