// The kinds of tools in the words of the screen.
import type { ToolKind } from '../../core/tool-kinds.ts';

export const KIND_WORDS: Record<ToolKind, string> = {
  lua: 'script',
  connector: 'connector',
  http: 'HTTP request',
  flow: 'flow',
  mcp: 'on a server',
  builtin: 'built in',
};
