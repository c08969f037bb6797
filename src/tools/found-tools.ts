// The answer of `find_tools`: matching tools, with their parameters as long as there is room.
import { Failure } from '../core/errors.ts';
import { FOUND_TOOLS, isOfferable, type FoundTool } from '../core/offerable.ts';
import type { JsonObject } from '../base/json.ts';
import type { ToolInfo } from '../core/tool.ts';

/** Characters of all parameters together: an agent shows a model 24,000 of one result. */
const ROOM = 16_000;

/** Returns matching tools, best first. Only those that `allowed` accepts count towards `limit`. */
export type FindTools = (
  query: string,
  limit: number,
  allowed: (tool: ToolInfo) => boolean,
) => Promise<readonly ToolInfo[]>;

/** @throws Failure `bad_request` for a blank query */
export async function foundTools(
  { query, limit }: JsonObject,
  find: FindTools,
  callText?: (tool: ToolInfo) => Promise<string | undefined>,
): Promise<{ tools: FoundTool[] }> {
  if (typeof query !== 'string' || query.trim() === '') {
    throw new Failure('bad_request', 'query must not be empty');
  }
  const most = typeof limit === 'number' ? Math.min(limit, FOUND_TOOLS.most) : FOUND_TOOLS.usual;
  // Built-ins are always offered.
  const found = await find(query, most, (tool) => isOfferable(tool) && !tool.builtin);
  const calls = await Promise.all(found.map(async (tool) => callText?.(tool)));
  return { tools: inRoom(found, calls) };
}

/** Adds parameters as long as there is room, so that no answer is cut in the middle. */
function inRoom(found: readonly ToolInfo[], calls: readonly (string | undefined)[]): FoundTool[] {
  let left = ROOM;
  return found.map(({ name, description, parameters }, index) => {
    const lua = calls[index];
    const told = { parameters, ...(lua !== undefined && { lua }) };
    left -= JSON.stringify(told).length;
    return left < 0 ? { name, description } : { name, description, ...told };
  });
}
