// A connection to an MCP server of either protocol era. The SDK's client loads with the first connection.
//
// - `read-*.ts` parses everything that the server sends; the page compiles no schema of a server.
// - Lists are read page by page, with limits on pages, tools and time.
import type {
  Client as McpClient,
  StreamableHTTPClientTransport as Transport,
} from '@modelcontextprotocol/client';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { McpServer } from '../core/mcp-server.ts';
import type { McpTool } from '../core/mcp-tool.ts';
import type { OutgoingRequest } from '../core/call.ts';
import { CallClock } from './call-clock.ts';
import { capabilitiesOf } from './capabilities.ts';
import { loadSdk } from './load-sdk.ts';
import type { ServerAnswer, ServerQuestion } from './questions.ts';
import { readQuestion } from './read-question.ts';
import { MOST_TOOLS, readTool, seen } from './read-tools.ts';
import { sampled, type Sampler } from './sampling.ts';
import { ServerContent } from './server-content.ts';
import { serverFetch, type Gate } from './server-fetch.ts';
import { troubleOf } from './trouble.ts';
import type { ServerAuth } from './server-auth.ts';
import { walkPages } from './walk-pages.ts';

export interface ConnectionDeps {
  server: Pick<McpServer, 'id' | 'name' | 'url'>;
  auth: ServerAuth;
  /** Of this program. */
  version: string;
  fetch: typeof fetch;
  ask(question: Omit<ServerQuestion, 'id'>, signal: AbortSignal): Promise<ServerAnswer>;
  /** Answers sampling requests of the server. Absent: nothing does. */
  sampler?: Sampler | undefined;
  /** The page can show apps of servers. */
  showsApps?: boolean | undefined;
  /** Called when the server reports a changed list. */
  onListChanged(): void;
  /** Returns why a request got no readable answer, as a sentence. */
  whyUnreachable(url: URL): Promise<string>;
}

export interface ToolCall {
  tool: string;
  args: JsonObject;
  /** Milliseconds, without the time in which a person is asked. */
  timeout: number;
  signal: AbortSignal;
  /** Receives the request exactly as it will be sent. @throws Failure to block it. */
  beforeSending(request: OutgoingRequest): Promise<void>;
  onProgress(progress: number, total: number | undefined, message: string | undefined): void;
  onLog(level: string, text: string): void;
  /** Nobody is there to answer a question of the server. */
  unattended?: boolean;
}

export interface ToolList {
  tools: McpTool[];
  /** There are more than were read. */
  more: boolean;
}

interface OpenCall {
  clock: CallClock;
  call: ToolCall;
  lines: number;
  /** Aborts when the call is over, however it ended. */
  over: AbortController;
}

/** Milliseconds. */
const PATIENCE = 20_000;
const LIST_PATIENCE = 60_000;
/** Disables the SDK's own timeout, because the call clock replaces it. */
const NEVER = 2_000_000_000;
const MOST_LOG_LINES = 200;
/** Questions of one server that wait at a time; it gets no answer to further ones. */
const MOST_QUESTIONS = 5;

