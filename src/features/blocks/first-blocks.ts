// The initial blocks of a new tool. Pure.
import type { JsonObject } from '../../base/json.ts';

/** A document search, in Blockly's serialisation. */
export function firstBlocks(name: string): JsonObject {
  return {
    blocks: {
      languageVersion: 0,
      blocks: [
        {
          type: 'tool_script',
          x: 24,
          y: 24,
          fields: {
            NAME: name,
            VERSION: '0.1.0',
            DESCRIPTION: 'Finds the passages that answer a question',
            HOSTS: '',
          },
          inputs: {
            PARAMETERS: {
              block: {
                type: 'tool_parameter',
                fields: {
                  NAME: 'question',
                  TYPE: 'string',
                  REQUIRED: true,
                  DESCRIPTION: 'What to look for',
                  DEFAULT: '',
                },
              },
            },
            DO: {
              block: {
                type: 'variables_set',
                fields: { VAR: { id: 'found' } },
                inputs: {
                  VALUE: {
                    block: {
                      type: 'context_search',
                      inputs: {
                        QUERY: { block: { type: 'tool_param', fields: { NAME: 'question' } } },
                        LIMIT: { block: { type: 'math_number', fields: { NUM: 3 } } },
                      },
                    },
                  },
                },
                next: {
                  block: {
                    type: 'tool_return',
                    inputs: { VALUE: { block: { type: 'variables_get', fields: { VAR: { id: 'found' } } } } },
                  },
                },
              },
            },
          },
        },
      ],
    },
    variables: [{ name: 'found', id: 'found' }],
  };
}
