// The built-in with which a model reads results that were too long to show at once.
import { Failure } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Builtin } from '../builtins.ts';
import type { KeptOutputs } from './kept-outputs.ts';
import { READ_OUTPUT } from './script-names.ts';

/** @param outputs loads with the first call */
export function readOutput(outputs: () => Promise<KeptOutputs>): Builtin {
  return {
    name: READ_OUTPUT,
    description:
      'Read more of a tool result that was cut, or find words in it. Its id stands where it was cut.',
    parameters: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        offset: { type: 'integer', minimum: 0, description: 'Where to begin; default 0' },
        limit: { type: 'integer', minimum: 1, description: 'Characters at most' },
        find: { type: 'string', description: 'Answer the places of these words instead' },
      },
      required: ['id'],
    },
    async execute(args, _signal, caller) {
      // A script reads them through its run (perform-script.ts); no other tool may see results.
      if (caller.kind !== 'agent') {
        throw new Failure('denied', 'cut results are kept for the model of their conversation');
      }
      return outputOf(await outputs(), caller.conversation, args);
    },
  };
}

/** @throws Failure `not_found` */
export function outputOf(outputs: KeptOutputs, conversation: string, args: Json): Json {
  const { id, offset, limit, find }: JsonObject = isObject(args) ? (args as JsonObject) : {};
  return outputs.read(conversation, {
    id: typeof id === 'string' ? id : '',
    offset: typeof offset === 'number' ? offset : undefined,
    limit: typeof limit === 'number' ? limit : undefined,
    find: typeof find === 'string' ? find : undefined,
  });
}
