// The built-in with which a model runs a script of its own. The implementation loads with the first call.
import { Failure } from '../../core/errors.ts';
import type { Builtin } from '../builtins.ts';
import type { CallRun } from '../../core/ports/call-run.ts';
import type { CallReport } from '../../core/tool.ts';
import { RUN_SCRIPT } from './script-names.ts';

/** @param offered whether models are offered it */
export function runScriptTool(
  perform: (run: CallRun) => Promise<CallReport>,
  offered: () => boolean,
): Builtin {
  return {
    name: RUN_SCRIPT,
    description:
      "Run a Lua 5.4 script in a sandbox over the user's tools and documents. Use it to combine several calls, go through many items, filter or compute. Scripts that only read run at once; others are shown to the user first. Tell briefly what it found afterwards.",
    parameters: {
      type: 'object',
      properties: {
        source: { type: 'string', description: 'The script: small, with `return` for what you need to know' },
        reason: { type: 'string', description: 'Purpose, in one short sentence for the user' },
      },
      required: ['source'],
    },
    forModels: offered,
    perform,
    execute: () => Promise.reject(new Failure('unavailable', 'scripts can’t be called like tools')),
  };
}
