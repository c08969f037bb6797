// Which tools callers outside the app may see: the browser's agent, and scripts over HTTP.
import type { ToolInfo } from '../core/tool.ts';

/** Built-ins that work only in a chat. */
const OF_CHATS = new Set(['lua_run_script', 'propose_tool', 'read_output', 'show', 'find_tools']);

export function forOutside(tools: readonly ToolInfo[]): ToolInfo[] {
  return tools.filter(
    ({ kind, name, llmCallable }) => kind !== 'connector' && llmCallable && !OF_CHATS.has(name),
  );
}
