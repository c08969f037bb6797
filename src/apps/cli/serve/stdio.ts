// MCP over standard input and output, as editors start a server: until the client closes its end, or the process is
// stopped.
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { mcpServer, tellChange, type McpDeps } from '../../../serve/mcp-server.ts';
import { untilStopped } from '../../../cli/until-stopped.ts';
import { MOST_BODY } from '../../../serve/read-json.ts';

/** Resolves when the client has disconnected. */
export function serveOverStdio(deps: McpDeps): Promise<void> {
  return new Promise((resolve) => {
    const open = new Set<Server>();
    const make = mcpServer(deps);
    const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MOST_BODY });
    const stopTelling = deps.served.onChange((change) => {
      for (const server of open) tellChange(server, change);
    });
    const handle = serveStdio(
      (context) => {
        const server = make(context);
        open.add(server);
        server.onclose = () => void open.delete(server);
        return server;
      },
      { transport },
    );
    const end = (): void => {
      stopTelling();
      void handle.close().then(resolve, () => resolve());
    };
    process.stdin.once('end', end);
    process.stdin.once('close', end);
    void untilStopped().then(end);
  });
}
