// The commands of the message field: names, arguments and descriptions. Pure.

export interface Command {
  name: string;
  /** Its argument; absent: none. */
  takes?: string;
  /** Whether the argument is required. */
  needs?: boolean;
  does: string;
}

export const COMMANDS: readonly Command[] = [
  { name: 'search', takes: 'words', needs: true, does: 'Search the library without a model' },
  { name: 'tools', takes: 'words', does: 'Find a tool and run it with a form' },
  { name: 'lua', takes: 'code', needs: true, does: 'Run a Lua script' },
  { name: 'lua reset', does: 'Clear variables and files of this chat’s scripts' },
  { name: 'tool run', takes: 'id', does: 'Approve the waiting call once' },
  { name: 'tool skip', takes: 'id', does: 'Deny the waiting call' },
  { name: 'readonly', does: 'Switch read-only mode of this chat on or off' },
  { name: 'compact', does: 'Summarize earlier messages to free up context' },
  { name: 'fork', does: 'Continue in a copy of this chat' },
  { name: 'help', does: 'List these commands' },
];

/** Returns those with the typed prefix, then those with the text in their description. */
export function commandsFor(query: string): Command[] {
  const begins = COMMANDS.filter(({ name }) => name.startsWith(query));
  if (query === '') return begins;
  const others = COMMANDS.filter(
    (command) => !begins.includes(command) && command.does.toLowerCase().includes(query),
  );
  return query.length > 2 ? [...begins, ...others] : begins;
}

export function spelling({ name, takes, needs }: Command): string {
  if (takes === undefined) return `/${name}`;
  return `/${name} ${needs ? `<${takes}>` : `[${takes}]`}`;
}

/** The answer to `/help`, as Markdown. */
export function helpText(): string {
  const rows = COMMANDS.map(
    (command) => `| \`${spelling(command).replaceAll('|', '\\|')}\` | ${command.does} |`,
  );
  return [
    '| Command | What it does |\n| --- | --- |',
    ...rows,
    '',
    '`+` opens the tools, `@` chooses a model or a profile for this chat, `#` mentions a document, a source or a resource of an MCP server (`#server:`).',
    '',
    'Prompts of MCP servers are commands too: `/server:prompt`.',
    '',
    'To ask something that begins with `/`, put a space in front of it. Press `?` in an empty field, or outside of fields, to list the keyboard shortcuts.',
  ].join('\n');
}
