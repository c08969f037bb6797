// The template of a new tool: a script, a request, or a flow. Pure.
import { freeName } from '../../base/free-name.ts';

export type NewToolKind = 'lua' | 'http' | 'flow';

/** `my_tool`, or the first free name of `my_tool_2`, `my_tool_3` … */
export function freeToolName(isTaken: (name: string) => boolean, wanted = 'my_tool'): string {
  return freeName(wanted, isTaken, (number) => `${wanted}_${number}`);
}

export const NEW_TOOL_NAMES: Record<NewToolKind, string> = {
  lua: 'my_tool',
  http: 'my_request',
  flow: 'my_flow',
};

export function newToolSource(name: string, kind: NewToolKind = 'lua'): string {
  if (kind === 'http') return `${JSON.stringify(newRequest(name), null, 2)}\n`;
  if (kind === 'flow') return `${JSON.stringify(newFlow(name), null, 2)}\n`;
  return newScript(name);
}

/** Whether a tool's texts (the script under '') are an unedited template. */
export function isTemplate(
  name: string,
  texts: Readonly<Record<string, string>>,
  kind: NewToolKind = 'lua',
): boolean {
  return Object.keys(texts).length === 1 && texts[''] === newToolSource(name, kind);
}

/** Short and readable without knowing Lua; each word to replace can be selected by a double click. */
function newScript(name: string): string {
  return `-- The table describes the tool. The function does the work.
tool = {
  name = "${name}",
  version = "0.1.0",
  description = "Unfinished",
  parameters = {},
}

function tool.execute(params, context)
  return 42
end
`;
}

function newRequest(name: string): object {
  return {
    name,
    version: '0.1.0',
    description: 'Looks up the releases of a project on GitHub',
    parameters: {
      type: 'object',
      properties: {
        owner: { type: 'string', description: 'Owner of the project, such as nodejs' },
        project: { type: 'string', description: 'Name of the project, such as node' },
        limit: { type: 'integer', default: 3, minimum: 1, maximum: 20, description: 'Number of releases' },
      },
      required: ['owner', 'project'],
    },
    request: {
      method: 'GET',
      url: 'https://api.github.com/repos/${owner}/${project}/releases',
      query: { per_page: '${limit}' },
      headers: { Accept: 'application/vnd.github+json' },
    },
    response: { mode: 'json' },
  };
}

function newFlow(name: string): object {
  return {
    name,
    version: '0.1.0',
    description: 'Searches the library, and opens the best document found',
    parameters: {
      type: 'object',
      properties: { question: { type: 'string', description: 'What to look for' } },
      required: ['question'],
    },
    steps: [
      { id: 'found', title: 'Search', tool: 'search', args: { query: '${params.question}', limit: 3 } },
      {
        id: 'best',
        title: 'Open the best document',
        if: { value: '${steps.found.results}', is: 'not empty' },
        then: [{ id: 'document', tool: 'get', args: { id: '${steps.found.results[0].id}' } }],
      },
    ],
    result: { found: '${steps.found.results}', document: '${steps.best}' },
  };
}