export class McpConnection {
  readonly #deps: ConnectionDeps;
  readonly #gates = new Set<Gate>();
  readonly #calls = new Set<OpenCall>();
  readonly #closed = new AbortController();
  /** What the server offers besides tools. */
  readonly content = new ServerContent({
    offers: () => this.#open().getServerCapabilities() ?? {},
    ask: async (method, params, signal) => this.#ask(method, params, signal),
  });
  /** Questions of the server that wait. */
  #asking = 0;
  #client: McpClient | undefined;
  #transport: Transport | undefined;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** @throws Failure that says why it failed, and what to do. */
  async open(signal?: AbortSignal): Promise<Omit<NonNullable<McpServer['seen']>, 'at'>> {
    const { Client } = await loadSdk();
    const { server, version, sampler, showsApps } = this.#deps;
    const url = new URL(server.url);
    const transport = await this.#newTransport(url);
    const client = new Client(
      { name: 'perilune', title: 'Perilune', version },
      {
        versionNegotiation: { mode: 'auto' },
        capabilities: capabilitiesOf({ sample: Boolean(sampler), showApps: showsApps === true }),
        // A pattern in a schema may never terminate, so the sandbox alone checks schemas.
        jsonSchemaValidator: {
          getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
        },
        listChanged: {
          tools: { autoRefresh: false, debounceMs: 500, onChanged: () => this.#deps.onListChanged() },
          resources: { autoRefresh: false, debounceMs: 500, onChanged: () => this.content.forget() },
          prompts: { autoRefresh: false, debounceMs: 500, onChanged: () => this.content.forget() },
        },
      },
    );
    client.setRequestHandler('elicitation/create', async ({ params }) => this.#answer(params));
    if (sampler) client.setRequestHandler('sampling/createMessage', ({ params }) => this.#sample(params));
    client.setNotificationHandler('notifications/message', ({ params }) =>
      this.#log(params.level, params.data),
    );
    client.onclose = () => this.#closed.abort();
    this.#client = client;
    this.#transport = transport;
    const options = { timeout: PATIENCE, ...(signal && { signal }) };
    await this.#telling(url, () => client.connect(transport, options)).catch(async (error: unknown) => {
      await this.close();
      throw error;
    });
    const about = client.getServerVersion();
    const instructions = seen(client.getInstructions(), 4000);
    return {
      title: seen(about?.title ?? about?.name, 120) || server.name,
      version: seen(about?.version, 60),
      protocol: client.getNegotiatedProtocolVersion() ?? '',
      ...(instructions !== '' && { instructions }),
    };
  }

  /** @throws Failure */
  async listTools(signal?: AbortSignal): Promise<ToolList> {
    const client = this.#open();
    const stop = AbortSignal.any([
      this.#closed.signal,
      AbortSignal.timeout(LIST_PATIENCE),
      ...(signal ? [signal] : []),
    ]);
    const { all: tools, more } = await walkPages({
      // `listTools` would read all pages by itself, and cache them.
      ask: async (params) => {
        const { tools, nextCursor } = await this.#telling(new URL(this.#deps.server.url), () =>
          client.request({ method: 'tools/list', params }, { signal: stop, timeout: PATIENCE }),
        );
        return { entries: tools, nextCursor };
      },
      read: readTool,
      most: MOST_TOOLS,
    });
    return { tools, more };
  }

