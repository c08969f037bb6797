// Labels of the kinds of tools.
import type { ToolKind } from '../../core/tool-kinds.ts';

export const KIND_WORDS: Record<ToolKind, string> = {
  lua: 'script',
  connector: 'connector',
  http: 'HTTP request',
  flow: 'flow',
  mcp: 'on a server',
  builtin: 'built in',
};
