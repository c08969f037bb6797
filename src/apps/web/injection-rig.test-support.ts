// For tests: an agent over the real registry, sandbox and network, with a model that obeys every text, a server that
// logs its requests, and a user who approves every tool call but nothing a run wants to do.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from '../../agent/agent.ts';
import type { Model, ModelEvent, ModelRequest } from '../../models/model.ts';
import type { Conversation, Mention, Message } from '../../core/conversation.ts';
import { Failure } from '../../core/errors.ts';
import type { DocumentView, SearchHit, SourceInfo } from '../../core/document.ts';
import type { ResolvedProfile } from '../../core/profile.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ToolInfo, ToolSpec } from '../../core/tool.ts';
import type { Act, OutgoingRequest } from '../../core/call.ts';
import { memoryFolders } from '../../sandbox/dispatcher.test-support.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { builtins } from '../../tools/builtins.ts';
import { findTools } from '../../tools/find-tools.ts';
import { realRunnerOver } from '../../tools/real-runner.test-support.ts';
import type { Registry } from '../../tools/registry.ts';
import { bundleOf, draft, storedPages } from '../../tools/stored-pages.test-support.ts';
import type { HostileServers, ServerWords } from './hostile-servers.test-support.ts';

export const CANARY = 'canary-4f9c-never-read-me';

export interface Order {
  name: string;
  args?: JsonObject;
}

/** The texts the model will read. */
export interface World {
  /** Passages given with the question and found by a search. */
  hits?: SearchHit[];
  found?: SearchHit[];
  document?: string;
  sources?: string[];
  /** The result of the tool `lookup`, and the error of `broken`. */
  text?: string;
  /** The server's response. */
  page?: string;
  /** Files that tools wrote earlier. */
  files?: { tool: string; path: string; text: string }[];
  /** A stranger's tool. */
  stranger?: { description: string; parameter?: string };
  /** MCP servers with these texts; their tools are allowed. */
  servers?: ServerWords;
}

export class LoggingServer {
  /** Method, address and body of each request. */
  readonly seen: string[] = [];
  page = 'ok';
  #server: Server | undefined;
  origin = '';

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        this.seen.push(`${request.method} ${request.url} ${body} ${JSON.stringify(request.headers)}`);
        response.end(request.url?.startsWith('/token') ? '{"access_token":"abcdefgh12345"}' : this.page);
      });
    });
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

/** Does what its user asks, then carries out every order in a text with its mark, wherever the text stands. */
export class ObedientModel implements Model {
  readonly id = 'obedient';
  readonly read: string[] = [];
  /** The user's request. */
  lead: Order[][] = [];
  orders: Order[][] = [];
  /** Its final answer. */
  words = 'Done.';
  mark = '';
  /** Whether it has read the order. */
  fooled = false;
  /** Whether its last call is the one its user asked for. */
  led = false;
  #count = 0;

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const visible = JSON.stringify([request.system, request.messages, request.tools]);
    this.read.push(visible);
    if (this.mark !== '' && visible.includes(this.mark)) this.fooled = true;
    this.led = this.lead.length > 0;
    const next = this.lead.shift() ?? (this.fooled ? this.orders.shift() : undefined);
    for (const { name, args = {} } of request.toolChoice === 'none' ? [] : (next ?? [])) {
      const key = `k${++this.#count}`;
      yield { type: 'call_started', key, name };
      yield { type: 'call_finished', key, call: { id: key, name, arguments: JSON.stringify(args) } };
    }
    if (!next) yield { type: 'text', delta: this.words };
    yield { type: 'finish', reason: 'stop' };
  }
}

const openPage = storedPages('injections');

/** Declarations by source text: most are the same in every attack. */
const declared = new Map<string, Promise<ToolSpec>>();

function inspected(text: string, inspect: () => Promise<ToolSpec>): Promise<ToolSpec> {
  const known = declared.get(text) ?? inspect();
  declared.set(text, known);
  return known;
}

