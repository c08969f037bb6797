// The command line of `perilune`: the commands, their flags, and the texts of `--help`.
import { parseArgs } from 'node:util';
import { FLAGS, type Flag, type FlagName } from './flags.ts';
import { nearName } from '../tools/validate/near-name.ts';

/** Invalid usage: exit code 2. */
export class WrongUse extends Error {}

interface Command {
  /** Comes before its name; absent: nothing. */
  group?: 'tool';
  /** The words after its name. */
  takes: string;
  help: string;
  /** Minimum number of words after its name. */
  least: number;
  most: number;
  flags: FlagName[];
  /** Meaning of a flag for this command, if it differs. */
  means?: Partial<Record<FlagName, Pick<Flag, 'value' | 'help'>>>;
}

const RUN_FLAGS: FlagName[] = ['allow', 'set', 'config', 'source', 'secret', 'folder', 'docs', 'timeout'];
const COMMANDS = {
  app: {
    takes: '',
    help: 'serve the app on this computer (default command)',
    least: 0,
    most: 0,
    flags: ['port'],
  },
  build: {
    takes: 'FOLDER',
    help: 'build the site index that the widget searches, from built HTML or Markdown; or a site from a library pack',
    least: 1,
    most: 1,
    flags: ['out', 'base', 'tools', 'vectors', 'config', 'no-widget'],
    means: {
      out: {
        value: 'FOLDER',
        help: 'the folder to write (default: perilune inside the site, or the name of the pack)',
      },
      config: { value: 'FILE', help: 'the settings of the site (default: perilune.config.json)' },
    },
  },
  serve: {
    takes: '[FOLDER]',
    help: 'serve the tools and agents of a folder, and documents, over MCP and HTTP',
    least: 0,
    most: 1,
    flags: [
      ...['stdio', 'port', 'token', 'origin', 'docs', 'remote', 'config', 'allow', 'secret'],
      ...['allow-writes', 'files', 'ask', 'runs'],
    ] as FlagName[],
    means: {
      config: { value: 'FILE', help: 'a perilune.toml or ctx.toml (default: perilune.toml in the folder)' },
      docs: { value: 'FOLDER', help: 'documents to search and read' },
      port: { value: 'PORT', help: 'the port on this computer (default: 7331)' },
    },
  },
  init: {
    group: 'tool',
    takes: 'NAME',
    help: 'create NAME.lua, NAME.cases.json and type annotations for your editor',
    least: 1,
    most: 1,
    flags: ['connector', 'agent'],
  },
  test: {
    group: 'tool',
    takes: 'FILE',
    help: 'run a tool once, or its saved cases with --cases',
    least: 0,
    most: 1,
    flags: ['param', 'cases', ...RUN_FLAGS],
  },
  list: {
    group: 'tool',
    takes: '[FOLDER]',
    help: 'list the tools in a folder and their problems',
    least: 0,
    most: 1,
    flags: [],
  },
  pack: {
    group: 'tool',
    takes: '[FOLDER]',
    help: 'pack the tools in a folder into a bundle for the app',
    least: 0,
    most: 1,
    flags: ['out'],
    means: { out: { value: 'FILE', help: 'the file to write (default: the name of the folder, .zip)' } },
  },
  annotations: {
    group: 'tool',
    takes: '[FOLDER]',
    help: 'print the API for the Lua language server, including the tools of a folder',
    least: 0,
    most: 1,
    flags: ['out'],
    means: { out: { value: 'FILE', help: 'the file to write (default: print it)' } },
  },
} satisfies Record<string, Command>;
export type CommandName = keyof typeof COMMANDS;

/** What other programs call these commands. */
const ELSEWHERE = new Map<string, CommandName>([
  ['new', 'init'],
  ['create', 'init'],
  ['add', 'init'],
  ['run', 'test'],
  ['ls', 'list'],
  ['start', 'app'],
  ['mcp', 'serve'],
  ['index', 'build'],
]);
const VERSION: ReadonlySet<string> = new Set(['--version', '-v', '-V', 'version']);

export interface CommandLine {
  command: CommandName;
  /** The word after the command: a name, a file or a folder. */
  word: string | undefined;
  flags: {
    [Name in FlagName]?: (typeof FLAGS)[Name] extends { type: 'boolean' }
      ? boolean
      : (typeof FLAGS)[Name] extends { multiple: true }
        ? string[]
        : string;
  };
}

/**
 * @param args without the program's own name
 * @returns a text if one was requested.
 * @throws WrongUse that names the error and the likely intention.
 */
