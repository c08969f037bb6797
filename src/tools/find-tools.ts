// The built-in with which a model finds tools that it was not given, so that hundreds can be installed.
import { FIND_TOOLS, FOUND_TOOLS } from '../core/offerable.ts';
import type { ToolInfo } from '../core/tool.ts';
import type { Builtin } from './builtins.ts';
import type { FindTools } from './found-tools.ts';

/** @param callText how a script calls a tool, where scripts can run */
export function findTools(
  find: FindTools,
  callText?: (tool: ToolInfo) => Promise<string | undefined>,
): Builtin {
  return {
    name: FIND_TOOLS,
    description:
      'Find tools by what you need done, in plain words or by name. Returns the tools that match best; call them by their names.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool is to do, such as “create a ticket in Jira”' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: FOUND_TOOLS.most,
          default: FOUND_TOOLS.usual,
          description: 'Tools at most',
        },
      },
      required: ['query'],
    },
    execute: async (args) => (await import('./found-tools.ts')).foundTools(args, find, callText),
  };
}
