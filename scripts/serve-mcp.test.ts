// `perilune serve` over MCP with the official clients: the current protocol and the previous one, over stdio and
// HTTP.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BIN,
  FILES,
  folderOf,
  put,
  remove,
  startServing,
  TOKEN,
  type ServedProcess,
} from './served-process.ts';

interface Result {
  content: { type: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

/** The features both clients share. */
interface AnyClient {
  protocol(): string | undefined;
  tools(): Promise<Record<string, unknown>[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Result>;
  resources(): Promise<{ uri: string; name: string }[]>;
  read(uri: string): Promise<string | undefined>;
  prompts(): Promise<{ name: string }[]>;
  prompt(name: string, args: Record<string, string>): Promise<{ role: string; content: unknown }[]>;
  close(): Promise<void>;
}

interface Asked {
  /** Messages of elicitations, and the answer to the next ones; undefined: the client does not support them. */
  questions?: string[];
  action?: 'accept' | 'decline';
  onToolsChanged?: () => void;
}

const folder = folderOf(FILES);
const docs = `${folder}/docs`;
const stdioParameters = (args: string[] = []) => ({
  command: process.execPath,
  args: [BIN, 'serve', folder, '--docs', docs, '--ask', ...args],
  env: { PATH: process.env['PATH'] ?? '', XDG_CACHE_HOME: `${folder}/.cache` },
  stderr: 'ignore' as const,
});
const headers = { authorization: `Bearer ${TOKEN}` };
let served: ServedProcess;
beforeAll(async () => {
  served = await startServing(folder, ['--docs', docs, '--ask']);
}, 120_000);
afterAll(async () => {
  await served.stop();
  remove(folder);
});

async function current(over: 'stdio' | 'http', asked: Asked = {}): Promise<AnyClient> {
  const { questions, onToolsChanged } = asked;
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: 'auto' },
      capabilities: questions ? { elicitation: { form: {} } } : {},
      ...(onToolsChanged && {
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
      }),
    },
  );
  if (questions) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return asked.action === 'decline' ? { action: 'decline' } : { action: 'accept', content: {} };
    });
  }
  await client.connect(
    over === 'stdio'
      ? new StdioClientTransport(stdioParameters())
      : new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit: { headers } }),
  );
  return {
    protocol: () => client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools as never,
    call: async (name, args = {}, options) =>
      (await client.callTool({ name, arguments: args }, options)) as never,
    resources: async () => (await client.listResources()).resources,
    read: async (uri) =>
      (await client.readResource({ uri })).contents.map((one) => ('text' in one ? one.text : ''))[0],
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, args) => (await client.getPrompt({ name, arguments: args })).messages,
    close: () => client.close(),
  };
}

async function earlier(over: 'stdio' | 'http', asked: Asked = {}): Promise<AnyClient> {
  const { questions, onToolsChanged } = asked;
  const client = new EarlierClient(
    { name: 'test', version: '1' },
    { capabilities: questions ? { elicitation: {} } : {} },
  );
  if (questions) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return asked.action === 'decline' ? { action: 'decline' } : { action: 'accept', content: {} };
    });
  }
  if (onToolsChanged) client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
  const transport =
    over === 'stdio'
      ? new EarlierStdio(stdioParameters())
      : new EarlierHttp(new URL(`${served.url}/mcp`), { requestInit: { headers } });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    protocol: () => (transport as { protocolVersion?: string }).protocolVersion,
    tools: async () => (await client.listTools()).tools as never,
    call: async (name, args = {}, options) =>
      (await client.callTool({ name, arguments: args }, undefined, options as never)) as never,
    resources: async () => (await client.listResources()).resources,
    read: async (uri) =>
      (await client.readResource({ uri })).contents.map((one) => ('text' in one ? one.text : ''))[0],
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, args) => (await client.getPrompt({ name, arguments: args })).messages,
    close: () => client.close(),
  };
}

