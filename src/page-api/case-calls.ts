// The test case calls of `window.perilune.tools`.
import type { App } from '../apps/web/app.ts';
import type { Coverage } from '../core/coverage.ts';
import type { ToolCase } from '../core/tool-case.ts';
import { answer, type Answer } from './answer.ts';

type Cases = Awaited<ReturnType<App['toolParts']['cases']>>;

/** The outcome of one test case. `problems` are sentences. */
export interface CaseOutcome {
  name: string;
  passed: boolean;
  problems: string[];
  milliseconds: number;
}

export interface CaseCalls {
  /** Returns the saved test cases of a tool. Errors: `not_found`, `bad_request` with the invalid case and field. */
  cases(name: string): Promise<Answer<{ cases: ToolCase[] }>>;
  /**
   * Runs test cases in the sandbox with their recorded host answers. Needs no approval and sends nothing. `coverage` counts
   * how often each line ran, by path ('' is the script). Errors: those of `cases`.
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