/** @param hostile required if the world has servers */
export async function openRig(server: LoggingServer, world: World, hostile?: HostileServers) {
  const host = new URL(server.origin).host;
  server.seen.length = 0;
  server.page = world.page ?? 'ok';
  const files = memoryFolders();
  const library = libraryOf(server, world);
  const services: HostServices = { ...library, folders: files };
  const runner = realRunnerOver(services);
  const servers = world.servers && (await hostile?.openIn(() => registry));
  const page = await openPage({
    ...(servers && { callServer: (run) => servers.call(run) }),
    runner: { ...runner, inspect: (...given) => inspected(given.join('\n'), () => runner.inspect(...given)) },
    secrets: [{ name: 'API_KEY', value: CANARY, hosts: [] }],
    builtins: [
      ...builtins(library),
      findTools(async () => registry.list().filter(({ name }) => name === 'unit_table')),
    ],
  });
  const registry: Registry = page.registry;
  for (const [source, config] of toolSources(server.origin, world)) {
    const tool = await registry.install(source, {
      policy: 'allow',
      hosts: [host],
      writes: true,
      ...(config && { config }),
    });
    for (const file of world.files ?? []) {
      if (file.tool === tool.name)
        await files.write(tool.folder, file.path, new TextEncoder().encode(file.text));
    }
  }
  if (world.stranger) {
    const { description, parameter = 'The unit' } = world.stranger;
    const editor = await registry.edit();
    await editor.installer.importBundle(
      bundleOf(
        'strangers',
        draft(lua('unit_table', 'return { m = 1 }', { unit: parameter }, description), { fileName: 'u.lua' }),
      ),
      'user',
    );
  }
  if (hostile && servers) {
    hostile.words = world.servers ?? {};
    await servers.add();
    for (const { name } of registry.list({ kind: 'mcp' })) await registry.setPolicy(name, 'allow');
  }
  const acts: { act: Act; tool: string }[] = [];
  page.approvals.onChange(() => {
    for (const { id, digest, act, scopes, name } of page.approvals.pending) {
      acts.push({ act, tool: name });
      // Approves everything except requests that leave the device and further actions of a run.
      if ((act.kind === 'run' && !act.sends) || rig.agrees(model.led))
        page.approvals.approve(id, digest, scopes.at(-1));
      else page.approvals.deny(id);
    }
  });
  const before = savedIn(registry.list({ includeDisabled: true }));
  const model = new ObedientModel();
  const kept = memoryConversations();
  let ids = 0;
  const agent = new Agent({
    model: async () => model,
    tools: {
      list: () => registry.list(),
      find: async () => [],
      call: (name, args, { onProgress: _, ...options }) => registry.call(name, args, options),
    },
    search: async () => world.hits ?? [],
    gather: async () => (world.hits ?? []).map((hit) => ({ ...hit, text: hit.snippet })),
    answer: async () => ({ kind: 'none', answer: null, confidence: 0, passages: [] }),
    isBundledText: async (hits) => rig.isBundledText(hits),
    document: async (id) => library.get(id),
    profile: async () => rig.profile,
    conversations: kept,
    newId: () => `m${++ids}`,
    now: () => '2026-11-01T10:00:00Z',
  });
  const ask = async (text: string, conversation = 'c1', mentions: Mention[] = []): Promise<void> => {
    for await (const event of agent.send(text, { conversation, mentions })) void event;
  };
  const rig = {
    model,
    world,
    /** Whether the user approves the actions of runs. @param led the user asked for it */
    agrees: ((): boolean => false) as (led: boolean) => boolean,
    profile: undefined as ResolvedProfile | undefined,
    isBundledText: ((): boolean => false) as (hits: readonly SearchHit[]) => boolean,
    ask,
    again: async (question: string): Promise<void> => {
      for await (const event of agent.regenerate('c1', question)) void event;
    },
    acts,
    registry,
    kept,
    sends: (): OutgoingRequest[] =>
      acts.flatMap(({ act }) =>
        act.kind === 'send' ? [act.request] : act.kind === 'run' && act.sends ? [act.sends.request] : [],
      ),
    close: async () => servers?.close(),
    saved: () => ({ before, now: savedIn(registry.list({ includeDisabled: true })) }),
  };
  return rig;
}

function savedIn(tools: Pick<ToolInfo, 'name' | 'version' | 'hosts' | 'enabled'>[]) {
  return tools.map(({ name, version, hosts, enabled }) => ({ name, version, hosts, enabled }));
}

export function memoryConversations() {
  const conversations = new Map<string, Conversation>();
  const messages = new Map<string, Message>();
  return {
    get: async (id: string) => conversations.get(id),
    put: async (one: Conversation) => void conversations.set(one.id, one),
    change: async (id: string, change: (one: Conversation) => Conversation) => {
      const held = conversations.get(id);
      if (held) conversations.set(id, change(held));
    },
    messages: async (id: string) => [...messages.values()].filter(({ conversation }) => conversation === id),
    putMessage: async (message: Message) => void messages.set(message.id, structuredClone(message)),
  };
}

