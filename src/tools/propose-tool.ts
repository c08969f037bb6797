// The built-in with which a model proposes a tool or a fix of one. It checks and stores the text; only a person can
// install it.
import { PROPOSE_TOOL } from '../core/proposal.ts';
import type { Builtin } from './builtins.ts';
import type { ProposeDeps } from './propose.ts';

/** @param deps loaded at the first call */
export function proposeTool(deps: () => Promise<ProposeDeps>): Builtin {
  return {
    name: PROPOSE_TOOL,
    description:
      'Propose a new tool, or a fix of one, as a Lua script with test cases; or propose to remove a tool. Nothing is installed: the user sees the proposal as a diff in the studio and decides. Use it only when the user wants a tool to be made, fixed or removed.',
    parameters: {
      type: 'object',
      properties: {
        source: {
          type: 'string',
          description:
            'The whole script: a global table `tool` with name, version, description, parameters and hosts, and `function tool.execute(params, context)`',
        },
        reason: { type: 'string', description: 'Why, in one or two sentences for the user' },
        cases: {
          type: 'array',
          items: { type: 'object' },
          description:
            'Test cases: {"name", "args", "expect": {"result"} or {"contains"} or {"error"}}; one that calls the host also has "host": [{"call", "answer"}]',
        },
        removes: { type: 'string', description: 'Instead of source: the tool that should be removed' },
        replaces: { type: 'string', description: 'The tool that it fixes. Keep its name in the script' },
      },
      required: ['reason'],
    },
    execute: async (args, _signal, _caller, outbound) => {
      outbound.refuse('proposals of tools');
      return (await import('./propose.ts')).propose(await deps(), args);
    },
  };
}
