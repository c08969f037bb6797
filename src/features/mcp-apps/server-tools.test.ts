// What an app may do on its server, and what it may not.
import { expect, it, vi } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { McpToolApp } from '../../core/mcp-app.ts';
import { NO_REACH } from '../../core/mcp-app.ts';
import type { Taint } from '../../core/taint.ts';
import type { Tool } from '../../core/tool.ts';
import { ServerSide, type AppParts } from './server-tools.ts';

function tool(name: string, bundle: string, app?: McpToolApp): Tool {
  const source = JSON.stringify({ name, server: 'https://board.example/mcp', ...(app && { app }) });
  return {
    name: `${bundle}__${name}`,
    kind: 'mcp',
    bundle,
    source,
    hosts: ['board.example'],
  } as unknown as Tool;
}

const BOARD = tool('board', 'one', { uri: 'ui://board' });

function open(given: { everywhere?: boolean; chat?: boolean; reach?: string[] } = {}) {
  const tools = [
    BOARD,
    tool('refresh', 'one', { callers: ['app'] }),
    tool('hidden', 'one', { callers: ['model'] }),
    tool('far', 'two'),
    tool('renamed', 'one'),
  ];
  const callable = (one: Tool): string => (one.name === 'one__renamed' ? 'one-2__renamed' : one.name);
  const call = vi.fn(
    async (
      _name: string,
      _args: unknown,
      _options: { taint: Taint; only: string[]; onState(state: string): void },
    ) => ({
      outcome: { result: 'done' },
      args: {},
      logs: [],
      milliseconds: 0,
    }),
  );
  const content = {
    read: vi.fn(async (uri: string) => [{ uri, text: 'x' }]),
    resources: vi.fn(async () => [{ uri: 'a:b', name: 'b' }]),
  };
  const app = {
    tools: {
      list: () => tools.map((one) => ({ name: callable(one) })),
      get: (name: string) => tools.find((one) => callable(one) === name),
      call,
    },
    servers: async () => ({ content: async () => content }),
    preferences: { current: { readOnly: given.everywhere === true } },
    conversations: { get: async () => ({ readOnly: given.chat === true }) },
  } as unknown as AppParts;
  const reach = { ...NO_REACH, connect: given.reach ?? [] };
  return { side: new ServerSide(app, BOARD, 'chat', reach), call, content };
}

it('calls tools of its server that are for apps, and no others', async () => {
  const { side, call } = open();
  await expect(side.callTool('refresh', { page: 2 })).resolves.toEqual({
    content: [{ type: 'text', text: 'done' }],
  });
  expect(call).toHaveBeenCalledWith(
    'one__refresh',
    { page: 2 },
    expect.objectContaining({
      caller: { kind: 'app', server: 'board.example', conversation: 'chat' },
      only: ['one__refresh'],
    }),
  );
  for (const name of ['hidden', 'far', 'two__far', 'one__refresh', 'search'])
    await expect(side.callTool(name, {})).rejects.toMatchObject({ code: 'not_found' });
  expect(call).toHaveBeenCalledTimes(1);
});

it('calls a tool by its name here, when another tool has the name that its server gave it', async () => {
  const { side, call } = open();
  await side.callTool('renamed', {});
  expect(call).toHaveBeenCalledWith(
    'one-2__renamed',
    {},
    expect.objectContaining({ only: ['one-2__renamed'] }),
  );
});

it('counts what an app could read elsewhere as untrusted for its server', async () => {
  const { side, call } = open({ reach: ['https://cdn.example:8443', 'wss://*.live.example'] });
  await side.callTool('refresh', {});
  const { taint } = call.mock.calls[0]![2];
  expect(taint.besides('board.example')).toBe('cdn.example:8443, *.live.example');
});

it('asks one question about a tool at a time', async () => {
  const { side, call } = open();
  let finish = (): void => undefined;
  call.mockImplementation(async (_name, _args, { onState }) => {
    onState('waiting');
    await new Promise<void>((resolve) => (finish = resolve));
    return { outcome: { result: 'done' }, args: {}, logs: [], milliseconds: 0 };
  });
  const first = side.callTool('refresh', {});
  await expect(side.callTool('refresh', {})).rejects.toThrow('is waiting for the user');
  finish();
  await first;
  const next = side.callTool('refresh', {});
  finish();
  await expect(next).resolves.toBeDefined();
  expect(call).toHaveBeenCalledTimes(2);
});

it('stops asking after three denied calls in a row', async () => {
  const { side, call } = open();
  const denied = { outcome: { error: { code: 'denied', message: 'no' } } } as unknown as JsonObject;
  call.mockResolvedValue(denied as never);
  for (let time = 0; time < 3; time++)
    await expect(side.callTool('refresh', {})).resolves.toMatchObject({ isError: true });
  await expect(side.callTool('refresh', {})).rejects.toMatchObject({ code: 'denied' });
  expect(call).toHaveBeenCalledTimes(3);
});

it.each(['everywhere', 'chat'])('requests nothing of its server in read-only mode (%s)', async (place) => {
  const { side, content } = open({ [place]: true });
  await expect(side.readResource('a:b')).rejects.toThrow('read-only mode is on');
  await expect(side.listResources()).rejects.toThrow('read-only mode is on');
  expect(content.read).not.toHaveBeenCalled();
  expect(content.resources).not.toHaveBeenCalled();
});

it('reads and lists resources of its own server otherwise', async () => {
  const { side } = open();
  await expect(side.readResource('a:b')).resolves.toEqual({ contents: [{ uri: 'a:b', text: 'x' }] });
  await expect(side.listResources()).resolves.toEqual({ resources: [{ uri: 'a:b', name: 'b' }] });
});
