// The built-in with which a model finds tools that it was not given: with hundreds installed it gets those that fit.
import { Failure } from '../core/errors.ts';
import { FIND_TOOLS, isOfferable, type FoundTool } from '../core/offerable.ts';
import type { ToolInfo } from '../core/tool.ts';
import type { Builtin } from './builtins.ts';

/** Tools that fit, best first; only such as `allowed` accepts, before the cut to `limit`. */
export type FindTools = (
  query: string,
  limit: number,
  allowed: (tool: ToolInfo) => boolean,
) => Promise<readonly ToolInfo[]>;

/** With 20 the right one was among them for 95 % of questions (bench/README.md). */
const USUAL = 20;
const MOST = 50;
/** Characters of all parameters together: an agent shows a model 24,000 of one result. */
const ROOM = 16_000;

/** @param callText how a script calls a tool, where scripts can be run */
export function findTools(
  find: FindTools,
  callText?: (tool: ToolInfo) => Promise<string | undefined>,
): Builtin {
  return {
    name: FIND_TOOLS,
    description:
      'Find tools by what you need done, in plain words or by name. Answers the tools that fit best; call them by their names.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool is to do, such as “create a ticket in Jira”' },
        limit: { type: 'integer', minimum: 1, maximum: MOST, default: USUAL, description: 'Tools at most' },
      },
      required: ['query'],
    },
    async execute(args) {
      const { query, limit } = args;
      if (typeof query !== 'string' || query.trim() === '') {
        throw new Failure('bad_request', 'query must not be empty');
      }
      const most = typeof limit === 'number' ? Math.min(limit, MOST) : USUAL;
      // Built-ins are always given.
      const found = await find(query, most, (tool) => isOfferable(tool) && !tool.builtin);
      const calls = await Promise.all(found.map(async (tool) => callText?.(tool)));
      return { tools: inRoom(found, calls) };
    },
  };
}

/** Their parameters as long as there is room, so that no answer is cut in the middle. */
function inRoom(found: readonly ToolInfo[], calls: readonly (string | undefined)[]): FoundTool[] {
  let left = ROOM;
  return found.map(({ name, description, parameters }, index) => {
    const lua = calls[index];
    const told = { parameters, ...(lua !== undefined && { lua }) };
    left -= JSON.stringify(told).length;
    return left < 0 ? { name, description } : { name, description, ...told };
  });
}
