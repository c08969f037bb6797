// Servers over the page API: a change keeps what it does not name.
import { expect, it } from 'vitest';
import type { McpServer } from '../core/mcp-server.ts';
import { serverApi } from './server-api.ts';

const server: McpServer = {
  id: 's1',
  name: 'weather',
  url: 'https://a.example/mcp',
  enabled: true,
  auth: 'headers',
  headers: ['X-Key', 'X-Team'],
  createdAt: '',
};

function setUp(state: object = { status: 'open' }) {
  const updates: unknown[] = [];
  const servers = {
    list: async () => [server],
    state: () => state,
    add: async () => server,
    update: async (_id: string, given: unknown) => void updates.push(given),
  };
  const app = { servers: async () => servers, tools: { toolsIn: () => [] } };
  return { api: serverApi(Promise.resolve(app as never)), updates };
}

it('keeps the stored headers when only the address changes', async () => {
  const { api, updates } = setUp();
  await api.update('weather', { url: 'https://a.example/v2' });
  // A name without a value keeps the stored one.
  expect(updates).toMatchObject([{ url: 'https://a.example/v2', headers: { 'X-Key': '', 'X-Team': '' } }]);
});

it('replaces them when headers are given, or another way to sign in', async () => {
  const { api, updates } = setUp();
  await api.update('s1', { headers: { 'X-New': 'v' } });
  await api.update('s1', { auth: 'none' });
  expect(updates).toEqual([
    { name: 'weather', url: server.url, auth: 'headers', headers: { 'X-New': 'v' } },
    { name: 'weather', url: server.url, auth: 'none' },
  ]);
});

it('says that a server could not be reached, although it is stored', async () => {
  const input = { name: 'weather', url: server.url };
  expect((await setUp().api.add(input)).error).toBeUndefined();
  const problem = 'a.example does not respond.';
  const failed = await setUp({ status: 'failed', problem }).api.add(input);
  expect(failed).toMatchObject({
    server: { name: 'weather', status: 'failed' },
    error: { code: 'unavailable', message: problem },
  });
  const locked = setUp({ status: 'failed', problem, wantsSignIn: true }).api;
  expect((await locked.update('weather', { url: server.url })).error?.code).toBe('denied');
});
