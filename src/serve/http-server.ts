// Everything served over HTTP, as one function from request to response: the routes of Context Harness, and MCP at
// `/mcp` in its current and its earlier protocol.
//
// - The current protocol uses a request per call and a stream for changes. The earlier one has sessions, which end
//   when a client closes them or stays silent too long.
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server';
import { withAccess, type AccessRules } from './access.ts';
import { answerHttp, refusal } from './http-routes.ts';
import { mcpServer, tellChange, type McpDeps } from './mcp-server.ts';
import { MOST_BODY } from './read-json.ts';

/** Maximum number of sessions, one per client. Beyond it, the least recently used one is closed. */
const MOST_SESSIONS = 100;

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  server: Server;
}

export class HttpServer {
  readonly #deps: McpDeps;
  readonly #rules: AccessRules;
  readonly #current: McpHttpHandler;
  /** Sessions by id, the most recently used last. */
  readonly #sessions = new Map<string, Session>();
  readonly #stopListening: () => void;

  constructor(deps: McpDeps, rules: AccessRules) {
    this.#deps = deps;
    this.#rules = rules;
    this.#current = createMcpHandler(mcpServer(deps), { legacy: 'reject', maxRequestBodySize: MOST_BODY });
    const { notify } = this.#current;
    const tellCurrent = {
      tools: () => notify.toolsChanged(),
      agents: () => notify.promptsChanged(),
      documents: () => notify.resourcesChanged(),
    };
    this.#stopListening = deps.served.onChange((change) => {
      tellCurrent[change]();
      for (const { server } of this.#sessions.values()) tellChange(server, change);
    });
  }

  /** Never rejects. */
  answer(request: Request): Promise<Response> {
    return withAccess(this.#rules, request, (allowed) =>
      new URL(allowed.url).pathname === '/mcp'
        ? this.#mcp(allowed).catch((problem: unknown) =>
            refusal(500, 'tool_error', problem instanceof Error ? problem.message : String(problem)),
          )
        : answerHttp(this.#deps.served, allowed),
    );
  }

  async close(): Promise<void> {
    this.#stopListening();
    await Promise.all([
      this.#current.close(),
      ...[...this.#sessions.values()].map(({ server }) => server.close()),
    ]);
  }

  async #mcp(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null && !(await isLegacyRequest(request, undefined, { maxRequestBodySize: MOST_BODY }))) {
      return this.#current.fetch(request);
    }
    const known = id === null ? undefined : this.#sessions.get(id);
    if (id !== null && !known) {
      return refusal(404, 'not_found', 'this session has ended; initialize again');
    }
    if (known && id !== null) {
      this.#sessions.delete(id);
      this.#sessions.set(id, known);
    }
    if (known) return known.transport.handleRequest(request);
    const { transport, server } = await this.#open();
    const response = await transport.handleRequest(request);
    // A request that did not start a session was refused, and leaves none.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async #open(): Promise<Session> {
    const server = mcpServer(this.#deps)({ era: 'legacy' });
    const transport: Session['transport'] = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id): void => this.#keep(id, { transport, server }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
      maxRequestBodySize: MOST_BODY,
    });
    await server.connect(transport);
    return { transport, server };
  }

  #keep(id: string, session: Session): void {
    this.#sessions.set(id, session);
    if (this.#sessions.size <= MOST_SESSIONS) return;
    for (const [oldest, { server }] of this.#sessions) {
      this.#sessions.delete(oldest);
      void server.close();
      return;
    }
  }
}
