// Reads a proposed tool from a report of `propose_tool`. Tolerant, since reports may be of any version. Pure.
import { isObject } from '../../../base/json.ts';
import type { CallReport } from '../../../core/tool.ts';

export interface ProposalNote {
  id: string;
  name: string;
  kind: 'new' | 'fix' | 'removal';
  /** How many. */
  cases: number;
  problems: readonly string[];
}

export function proposalOf(report: Pick<CallReport, 'outcome'> | undefined): ProposalNote | undefined {
  const result = report?.outcome.result;
  if (!isObject(result)) return undefined;
  const { proposal: id, name, kind, cases, problems } = result;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  return {
    id,
    name,
    kind: kind === 'fix' || kind === 'removal' ? kind : 'new',
    cases: typeof cases === 'number' ? cases : Array.isArray(cases) ? cases.length : 0,
    problems: Array.isArray(problems) ? problems.map(wordsOf) : [],
  };
}

function wordsOf(problem: unknown): string {
  if (typeof problem === 'string') return problem;
  return isObject(problem) && typeof problem['message'] === 'string'
    ? problem['message']
    : JSON.stringify(problem);
}
