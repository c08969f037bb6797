// The flags of the `perilune` commands, with their texts in `--help`.

export interface Flag {
  type: 'string' | 'boolean';
  /** Can be given more than once. */
  multiple?: true;
  /** Placeholder of its value in the help. */
  value?: string;
  help: string;
}

export const FLAGS = {
  param: {
    type: 'string',
    multiple: true,
    value: 'KEY=VALUE',
    help: 'a parameter: JSON if it parses, else text',
  },
  connector: { type: 'boolean', help: 'create a connector, which adds documents' },
  agent: { type: 'boolean', help: 'create an agent, in the folder agents' },
  source: {
    type: 'string',
    value: 'NAME',
    help: 'the section of ctx.toml whose config the run gets (default: that of the file)',
  },
  cases: { type: 'boolean', help: 'run the saved cases of a tool, or of all tools in a folder' },
  allow: {
    type: 'string',
    multiple: true,
    value: 'HOST',
    help: 'a host that the tools are allowed to reach (exact match)',
  },
  set: {
    type: 'string',
    multiple: true,
    value: 'KEY=VALUE',
    help: 'a value of context.config; ${NAME} refers to a secret',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'a JSON file with the values of context.config, or a ctx.toml',
  },
  secret: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'a secret whose value is taken from the environment variable NAME',
  },
  folder: {
    type: 'string',
    value: 'FOLDER',
    help: "the tool's folder for fs (default: a temporary folder)",
  },
  files: {
    type: 'string',
    value: 'FOLDER',
    help: 'keep the files that tools write in this folder (default: a temporary folder)',
  },
  docs: {
    type: 'string',
    value: 'FOLDER',
    help: 'Markdown, HTML and text files for the run to search and read',
  },
  base: {
    type: 'string',
    value: 'PATH',
    help: 'the path where the site is published, such as /docs/ (default: /)',
  },
  vectors: {
    type: 'boolean',
    help: 'embed each passage for semantic search; adds 20 MB to the site',
  },
  tools: { type: 'string', value: 'FOLDER', help: 'Lua tools that visitors can use' },
  'no-widget': { type: 'boolean', help: 'write only the site index, without the widget files' },
  timeout: { type: 'string', value: 'SECONDS', help: 'the time limit of the run' },
  stdio: {
    type: 'boolean',
    help: 'speak MCP over standard input and output (default where input is a pipe)',
  },
  port: {
    type: 'string',
    value: 'PORT',
    help: 'the port on this computer (default: 4173)',
  },
  token: {
    type: 'string',
    value: 'TOKEN',
    help: 'the token that clients must send, 8 characters or more (default: a new one, printed at the start)',
  },
  origin: {
    type: 'string',
    multiple: true,
    value: 'ORIGIN',
    help: 'an origin whose pages can send requests, such as https://example.com',
  },
  'allow-writes': { type: 'boolean', help: 'let tools write to their own folders without asking' },
  ask: { type: 'boolean', help: 'ask the client’s user for approvals, if the client supports it' },
  remote: { type: 'string', value: 'URL', help: 'a Chroma server to search instead of a folder' },
  runs: {
    type: 'string',
    value: 'FILE',
    help: 'write a record of each call to this file, one line of JSON each',
  },
  out: {
    type: 'string',
    value: 'FILE',
    help: 'the file to write',
  },
  json: { type: 'boolean', help: 'print JSON to standard output' },
  help: { type: 'boolean', help: 'show this help' },
} satisfies Record<string, Flag>;
export type FlagName = keyof typeof FLAGS;
