// Kinds, origins and policies of tools.
/** What runs: a script, a connector, data that becomes a script (a request, a flow), a tool on a server, or the program itself. */
export type ToolKind = 'lua' | 'connector' | 'http' | 'flow' | 'mcp' | 'builtin';

export const TOOL_KINDS: readonly ToolKind[] = ['lua', 'connector', 'http', 'flow', 'mcp', 'builtin'];

/** Tells whether a tool of this kind is data that becomes a script before it runs. */
export function isCompiled(kind: ToolKind): boolean {
  return kind === 'http' || kind === 'flow';
}

export type Policy = 'allow' | 'ask' | 'deny';

export const POLICIES: readonly Policy[] = ['allow', 'ask', 'deny'];

/** `imported` and `agent`: made by someone else, so each call asks until the user decides otherwise. */
export type ToolOrigin = 'builtin' | 'bundled' | 'user' | 'imported' | 'agent';

export const TOOL_ORIGINS: readonly ToolOrigin[] = ['builtin', 'bundled', 'user', 'imported', 'agent'];
