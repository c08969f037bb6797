// The MCP server of one connection: tools, documents as resources, agents as prompts. Its lists follow the served
// content.
import { Server, type McpRequestContext } from '@modelcontextprotocol/server';
import { answerAgents } from './mcp-agents.ts';
import { answerDocuments } from './mcp-documents.ts';
import { answerTools, type ToolAnswers } from './mcp-tools.ts';
import type { Change, Served } from './served.ts';

/** Instructions for models: the purpose of this server. */
const INSTRUCTIONS =
  'Tools that run in a sandbox, and a library of documents: search finds passages, get reads a document.';

export type McpDeps = ToolAnswers & { served: Served };

/** Creates one for each connection; over HTTP, for each request of the current protocol. */
export function mcpServer(deps: McpDeps): (context: McpRequestContext) => Server {
  const { served } = deps;
  return () => {
    const server = new Server(
      { name: 'perilune', title: 'Perilune', version: served.version },
      {
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { listChanged: true },
        },
        instructions: INSTRUCTIONS,
      },
    );
    answerTools(server, deps);
    answerDocuments(server, served);
    answerAgents(server, served);
    return server;
  };
}

/** Notifies the client of a connection that a list has changed. Ignores closed connections. */
export function tellChange(server: Server, change: Change): void {
  const told = {
    tools: () => server.sendToolListChanged(),
    agents: () => server.sendPromptListChanged(),
    documents: () => server.sendResourceListChanged(),
  }[change]();
  told.catch(() => undefined);
}
