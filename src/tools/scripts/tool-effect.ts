// Tells whether a tool called by a script only reads, and what a person should know about it.
import { luaCode, luaStringValue, type LuaToken } from '../../lua-language/lua-tokens.ts';
import type { ToolEffect } from '../../lua-language/script-touches.ts';
import { PROJECT_READS } from '../../core/project.ts';
import { QUERY_TABLE } from '../../core/table.ts';
import type { Tool } from '../../core/tool.ts';
import { FIND_TOOLS } from '../../core/offerable.ts';
import { READ_OUTPUT } from './script-names.ts';

/** Built-ins that answer from data on this device and change nothing. */
const READING: ReadonlySet<string> = new Set([
  'search',
  'get',
  'sources',
  QUERY_TABLE,
  FIND_TOOLS,
  READ_OUTPUT,
  ...PROJECT_READS,
]);

/** Names by which a script calls other tools, whose effects are not its own. */
const OTHERS: ReadonlySet<string> = new Set(['tools', 'mcp', '_G', '_ENV', 'load']);

/** Names by which a script reaches its folder. */
const FILES: ReadonlySet<string> = new Set(['fs', '_G', '_ENV', 'load']);

export function effectOf(tool: Tool | undefined): ToolEffect | undefined {
  if (!tool) return undefined;
  const { policy, enabled, kind, name, hosts, writes } = tool;
  if (policy === 'deny') return { effect: 'acts', note: 'may not be called' };
  if (!enabled) return { effect: 'acts', note: 'switched off' };
  const asks = policy === 'ask' ? 'asks before each call' : undefined;
  if (kind === 'builtin') {
    return !asks && READING.has(name) ? { effect: 'reads' } : acts(asks);
  }
  const notes = [
    asks,
    kind === 'mcp' ? 'runs on a server' : undefined,
    hosts.length > 0 ? `may reach ${hosts.join(', ')}` : undefined,
    writes && mentions(tool, FILES) ? 'may write to its folder' : undefined,
  ].filter((note) => note !== undefined);
  if (notes.length > 0) return acts(notes.join('; '));
  if (kind !== 'lua') return acts(undefined);
  return mentions(tool, OTHERS) ? acts('may call other tools') : { effect: 'reads' };
}

function acts(note: string | undefined): ToolEffect {
  return { effect: 'acts', ...(note !== undefined && { note }) };
}

/** The names that a tool's texts mention, by tool. Tools are frozen, so this never changes. */
const known = new WeakMap<Tool, ReadonlySet<string>>();

/** Looks for names anywhere in its texts: a possible use counts. */
function mentions(tool: Tool, names: ReadonlySet<string>): boolean {
  let named = known.get(tool);
  if (!named) {
    const modules = Object.entries(tool.files).filter(([path]) => path.endsWith('.lua'));
    named = new Set([tool.source, ...modules.map(([, text]) => text)].flatMap(namesIn));
    known.set(tool, named);
  }
  return [...names].some((name) => named.has(name));
}

function namesIn(source: string): string[] {
  const tokens = luaCode(source);
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'name') return [];
    if (OTHERS.has(token.text) || FILES.has(token.text)) return [token.text];
    return token.text === 'require' && !namesModule(tokens.slice(at + 1, at + 4)) ? ['_G'] : [];
  });
}

/** `require "words"` and `require("words")` name a module; `"_G"`, or a computed text, returns all global variables. */
function namesModule([first, second, third]: readonly LuaToken[]): boolean {
  const isCall = first?.text === '(';
  const name = isCall ? second : first;
  return name?.kind === 'string' && luaStringValue(name) !== '_G' && (!isCall || third?.text === ')');
}
