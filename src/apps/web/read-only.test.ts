// Read-only mode: no caller can write, send or ask for anything. Reading and computing still work.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Caller } from '../../core/call.ts';
import { Outbound } from '../../core/outbound.ts';
import { Taint } from '../../core/taint.ts';
import { remoteRequests } from '../../features/remote-collections/remote-requests.ts';
import { libraryServices } from './library-services.ts';
import { MODEL, openRig, toolText, type Rig } from './code-mode.test-support.ts';

const USER: Caller = { kind: 'user' };
const CALLERS: Caller[] = [
  MODEL,
  USER,
  { kind: 'page' },
  { kind: 'browser' },
  { kind: 'app', server: 'board.example', conversation: 'chat-1' },
  { kind: 'schedule', feed: 'f' },
];

let rig: Rig;
let requests: string[] = [];

beforeEach(async () => {
  rig = await openRig();
  // A question would get a yes.
  rig.person.answer = () => true;
  requests = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    requests.push(String(url));
    return new Response('{}');
  });
});

afterEach(() => vi.unstubAllGlobals());

async function install(name: string, body: string, settings: object = {}): Promise<void> {
  const tool = await rig.tools.install(toolText(name, body));
  await rig.tools.configure(tool.id, settings);
}

it.each([
  ['writes a file', 'fs.write("a.txt", "x")', 'refuses writing'],
  ['deletes a file', 'fs.delete("a.txt")', 'refuses writing'],
  ['sends', 'http.post("https://a.example/", "x")', 'refuses requests'],
  ['sends with a hidden name', '_G["ht" .. "tp"].get("https://a.example/?q=1")', 'refuses requests'],
  ['hides a write in a coroutine', 'coroutine.wrap(function() fs.write("a", "b") end)()', 'refuses writing'],
])('runs a script that %s up to the refused call, and asks nobody', async (_, source, words) => {
  rig.readOnlyChats.add('chat-1');
  const { outcome, logs } = await rig.script(`print("before")\n${source}\nreturn "after"`);
  const told = JSON.stringify(outcome);
  expect(told).toContain(`read-only mode is on in this chat and ${words}`);
  expect(told).toContain('/readonly');
  expect(told).not.toContain('"after"');
  expect(JSON.stringify([told, logs])).toContain('before');
  expect([rig.asked, requests]).toEqual([[], []]);
});

it('gives a script only the text of the refusal, even if it catches it', async () => {
  rig.readOnlyChats.add('chat-1');
  const { outcome } = await rig.script(`
    local ok = pcall(fs.write, "kept.txt", "x")
    return { wrote = ok, files = #fs.list() }`);
  expect(outcome.result).toMatchObject({ value: { wrote: false, files: 0 } });
});

it('refuses tools that send, write or ask, also when another tool calls them', async () => {
  await install('sender', 'return http.get("https://a.example/").status', { hosts: ['a.example'] });
  await install('writer', 'fs.write("a.txt", "x") return true', { writes: true });
  await install('asker', 'return 1');
  await rig.tools.setPolicy('asker', 'ask');
  await install('caller', 'return tools.sender{}');
  rig.readOnlyChats.add('chat-1');
  for (const [name, words] of [
    ['sender', 'HTTP GET https://a.example/ failed: read-only mode'],
    ['writer', 'refuses writing'],
    ['asker', 'refuses calls that need an approval'],
    ['caller', 'tools.sender: '],
  ]) {
    const { outcome } = await rig.tools.call(name!, {}, { caller: MODEL });
    expect(outcome.error?.message).toContain(words);
    expect(outcome.error?.message).toContain('read-only mode is on in this chat');
  }
  expect([rig.asked, requests]).toEqual([[], []]);
  // Elsewhere they work.
  const other: Caller = { kind: 'agent', conversation: 'chat-2', call: '1' };
  expect((await rig.tools.call('asker', {}, { caller: other })).outcome).toEqual({ result: 1 });
});

it('still lets tools and scripts read and compute', async () => {
  await install('adder', 'return 1 + 1');
  rig.settings.readOnly = true;
  expect((await rig.tools.call('adder', {}, { caller: MODEL })).outcome).toEqual({ result: 2 });
  const found = await rig.tools.call('search', { query: 'moon' }, { caller: MODEL });
  expect(JSON.stringify(found.outcome.result)).toContain('About moon');
  const script = await rig.script('return #context.search("moon") + tools.adder{}');
  expect(script.outcome.result).toMatchObject({ value: 3 });
});

it('covers every caller when it is on everywhere, and says where to switch it off', async () => {
  await install('sender', 'return http.get("https://a.example/").status', { hosts: ['a.example'] });
  rig.settings.readOnly = true;
  for (const caller of CALLERS) {
    const { outcome } = await rig.tools.call('sender', {}, { caller });
    expect(outcome.error).toMatchObject({ code: 'denied' });
    expect(outcome.error?.message).toContain('read-only mode is on everywhere');
    expect(outcome.error?.message).toContain('open Settings, Tool calls');
  }
  expect([rig.asked, requests]).toEqual([[], []]);
});

