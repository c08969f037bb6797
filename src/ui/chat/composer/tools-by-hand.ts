// Which tools a person can run from the composer, and which of them fit what is typed.
import type { ToolInfo } from '../../../core/tool.ts';
import { rankEntries } from '../../components/rank-entries.ts';

const MOST = 20;

/** Those that a form may be made of and that can run as they are. Built-in ones, which mostly serve models, come last. */
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

/** By name and description, as they are typed: known at once. */
export function namedTools(all: readonly ToolInfo[], typed: string): readonly ToolInfo[] {
  if (typed.trim() === '') return all;
  const entries = all.map((tool) => ({ id: tool.id, title: tool.name, words: tool.description, tool }));
  return rankEntries(entries, typed)
    .map(({ entry }) => entry.tool)
    .slice(0, MOST);
}

/** Those by name, and behind them what the search of tools finds for the words. It may fail. */
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