export function readCommandLine(args: readonly string[], version: string): CommandLine | string {
  const options = Object.fromEntries(
    Object.entries<Flag>(FLAGS).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const [first, ...behind] = words;
  const group = first === 'tool' ? first : undefined;
  if (first === 'help') return readCommandLine([...behind, '--help'], version);
  if (group !== undefined && behind[0] === 'help')
    return readCommandLine([group, ...behind.slice(1), '--help'], version);
  if (args.length === 1 && VERSION.has(args[0] ?? '')) return version;
  // Without a command, the app is served.
  const [name, ...rest] = first === undefined ? ['app'] : group === undefined ? words : behind;
  const command = commandOf(name, group);
  if (given.some((token) => token.rawName === '--help' || token.rawName === '-h'))
    return first === undefined || command === undefined ? helpOf(undefined, group) : helpOf(command);
  if (name === undefined) throw new WrongUse(`Choose a tool command.\n\n${helpOf(undefined, group)}`);
  if (command === undefined) {
    const its = (Object.keys(COMMANDS) as CommandName[]).filter((one) => groupOf(one) === group);
    const known = [...(group === undefined ? ['tool'] : []), ...its.map(calledAs)];
    throw unknown('command', group === undefined ? name : `tool ${name}`, known, ELSEWHERE.get(name));
  }
  const { least, most, takes, flags }: Command = COMMANDS[command];
  const values: Record<string, unknown> = {};
  const allowed: string[] = [...flags, 'json', 'help'];
  for (const { name: flag, rawName, value } of given) {
    if (!allowed.includes(flag))
      throw unknown(
        'flag',
        rawName,
        allowed.map((one) => `--${one}`),
      );
    put(values, flag, rawName, value);
  }
  if (rest.length < least) throw new WrongUse(`Missing argument: perilune ${calledAs(command)} ${takes}`);
  if (rest.length > most)
    throw new WrongUse(`Unexpected argument '${rest[most]}': perilune ${calledAs(command)} ${takes}`);
  return { command, word: rest[0], flags: values as CommandLine['flags'] };
}

function put(
  values: Record<string, unknown>,
  name: string,
  rawName: string,
  value: string | undefined,
): void {
  const { type, multiple, value: shown }: Flag = FLAGS[name as FlagName];
  if (type === 'boolean') {
    if (value !== undefined) throw new WrongUse(`${rawName} takes no value`);
    values[name] = true;
    return;
  }
  if (value === undefined || value === '')
    throw new WrongUse(`${rawName} needs a value: ${rawName} ${shown}`);
  if (multiple) values[name] = [...((values[name] as string[] | undefined) ?? []), value];
  else if (name in values) throw new WrongUse(`${rawName} is given twice`);
  else values[name] = value;
}

function commandOf(name: string | undefined, group: Command['group']): CommandName | undefined {
  const isOne = name !== undefined && Object.hasOwn(COMMANDS, name) && groupOf(name as CommandName) === group;
  return isOne ? (name as CommandName) : undefined;
}

function groupOf(command: CommandName): Command['group'] {
  const { group }: Command = COMMANDS[command];
  return group;
}

/** Returns the command as typed after `perilune`. */
function calledAs(command: CommandName): string {
  return groupOf(command) === undefined ? command : `tool ${command}`;
}

function unknown(what: string, given: string, known: readonly string[], meant?: CommandName): WrongUse {
  const near = meant === undefined ? nearName(given, known) : calledAs(meant);
  const hint = near === undefined ? `There are: ${known.join(', ')}` : `Did you mean ${near}?`;
  return new WrongUse(`There is no ${what} ${given}. ${hint}`);
}

/** @param group limits the overview to the commands of this group */
function helpOf(command: CommandName | undefined, group?: Command['group']): string {
  if (command !== undefined) {
    const { takes, help, flags, means }: Command = COMMANDS[command];
    return `${`perilune ${calledAs(command)} ${takes}`.trimEnd()}\n  ${help}\n\n${table(
      [...flags, 'json' as const, 'help' as const].map((name) => {
        const flag: Pick<Flag, 'value' | 'help'> = means?.[name] ?? FLAGS[name];
        return [`  --${name}${flag.value === undefined ? '' : ` ${flag.value}`}`, flag.help];
      }),
    )}`;
  }
  const shown = Object.entries(COMMANDS).filter(
    ([name]) => group === undefined || groupOf(name as CommandName) === group,
  );
  const rows = shown.map(([name, { takes, help }]) => [
    `  perilune ${calledAs(name as CommandName)} ${takes}`,
    help,
  ]);
  return (
    `Perilune on the command line: the app, site indexes, and tools in the same sandbox as in the app.\n\n${table(rows)}\n\n` +
    'perilune COMMAND --help shows the options of a command.\n' +
    'Exit codes: 0 success, 1 a tool, case or build failed, 2 usage error.'
  );
}

function table(rows: readonly string[][]): string {
  const width = Math.max(...rows.map(([left = '']) => left.length)) + 2;
  return rows.map(([left = '', right = '']) => `${left.padEnd(width)}${right}`).join('\n');
}

/** Parses repeated `KEY=VALUE` flags. @throws WrongUse */
export function pairsOf(given: readonly string[] = [], flag: string): [string, string][] {
  return given.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new WrongUse(`${flag} needs KEY=VALUE, not '${text}'`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
}

/** Returns the parsed JSON, or the text itself. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