it('searches the library of this device alone, and opens no remote document', async () => {
  const asked: unknown[] = [];
  const remote = {
    id: 'r1',
    url: 'https://chroma.example',
    tenant: 't',
    database: 'd',
    collection: 'c',
    use: 'also',
  };
  const library = libraryServices({
    knowledge: {
      search: async (_, options) => (asked.push(options?.local), []),
      gather: async (_, { local }) => (asked.push(local), []),
      sources: async ({ local } = {}) => (asked.push(local), []),
      get: async (id) => (asked.push(id), { id, title: 'A document', body: 'its text', chunks: [] } as never),
      list: async () => ({ documents: [], total: 0 }),
      open: async (id) => (asked.push(id), Promise.reject(new Error(id))),
    },
    extensions: { one: () => Promise.reject(new Error('none')) },
    database: { count: async () => 1 } as never,
    remotes: async () => ({
      list: async () => [remote as never],
      requests: async (question) => remoteRequests([remote as never], question),
    }),
    embeddings: async () => ({ choice: { kind: 'device' } as never }),
  });
  rig = await openRig({ library });
  rig.readOnlyChats.add('chat-1');
  const call = async (name: string, args: object, outbound?: Outbound) =>
    (await rig.tools.call(name, args as never, { caller: MODEL, taint, ...(outbound && { outbound }) }))
      .outcome;
  const taint = new Taint();
  const found = { result: { results: [] } };
  expect(await call('search', { query: 'a secret plan' })).toEqual(found);
  // Once it has read untrusted text, it would have to ask.
  taint.add('a page');
  expect(await call('search', { query: 'a secret plan' })).toEqual(found);
  expect(await call('sources', {})).toEqual({ result: { sources: [] } });
  await rig.script('context.sources() return context.search("a secret plan")');
  expect(asked).toEqual([true, true, true, true, true]);
  const id = 'remote:r1:a-secret-plan';
  const limit = { within: [['work']], documents: [] };
  for (const outbound of [undefined, new Outbound(undefined, limit)])
    expect((await call('get', { id }, outbound)).error?.message).toContain('refuses requests');
  expect(JSON.stringify((await rig.script(`return context.get("${id}")`)).outcome)).toContain(
    'refuses requests',
  );
  const mine = await rig.tools.call(
    'get',
    { id: 'd1' },
    { caller: { kind: 'user', conversation: 'chat-1' } },
  );
  expect(mine.outcome).toMatchObject({ result: { title: 'A document' } });
  expect([asked.slice(5), rig.asked]).toEqual([['d1'], []]);
});

it('does not send a question to an endpoint to embed it', async () => {
  const modes: unknown[] = [];
  let kind = 'endpoint';
  const library = libraryServices({
    knowledge: {
      search: async (_, options) => (modes.push(options?.mode), []),
      gather: async (_, { mode }) => (modes.push(mode), []),
      sources: async () => [],
      get: async (id) => Promise.reject(new Error(id)),
      list: async () => ({ documents: [], total: 0 }),
      open: async (id) => Promise.reject(new Error(id)),
    },
    extensions: { one: () => Promise.reject(new Error('none')) },
    database: { count: async () => 0 } as never,
    remotes: () => Promise.reject(new Error('none')),
    embeddings: async () => ({ choice: { kind } as never }),
  });
  rig = await openRig({ library });
  rig.readOnlyChats.add('chat-1');
  const look = async (): Promise<unknown[]> => {
    modes.length = 0;
    const args = { query: 'a secret plan', mode: 'semantic' };
    await rig.tools.call('search', args, { caller: MODEL });
    await rig.script('return context.search("a secret plan", { mode = "hybrid" })');
    return [...modes];
  };
  expect(await look()).toEqual(['keyword', 'keyword']);
  kind = 'device';
  expect(await look()).toEqual(['semantic', 'hybrid']);
  rig.readOnlyChats.delete('chat-1');
  kind = 'endpoint';
  expect(await look()).toEqual(['semantic', 'hybrid']);
});

it('applies to the next call once it is switched on or off', async () => {
  await install('writer', 'fs.write("a.txt", "x") return true', { writes: true });
  const call = async () => (await rig.tools.call('writer', {}, { caller: MODEL })).outcome.error?.code;
  expect(await call()).toBeUndefined();
  rig.readOnlyChats.add('chat-1');
  expect(await call()).toBe('denied');
  rig.readOnlyChats.delete('chat-1');
  expect(await call()).toBeUndefined();
});

it('covers calls by hand in a new chat that is not stored yet', async () => {
  await install('writer', 'fs.write("a.txt", "x") return true', { writes: true });
  const { outcome } = await rig.tools.call('writer', {}, { caller: USER, readOnly: true });
  expect(outcome.error?.message).toContain('read-only mode is on in this chat');
  const report = await rig.code.run('fs.write("a.txt", "x")', 'new-chat', undefined, true);
  expect(JSON.stringify(report.outcome)).toContain('read-only mode is on in this chat');
});