  /**
   * @returns the server's unparsed answer. @throws Failure `timeout`, `cancelled`, `denied`, `unavailable`,
   *   `bad_request`
   */
  async callTool(call: ToolCall): Promise<unknown> {
    const client = this.#open();
    const { tool, args, signal } = call;
    const clock = new CallClock(call.timeout);
    const open: OpenCall = { clock, call, lines: 0, over: new AbortController() };
    let refusal: unknown;
    const gate: Gate = {
      tool,
      args: JSON.stringify(args),
      passed: false,
      pass: async (request) => {
        clock.hold();
        try {
          await call.beforeSending(request);
        } catch (error) {
          refusal = error;
          throw error;
        } finally {
          clock.release();
        }
      },
    };
    this.#gates.add(gate);
    this.#calls.add(open);
    try {
      return await this.#telling(new URL(this.#deps.server.url), () =>
        client.callTool(
          { name: tool, arguments: args },
          {
            signal: AbortSignal.any([signal, clock.signal, this.#closed.signal]),
            timeout: NEVER,
            onprogress: ({ progress, total, message }) => {
              call.onProgress(progress, total, message === undefined ? undefined : seen(message, 500));
            },
          },
        ),
      );
    } catch (error) {
      if (signal.aborted) throw new Failure('cancelled', `the call of '${tool}' was stopped`);
      if (refusal !== undefined) throw refusal;
      if (this.isClosed)
        throw new Failure('unavailable', 'the connection was closed during the call; try again');
      if (clock.signal.aborted) {
        throw new Failure('timeout', `'${tool}' timed out after ${call.timeout / 1000} seconds`);
      }
      throw error;
    } finally {
      clock.end();
      open.over.abort();
      this.#gates.delete(gate);
      this.#calls.delete(open);
    }
  }

  /** Completes a sign-in with the parameters that the window returned. @throws Failure */
  async finishSignIn(back: URLSearchParams): Promise<void> {
    const url = new URL(this.#deps.server.url);
    await this.#telling(url, async () => (await this.#newTransport(url)).finishAuth(back));
  }

  /** Closes the connection on both sides. Never rejects. */
  async close(): Promise<void> {
    this.#closed.abort();
    const ending = this.#transport?.terminateSession().catch(() => undefined);
    // Don't wait for a server that does not answer.
    await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 1000))]);
    await this.#client?.close().catch(() => undefined);
  }

  async #newTransport(url: URL): Promise<Transport> {
    const { StreamableHTTPClientTransport } = await loadSdk();
    const { auth, fetch } = this.#deps;
    return new StreamableHTTPClientTransport(url, {
      fetch: serverFetch({ url, headers: () => auth.headers(), gates: this.#gates, fetch }),
      ...(auth.provider && { authProvider: auth.provider }),
      reconnectionOptions: {
        initialReconnectionDelay: 1000,
        maxReconnectionDelay: 60_000,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 8,
      },
    });
  }

  #open(): McpClient {
    if (!this.#client || this.isClosed)
      throw new Failure('unavailable', 'the connection to the server was closed');
    return this.#client;
  }

  async #ask(
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal = this.#closed.signal,
  ): Promise<Record<string, unknown>> {
    const client = this.#open();
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    return this.#telling(new URL(this.#deps.server.url), async () => {
      const request = { method, params } as unknown as Parameters<McpClient['request']>[0];
      return (await client.request(request as never, { signal: stop, timeout: PATIENCE })) as never;
    });
  }

  async #answer(params: unknown): Promise<{
    action: ServerAnswer['action'];
    content?: Record<string, string | number | boolean | string[]>;
  }> {
    const question = readQuestion(params);
    if (!question) return { action: 'cancel' };
    const answer = await this.#duringCalls({ action: 'cancel' } as const, (ask) => ask(question));
    return answer as { action: 'accept'; content?: Record<string, string> };
  }

  async #sample(params: unknown): ReturnType<typeof sampled> {
    const answer = await this.#duringCalls(undefined, (ask, signal) =>
      sampled(params, this.#deps.sampler, ask, signal),
    );
    if (!answer) throw new Failure('denied', 'sampling works only during tool calls, few at a time');
    return answer;
  }

  /** A server may ask something while a call of its tools waits, and at no other time. Their clocks stand still meanwhile. */
  async #duringCalls<T>(
    otherwise: T,
    work: (
      ask: (question: Pick<ServerQuestion, 'message' | 'what'>) => Promise<ServerAnswer>,
      signal: AbortSignal,
    ) => Promise<T>,
  ): Promise<T> {
    const calls = [...this.#calls];
    if (calls.length === 0 || this.#asking >= MOST_QUESTIONS) return otherwise;
    if (calls.every(({ call }) => call.unattended)) {
      for (const { call } of calls) call.onLog('warning', 'The server asked; nobody answers on a schedule.');
      return otherwise;
    }
    this.#asking += 1;
    for (const { clock } of calls) clock.hold();
    try {
      const { name, url } = this.#deps.server;
      // The server does not name the call, so the question ends when all of them are over.
      const allOver = new AbortController();
      const watch = (): void => {
        if (calls.every(({ over }) => over.signal.aborted)) allOver.abort();
      };
      for (const { over } of calls) over.signal.addEventListener('abort', watch, { once: true });
      const signal = AbortSignal.any([allOver.signal, this.#closed.signal]);
      const who = { server: name, host: new URL(url).host };
      return await work((question) => this.#deps.ask({ ...who, ...question }, signal), signal);
    } finally {
      this.#asking -= 1;
      for (const { clock } of calls) clock.release();
    }
  }

  /** The server does not name the call of a log line either, so it goes to the waiting call if there is only one. */
  #log(level: string, data: unknown): void {
    const [only, another] = [...this.#calls];
    if (!only || another || only.lines >= MOST_LOG_LINES) return;
    only.lines += 1;
    only.call.onLog(level, seen(typeof data === 'string' ? data : JSON.stringify(data), 2000));
  }

  async #telling<T>(url: URL, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const hasSession = this.#transport?.sessionId !== undefined;
      throw await troubleOf(
        error,
        { url, name: this.#deps.server.name, hasSession },
        this.#deps.whyUnreachable,
      );
    }
  }
}
