// MCP Apps: shows the page that a server provides for a tool's result, in an isolated frame below the call.
import type { Feature } from '../../core/extensions.ts';
import { readMcpSource } from '../../core/mcp-tool.ts';

const register: Feature = (offer) => {
  offer('callView', {
    fits: ({ kind, source }) => kind === 'mcp' && readMcpSource(source)?.app?.uri !== undefined,
    load: () => import('./AppView.svelte'),
  });
};
export default register;