describe.each([
  ['the current protocol over stdio', current, 'stdio'],
  ['the current protocol over HTTP', current, 'http'],
  ['the earlier protocol over stdio', earlier, 'stdio'],
  ['the earlier protocol over HTTP', earlier, 'http'],
] as const)('%s', (_, open, over) => {
  const asked: Required<Asked> = { questions: [], action: 'accept', onToolsChanged: () => (changes += 1) };
  let changes = 0;
  let client: AnyClient;
  beforeAll(async () => {
    client = await open(over, asked);
  }, 120_000);
  afterAll(() => client.close());

  it('lists tools with schemas and annotations', async () => {
    const tools = await client.tools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['search', 'get', 'word_count']));
    expect(tools.find(({ name }) => name === 'word_count')).toMatchObject({
      description: 'Does word_count',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      outputSchema: { type: 'object', properties: { words: { type: 'integer' } } },
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    });
  });

  it('calls tools: structured results, texts, failures', async () => {
    const counted = await client.call('word_count', { text: 'a b c' });
    expect(counted.structuredContent).toEqual({ words: 3 });
    expect(JSON.parse(counted.content[0]?.text ?? '')).toEqual({ words: 3 });
    expect((await client.call('echo', { value: 'plain' })).content).toEqual([
      { type: 'text', text: 'plain' },
    ]);
    expect(await client.call('word_count')).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'missing required parameter: text' }],
    });
    expect(await client.call('fails')).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'tool_error' } },
    });
    await expect(client.call('nothing')).rejects.toThrow('no tool registered with name: nothing');
  });

  it("reports a call's progress", async () => {
    const notes: unknown[] = [];
    await client.call('steps', {}, { onprogress: (note) => notes.push(note) });
    expect(notes[0]).toEqual({ progress: 0.25, total: 1, message: 'a quarter' });
  });

  it('stops a call when the client cancels', async () => {
    const stop = new AbortController();
    const calling = client.call('hangs', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    await expect(calling).rejects.toThrow();
    expect((await client.call('word_count', { text: 'a' })).structuredContent).toEqual({ words: 1 });
  });

  it('offers documents as resources, and searches them', async () => {
    const resources = await client.resources();
    expect(resources.map(({ name }) => name).sort()).toEqual(['moons/io.md', 'tides.md']);
    const io = resources.find(({ name }) => name === 'moons/io.md');
    expect(io?.uri).toBe('perilune:///docs/moons/io.md');
    expect(await client.read(io!.uri)).toContain('four hundred volcanoes');
    await expect(client.read('perilune:///docs/..%2Fsecret')).rejects.toThrow('document not found');
    const found = await client.call('search', { query: 'volcanoes' });
    expect(JSON.stringify(found.structuredContent)).toContain('moons/io.md');
  });

  it('offers agents as prompts', async () => {
    expect((await client.prompts()).map(({ name }) => name).sort()).toEqual(['critic', 'writer']);
    expect(await client.prompt('writer', { topic: 'tides' })).toEqual([
      { role: 'user', content: { type: 'text', text: 'Write about tides' } },
      { role: 'assistant', content: { type: 'text', text: 'Ready.' } },
    ]);
    await expect(client.prompt('writer', {})).rejects.toThrow("needs the argument 'topic'");
  });

  it('asks the user, and respects a no', async () => {
    expect((await client.call('careful')).content).toEqual([{ type: 'text', text: 'ran' }]);
    expect((await client.call('writes')).content).toEqual([{ type: 'text', text: 'kept' }]);
    expect(asked.questions).toEqual(['Run careful?\n{}', 'writes wants to write note.txt.\nkept']);
    asked.action = 'decline';
    expect(await client.call('careful')).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'denied' } },
    });
  });

  it('notifies clients of a new tool', async () => {
    const name = `late_${over}_${open === current ? 'current' : 'earlier'}`;
    await client.tools();
    put(folder, {
      [`tools/${name}.lua`]: 'tool = { description = "Late" }\nfunction tool.execute() return 1 end',
    });
    await expect.poll(() => changes, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect
      .poll(async () => (await client.tools()).some((tool) => tool['name'] === name), { timeout: 20_000 })
      .toBe(true);
  });
});

it.each([
  ['current', current],
  ['earlier', earlier],
] as const)(
  'refuses a call that needs approval if a client of the %s protocol cannot ask',
  async (_, open) => {
    const client = await open('http');
    const refused = await client.call('careful');
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'denied' } } });
    expect(refused.content[0]?.text).toContain('this client cannot ask you');
    await client.close();
  },
);

it('speaks the current protocol and the previous one', async () => {
  const [now, before] = [await current('http'), await earlier('http')];
  expect([now.protocol(), before.protocol()]).toEqual(['2026-07-28', '2025-11-25']);
  await Promise.all([now.close(), before.close()]);
});
