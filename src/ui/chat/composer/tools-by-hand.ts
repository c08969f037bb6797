// The tools a user can run from the message field, and the matches for a query.
import type { ToolInfo } from '../../../core/tool.ts';
import { rankEntries } from '../../components/rank-entries.ts';

const MOST = 20;

/** Tools with a form that can run now. Built-in ones, which mostly serve models, come last. */
export function runnableTools(tools: readonly ToolInfo[]): ToolInfo[] {
  return tools
    .filter(
      ({ kind, enabled, policy, userCallable, problem, draft }) =>
        kind !== 'connector' &&
        enabled &&
        policy !== 'deny' &&
        userCallable &&
        problem === undefined &&
        !draft,
    )
    .sort((a, b) => Number(a.kind === 'builtin') - Number(b.kind === 'builtin'));
}

/** Matches by name and description: available immediately. */
export function namedTools(all: readonly ToolInfo[], typed: string): readonly ToolInfo[] {
  if (typed.trim() === '') return all;
  const entries = all.map((tool) => ({ id: tool.id, title: tool.name, words: tool.description, tool }));
  return rankEntries(entries, typed)
    .map(({ entry }) => entry.tool)
    .slice(0, MOST);
}

/** Matches by name, followed by the tool search's results. May fail. */
export async function toolsFor(
  all: readonly ToolInfo[],
  typed: string,
  find: (query: string, limit: number, accept: (tool: ToolInfo) => boolean) => Promise<readonly ToolInfo[]>,
): Promise<readonly ToolInfo[]> {
  const named = namedTools(all, typed);
  if (typed.trim() === '') return named;
  const ids = new Set(all.map(({ id }) => id));
  const meant = await find(typed, MOST, ({ id }) => ids.has(id)).catch((): ToolInfo[] => []);
  return [...named, ...meant.filter(({ id }) => !named.some((tool) => tool.id === id))].slice(0, MOST);
}
