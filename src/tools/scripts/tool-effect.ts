// Whether calling a tool from a script only reads, and what a person should know of it.
import { luaCode, luaStringValue, type LuaToken } from '../../lua-language/lua-tokens.ts';
import type { ToolEffect } from '../../lua-language/script-touches.ts';
import { QUERY_TABLE } from '../../core/table.ts';
import type { Tool } from '../../core/tool.ts';
import { FIND_TOOLS } from '../../core/offerable.ts';
import { READ_OUTPUT } from './script-names.ts';

/** They answer from what is on this device, and change nothing. */
const READING: ReadonlySet<string> = new Set([
  'search',
  'get',
  'sources',
  QUERY_TABLE,
  FIND_TOOLS,
  READ_OUTPUT,
]);

/** Ways by which a script calls other tools, whose effects are not its own. */
const OTHERS: ReadonlySet<string> = new Set(['tools', 'mcp', '_G', '_ENV', 'load']);

/** And ways to its folder. */
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

/** Which of these a tool's texts name, by tool. Tools are frozen: the answer for one never changes. */
const known = new WeakMap<Tool, ReadonlySet<string>>();

/** By name, anywhere in its texts: what could be meant counts. */
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

/** `require "words"` and `require("words")` give a module; `"_G"`, or a text that is put together, gives all global variables. */
function namesModule([first, second, third]: readonly LuaToken[]): boolean {
  const isCall = first?.text === '(';
  const name = isCall ? second : first;
  return name?.kind === 'string' && luaStringValue(name) !== '_G' && (!isCall || third?.text === ')');
}
