// The part of `window.perilune.tools` that is about test cases.
import type { App } from '../app.ts';
import type { Coverage } from '../core/coverage.ts';
import type { ToolCase } from '../core/tool-case.ts';
import { answer, type Answer } from './answer.ts';

type Cases = Awaited<ReturnType<App['toolParts']['cases']>>;

/** What came of one test case: `problems` are sentences. */
export interface CaseOutcome {
  name: string;
  passed: boolean;
  problems: string[];
  milliseconds: number;
}

export interface CaseCalls {
  /** Its saved test cases. Errors: `not_found`, `bad_request` that names case and field. */
  cases(name: string): Promise<Answer<{ cases: ToolCase[] }>>;
  /**
   * Runs them in the sandbox with the host answers they hold: nobody is asked, and nothing leaves the page. `coverage` says
   * how often each line was executed, by path ('' is the script). Errors: those of `cases`.
   */
  runCases(
    name: string,
    options?: { names?: string[] },
  ): Promise<Answer<{ results: CaseOutcome[]; coverage: Coverage }>>;
}

export function caseCalls(load: () => Promise<Cases>): CaseCalls {
  return {
    cases: (name) => answer(async () => ({ cases: structuredClone((await load()).of(String(name))) })),
    runCases: (name, options) =>
      answer(async () => {
        const names = options?.names?.map(String);
        const { results, coverage } = await (await load()).runOf(String(name), { ...(names && { names }) });
        return { results: results.map(({ report: _, ...result }) => result), coverage };
      }),
  };
}