function libraryOf(server: LoggingServer, world: World) {
  const remote = `${server.origin}/remote`;
  return {
    search: async (query: string): Promise<SearchHit[]> => {
      await fetch(remote, { method: 'POST', body: query });
      return world.found ?? world.hits ?? [];
    },
    get: async (id: string): Promise<DocumentView> => {
      if (id.startsWith('remote:')) await fetch(remote, { method: 'POST', body: id });
      if (world.document === undefined) throw new Failure('not_found', `document not found: ${id}`);
      return documentOf(id, world.document);
    },
    sources: async (): Promise<SourceInfo[]> =>
      (world.sources ?? []).map((name) => ({
        name,
        configured: true,
        healthy: true,
        documents: 1,
        chunks: 1,
      })),
    sends: async (asked: { query: string } | { document: string }): Promise<OutgoingRequest[]> => {
      const body = 'query' in asked ? asked.query : asked.document;
      if ('document' in asked && !body.startsWith('remote:')) return [];
      return [{ method: 'POST', url: remote, headers: {}, body }];
    },
  };
}

function lua(name: string, body: string, parameters: Record<string, string>, description = `Tool ${name}.`) {
  const given = Object.entries(parameters).map(
    ([parameter, says]) =>
      `{ name = "${parameter}", type = "string", description = ${JSON.stringify(says)} }`,
  );
  return `tool = { name = "${name}", version = "1", description = ${JSON.stringify(description)}, parameters = { ${given.join(', ')} } }
function tool.execute(params, context)
${body}
end`;
}

/** The user's own tools, allowed, with a grant for the server's host. */
function toolSources(origin: string, { text = '' }: World): [string, JsonObject?][] {
  const said = JSON.stringify(text);
  return [
    [lua('lookup', `return ${said}`, {})],
    [lua('broken', `error(${said})`, {})],
    [lua('outer', 'return tools.lookup{}', {})],
    [lua('calc', 'return 8', {})],
    [lua('fetch_page', 'return http.get(params.url).body', { url: 'Address' })],
    [lua('library_note', 'return #context.search("x")', {})],
    [lua('list_sources', 'return context.sources()', {})],
    [
      JSON.stringify({
        name: 'post_note',
        description: 'Posts a note.',
        parameters: { type: 'object', properties: { text: { type: 'string' } } },
        request: { url: `${origin}/notes`, method: 'POST', body: { text: '${text}' } },
      }),
    ],
    [
      JSON.stringify({
        name: 'publish',
        description: 'Publishes a note.',
        parameters: { type: 'object', properties: { text: { type: 'string' } } },
        steps: [{ id: 'post', tool: 'post_note', args: { text: '${params.text}' } }],
      }),
    ],
    [lua('relay', `return tools.fetch_page{ url = "${origin}/relay?d=" .. params.text }`, { text: 'Text' })],
    [
      lua('fan_out', `return tools.all{ { "calc", {} }, { "post_note", { text = params.text } } }`, {
        text: 'Text',
      }),
    ],
    [lua('to_server', 'return tools["notes__add_note"]{ text = params.text }', { text: 'Text' })],
    [lua('recall', 'return fs.read("memo.txt")', {})],
    [lua('names', 'return fs.list()', {})],
    [
      lua(
        'memo',
        `if params.text then fs.write("memo.txt", params.text) return true end
return http.post("${origin}/sync", { note = fs.read("memo.txt") }).status`,
        { text: 'What to keep; nothing: send it' },
      ),
    ],
    [lua('whoami', 'return env.get("API_KEY")', {}), { token: '${API_KEY}' }],
    [
      lua(
        'with_key',
        `return http.get("${origin}/key?d=" .. params.text, { headers = { authorization = env.get("API_KEY") } }).status`,
        { text: 'Text' },
      ),
      { token: '${API_KEY}' },
    ],
  ];
}

function documentOf(id: string, body: string): DocumentView {
  const at = '2026-01-01T00:00:00Z';
  return {
    ...{ id, body, title: 'Paper', source: 'files', source_id: 'paper.md', content_type: 'text/plain' },
    ...{ created_at: at, updated_at: at, metadata: {}, chunks: [{ index: 0, text: body }] },
  };
}
