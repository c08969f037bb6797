// The host's side of an app, with everything an app might send.
import { expect, it, vi } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { AppBridge, type BridgeDeps } from './app-bridge.ts';

function open(given: Partial<BridgeDeps> = {}) {
  const posted: JsonObject[] = [];
  const wish = vi.fn(async () => true);
  const onFlood = vi.fn();
  const onHeight = vi.fn();
  const callTool = vi.fn(async () => ({ content: [] }) as JsonObject);
  const bridge = new AppBridge({
    post: (message) => void posted.push(message),
    host: { name: 'Perilune', version: '1' },
    context: () => ({ theme: 'dark', displayMode: 'inline' }),
    input: { city: 'Bern' },
    result: { content: [] },
    callTool,
    readResource: async (uri) => ({ contents: [{ uri, text: '' }] }),
    listResources: async () => ({ resources: [] }),
    wish,
    onReady: () => undefined,
    onHeight,
    onDone: () => undefined,
    onFlood,
    now: () => 0,
    ...given,
  });
  let ids = 0;
  const ask = async (method: string, params: unknown = {}): Promise<JsonObject | undefined> => {
    const id = ++ids;
    bridge.receive({ jsonrpc: '2.0', id, method, params });
    await new Promise((resolve) => setTimeout(resolve));
    return posted.find((message) => message['id'] === id);
  };
  return { bridge, posted, ask, wish, onFlood, onHeight, callTool };
}

it('introduces itself, then gives the input and the result, once', async () => {
  const { ask, bridge, posted } = open();
  expect(await ask('ui/initialize')).toMatchObject({
    result: { protocolVersion: '2026-01-26', hostContext: { theme: 'dark' } },
  });
  for (let time = 0; time < 2; time++)
    bridge.receive({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
  expect(posted.slice(1)).toEqual([
    { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { city: 'Bern' } } },
    { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { content: [] } },
  ]);
});

it.each([
  null,
  'text',
  [],
  {},
  { jsonrpc: '1.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: {}, method: 'tools/call', params: { name: 'x' } },
  { jsonrpc: '2.0', id: 1, result: {} },
])('ignores %j', (message) => {
  const { bridge, posted, callTool } = open();
  bridge.receive(message);
  expect(posted).toEqual([]);
  expect(callTool).not.toHaveBeenCalled();
});

it('refuses unknown methods and wrong parameters with a reason', async () => {
  const { ask, wish } = open();
  expect(await ask('sampling/createMessage')).toMatchObject({ error: { code: -32601 } });
  expect(await ask('ui/update-model-context')).toMatchObject({ error: { code: -32601 } });
  expect(await ask('tools/call', { name: 5 })).toMatchObject({ error: { code: -32602 } });
  expect(await ask('tools/call', { name: 'x', arguments: [] })).toMatchObject({ error: { code: -32602 } });
  for (const url of ['javascript:alert(1)', 'file:///etc', 'data:text/html,x', 'https://u:p@a.example', 'x'])
    expect(await ask('ui/open-link', { url })).toMatchObject({ error: { code: -32602 } });
  expect(await ask('ui/message', { content: [{ type: 'image', data: '' }] })).toMatchObject({
    error: { code: -32602 },
  });
  expect(wish).not.toHaveBeenCalled();
});

it('passes on what a person decides', async () => {
  const { ask, wish } = open();
  expect(await ask('ui/message', { role: 'user', content: [{ type: 'text', text: ' Hi ' }] })).toMatchObject({
    result: {},
  });
  expect(wish).toHaveBeenLastCalledWith({ kind: 'message', text: 'Hi' });
  wish.mockResolvedValue(false);
  const resource = { uri: 'file:///../../a/.b<c>.txt', mimeType: 'text/plain', text: 'x' };
  const answer = await ask('ui/download-file', { contents: [{ type: 'resource', resource }] });
  expect(answer).toMatchObject({ result: { isError: true } });
  expect(wish).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'file', name: 'b_c_.txt' }));
});

it('leaves out the invisible characters of a message, and refuses one that has no others', async () => {
  const { ask, wish } = open();
  const say = (text: string) => ask('ui/message', { role: 'user', content: [{ type: 'text', text }] });
  await say('Which\u{e0041} card\u202e?');
  expect(wish).toHaveBeenLastCalledWith({ kind: 'message', text: 'Which card?' });
  expect(await say('\u200b\u{e0041}')).toMatchObject({ error: { code: -32602 } });
  expect(wish).toHaveBeenCalledTimes(1);
});

it('ends an app that floods, by number or by size', () => {
  for (const padding of [0, 400_000]) {
    const { bridge, onFlood, onHeight } = open();
    const params = { height: 5, padding: 'x'.repeat(padding) };
    for (let count = 0; count < 1000; count++)
      bridge.receive({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params });
    expect(onFlood).toHaveBeenCalledTimes(1);
    expect(onHeight.mock.calls.length).toBeLessThan(padding > 0 ? 50 : 500);
  }
});

it.each([
  ['is a huge list', () => Array.from({ length: 9_000_000 }, () => 0)],
  ['is a list without end', () => new Array(4_000_000_000)],
  ['has huge bytes', () => ({ bytes: new Uint8Array(9_000_000) })],
  [
    'contains itself',
    () => {
      const self: unknown[] = [];
      return self.push(self) && self;
    },
  ],
])('ends an app whose message %s', (_, made) => {
  const { bridge, onFlood } = open();
  bridge.receive({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { list: made() } });
  expect(onFlood).toHaveBeenCalledTimes(1);
});

it('lets few requests wait at a time', async () => {
  const { ask, posted } = open({ callTool: () => new Promise(() => undefined) });
  for (let count = 0; count < 30; count++) await ask('tools/call', { name: 'x' });
  expect(posted.filter((message) => 'error' in message)).toHaveLength(10);
});
