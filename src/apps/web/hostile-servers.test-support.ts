// For tests: two MCP servers made with the official SDK, one per protocol era. They return whatever texts a test
// wants and record their calls; the app's own code stores and calls them.
import { acceptedContent, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CallReport } from '../../core/tool.ts';
import { memoryServerStores } from '../../mcp/memory-stores.test-support.ts';
import type { ServerQuestion } from '../../mcp/questions.ts';
import { legacyServer, modernServer, type RunningServer } from '../../mcp/real-servers.test-support.ts';
import { Servers } from '../../mcp/servers.ts';
import type { CallRun } from '../../core/ports/call-run.ts';
import type { Registry } from '../../tools/registry.ts';
import { serverRegistry } from './server-registry.ts';

/** Places for a server's texts; missing ones are harmless. */
export interface ServerWords {
  title?: string;
  description?: string;
  parameter?: string;
  instructions?: string;
  text?: string;
  structured?: string;
  failure?: string;
  resource?: string;
  link?: string;
  /** The text of a question to the user. */
  question?: string;
}

export class HostileServers {
  words: ServerWords = {};
  /** Questions of a server to the user. */
  readonly questions: Omit<ServerQuestion, 'id'>[] = [];
  #diary: RunningServer | undefined;
  #notes: RunningServer | undefined;

  async start(): Promise<void> {
    this.#diary = await modernServer({ setUp: (server) => this.#offer(server) });
    this.#notes = await legacyServer();
  }

  async stop(): Promise<void> {
    await this.#diary?.close();
    await this.#notes?.close();
  }

  /** Returns the calls their tools received. */
  calls(): string[] {
    const requests = [...(this.#diary?.requests ?? []), ...(this.#notes?.requests ?? [])];
    return requests.filter(({ body }) => body.includes('"tools/call"')).map(({ body }) => body);
  }

  /** Stored as in the app, as `diary` and `notes`. The user fills in what a server asks. */
  async openIn(registry: () => Registry): Promise<{
    call(run: CallRun): Promise<CallReport>;
    add(): Promise<void>;
    close(): Promise<void>;
  }> {
    const { store, vault } = memoryServerStores();
    let ids = 0;
    const servers = new Servers({
      store,
      vault,
      registry: serverRegistry(registry),
      version: '1',
      fetch: (...given) => fetch(...given),
      ask: async (question) => {
        this.questions.push(question);
        return { action: 'accept', content: { seat: 'A1' } };
      },
      whyUnreachable: async () => 'it cannot be reached',
      redirectUrl: 'http://localhost/oauth.html',
      newId: () => `01900000-0000-7000-8000-00000000000${++ids}`,
      now: () => '2026-01-01T00:00:00.000Z',
    });
    const urls = { diary: this.#diary?.url ?? '', notes: this.#notes?.url ?? '' };
    return {
      call: (run) => servers.call(run),
      add: async () => {
        this.questions.length = 0;
        for (const { requests } of [this.#diary!, this.#notes!]) requests.length = 0;
        for (const [name, url] of Object.entries(urls)) await servers.add({ name, url, auth: 'none' });
      },
      close: async () => {
        for (const { id } of await servers.list()) await servers.switch(id, false);
      },
    };
  }

  #offer(server: Parameters<NonNullable<NonNullable<Parameters<typeof modernServer>[0]>['setUp']>>[0]): void {
    const { words } = this;
    const { title = 'Keep', description = 'Keeps a text', parameter = 'The text' } = words;
    server.registerTool(
      'keep',
      {
        title,
        description,
        inputSchema: z.object({ text: z.string().optional().describe(parameter) }),
        annotations: { readOnlyHint: true, destructiveHint: false },
      },
      () => ({ content: [{ type: 'text', text: 'kept' }] }),
    );
    server.registerTool('say', { description: 'Says something', inputSchema: z.object({}) }, () => {
      const { text, structured, failure, resource, link } = words;
      if (failure !== undefined) return { isError: true, content: [{ type: 'text', text: failure }] };
      return {
        ...(structured !== undefined && { structuredContent: { said: structured } }),
        content: [
          { type: 'text', text: text ?? 'nothing' },
          ...(resource === undefined
            ? []
            : [{ type: 'resource' as const, resource: { uri: 'file:///a', text: resource } }]),
          ...(link === undefined
            ? []
            : [{ type: 'resource_link' as const, uri: 'https://a.example/', name: link }]),
        ],
      };
    });
    server.registerTool(
      'ask',
      { description: 'Asks for a seat', inputSchema: z.object({}) },
      (_args, ctx) => {
        const answer = acceptedContent<{ seat: string }>(ctx.mcpReq.inputResponses, 'seat');
        const { question = 'Which seat?' } = words;
        if (answer) return { content: [{ type: 'text', text: `${answer.seat}: ${question}` }] };
        return inputRequired({
          inputRequests: {
            seat: inputRequired.elicit({
              message: question,
              requestedSchema: { type: 'object', properties: { seat: { type: 'string', title: question } } },
            }),
          },
        });
      },
    );
  }
}
