// Connections and their keys: which model is asked, with which key, and what must not be sent.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type ModelConnection, type Settings } from '../core/settings.ts';
import type { Secret } from '../core/secrets.ts';
import { ConnectionEditor } from './connection-editor.ts';
import type { LocalModels } from './model-connections.ts';
import { connectModel, listModels } from '../models/connect.ts';
import type { Model, ModelEvent } from '../models/model.ts';
import { Preferences } from './preferences.ts';

interface ParsedQuery {
  host: string;
  path: string;
  key: string | undefined;
  team: string | string[] | undefined;
  body: Record<string, unknown>;
}

const servers: Server[] = [];
let asked: ParsedQuery[];
beforeEach(() => (asked = []));
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Starts a model server that answers with its port's name; a `status` other than 200 refuses. */
async function serve(status = 200, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { host = '', authorization } = request.headers;
      const sent = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
      asked.push({
        host,
        path: request.url ?? '',
        key: authorization,
        team: request.headers['x-team'],
        body: sent,
      });
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      if (headers['location']) response.end();
      else if (request.url?.endsWith('/models')) response.end('{"data":[{"id":"m"}]}');
      else response.end(JSON.stringify({ choices: [{ message: { content: host }, finish_reason: 'stop' }] }));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** Settings in memory, of one tab. */
function table(stored: Settings): ConstructorParameters<typeof Preferences>[0] {
  return {
    load: async () => stored,
    change: async (change) =>
      (stored = { ...stored, ...(typeof change === 'function' ? change(stored) : change) }),
    onChange: () => () => undefined,
  };
}

function opened(
  settings: Partial<Settings>,
  keys: Record<string, string> = {},
  local?: LocalModels,
  secrets: readonly Secret[] = [],
) {
  const vault = new Map(Object.entries(keys));
  const preferences = new Preferences(
    table({ ...DEFAULT_SETTINGS, ...settings }),
    {
      has: async (name) => vault.has(name),
      get: async (name) => vault.get(name),
      set: async (name, value) => void vault.set(name, value),
      remove: async (name) => void vault.delete(name),
      list: async (prefix) =>
        [...vault.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name })),
    },
    { reveal: async (names) => secrets.filter(({ name }) => names.includes(name)) },
    { ...DEFAULT_SETTINGS, ...settings },
    local,
  );
  return { preferences, vault };
}

/** As with full storage. */
function failingToSave(settings: Partial<Settings>, keys: Record<string, string>) {
  const vault = new Map(Object.entries(keys));
  const editor = new ConnectionEditor(
    { current: { ...DEFAULT_SETTINGS, ...settings }, change: () => Promise.reject(new Error('full')) },
    {
      get: async (name) => vault.get(name),
      set: async (name, value) => void vault.set(name, value),
      remove: async (name) => void vault.delete(name),
    },
  );
  return { vault, editor };
}

async function answer(model: Model | undefined): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const request = { system: '', messages: [], tools: [], toolChoice: 'none' as const };
  for await (const event of model!.stream(request, new AbortController().signal)) events.push(event);
  return events;
}

const at = (baseUrl: string, more: Partial<ModelConnection> = {}): ModelConnection => ({
  id: 'default',
  name: '',
  baseUrl,
  model: 'm',
  api: 'chat',
  ...more,
});

describe('a chosen connection', () => {
  it('is asked with its own key, its model and the parameters of both', async () => {
    const [one, two] = [await serve(), await serve()];
    const { preferences } = opened(
      {
        model: at(one),
        models: [at(two, { id: 'x', parameters: { temperature: 0.1, topP: 0.5 }, contextWindow: 4096 })],
      },
      { 'model-key': 'one', 'model-key:x': 'two' },
    );
    await answer(await preferences.connect());
    const parameters = { temperature: 0.9, maxOutputTokens: 50, reasoningEffort: 'low' as const };
    await answer(await preferences.connect({ connection: 'x', model: 'other', parameters }));
    expect(asked.map(({ key, body }) => [key, body['model']])).toEqual([
      ['Bearer one', 'm'],
      ['Bearer two', 'other'],
    ]);
    expect(asked[1]?.body).toMatchObject({
      temperature: 0.9,
      top_p: 0.5,
      max_tokens: 50,
      reasoning_effort: 'low',
    });
    expect((await preferences.connect({ connection: 'x' }))?.contextWindow).toBe(4096);
    expect((await preferences.connect({ connection: 'x', model: 'other' }))?.contextWindow).toBeUndefined();
  });

  it('is not replaced when it is gone, so that text for a local model stays here; with no connections, search answers', async () => {
    const one = await serve();
    const { preferences } = opened({ model: at(one), fallback: true });
    await expect(preferences.connect({ connection: 'gone' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Choose another one') as string,
    });
    expect(asked).toHaveLength(0);
    expect(await opened({}).preferences.connect({ connection: 'gone' })).toBeUndefined();
    const further = opened({ models: [at(one, { id: 'x' })] }).preferences;
    expect(await further.connect()).toBeUndefined();
    expect(await further.connect({ connection: 'x' })).toBeDefined();
  });

  it('can be none, so that only the documents answer', async () => {
    const { preferences } = opened({ model: at('https://a.example/v1') });
    expect(await preferences.connect({ connection: 'none' })).toBeUndefined();
  });

  it('can be a model on the device, connected by its own feature', async () => {
    const own: Model = { id: 'tiny', stream: async function* () {} };
    const models = [at('', { id: 'd', kind: 'device', model: 'tiny' })];
    const { preferences } = opened({ models }, {}, { device: async () => own });
    expect((await preferences.connect({ connection: 'd' }))?.id).toBe('tiny');
    await expect(opened({ models }).preferences.connect({ connection: 'd' })).rejects.toThrow(
      /Choose another/,
    );
  });
});

describe('changes saved by another tab', () => {
  it('survive a later save here', async () => {
    const shared = table(DEFAULT_SETTINGS);
    // Neither tab has heard of the other's change yet.
    const tab = (): Preferences =>
      new Preferences(
        shared,
        {
          has: async () => false,
          get: async () => undefined,
          set: async () => undefined,
          remove: async () => undefined,
          list: async () => [],
        },
        { reveal: async () => [] },
        DEFAULT_SETTINGS,
      );
    const [here, there] = [tab(), tab()];
    await there.change({ models: [at('http://x.example/v1', { id: 'x' })] });
    await here.change({ theme: 'dark' });
    const saved = { theme: 'dark', models: [{ id: 'x' }] };
    expect(await shared.load()).toMatchObject(saved);
    expect(here.current).toMatchObject(saved);
  });
});

describe('headers of a connection', () => {
  const secret = (hosts: string[]): Secret => ({ name: 'TEAM_KEY', value: 'team-secret', hosts });
  const headers = { 'X-Team': 'key ${TEAM_KEY}' };
  const signal = new AbortController().signal;

  it('are sent with every request to its endpoint, with the secrets that they name', async () => {
    const one = await serve();
    const { preferences } = opened({ model: at(one, { headers }) }, {}, undefined, [secret([])]);
    await answer(await preferences.connect());
    await preferences.models({ baseUrl: one, headers }, undefined, signal);
    await preferences.test(at(one, { headers }), undefined, signal);
    expect(asked.map(({ team }) => team)).toEqual(Array(4).fill('key team-secret'));
  });

  it('are not sent when a secret is missing or limited to other hosts', async () => {
    const one = await serve();
    const without = opened({ model: at(one, { headers }) });
    await expect(without.preferences.connect().then(answer)).rejects.toThrow('TEAM_KEY is missing');
    const bound = opened({ model: at(one, { headers }) }, {}, undefined, [secret(['api.example.com'])]);
    await expect(bound.preferences.connect().then(answer)).rejects.toThrow('may not be sent to 127.0.0.1');
    expect(asked).toEqual([]);
  });

  it('are not sent when one of them contains a key in plain text', async () => {
    const one = await serve();
    const { preferences } = opened({ model: at(one, { headers: { 'x-api-key': 'sk-123456' } }) });
    await expect(preferences.connect().then(answer)).rejects.toThrow('as good as a password');
    expect(asked).toEqual([]);
  });

  it('are not forwarded by a redirect', async () => {
    const other = await serve();
    const one = await serve(307, { location: `${other}/models` });
    const { preferences } = opened({ model: at(one, { headers }) }, {}, undefined, [secret([])]);
    await expect(preferences.models({ baseUrl: one, headers }, undefined, signal)).rejects.toThrow();
    expect(asked.filter(({ host, team }) => host === new URL(other).host && team)).toEqual([]);
  });
});

describe('with fallback', () => {
  const local = { browser: async (): Promise<Model> => ({ id: 'b', stream: says('here') }) };

  function says(delta: string): Model['stream'] {
    return async function* () {
      yield { type: 'text', delta };
      yield { type: 'finish', reason: 'stop' };
    };
  }

  it('tries the other models in order', async () => {
    const [one, two] = [await serve(401), await serve()];
    const settings = {
      model: at(one),
      models: [at('', { id: 'b', kind: 'browser' as const, model: '' }), at(two, { id: 'x' })],
    };
    const failing = opened(settings, {}, local).preferences;
    await expect(answer(await failing.connect())).rejects.toThrow(/401/);
    const { preferences } = opened({ ...settings, fallback: true }, {}, local);
    expect(await answer(await preferences.connect())).toMatchObject([
      { type: 'switched', from: 'm', to: 'The model of this browser' },
      { type: 'text', delta: 'here' },
      { type: 'finish' },
    ]);
    expect(asked.map(({ host }) => host)).not.toContain(new URL(two).host);
  });

  it('never replaces a chosen model on this device with a remote one', async () => {
    const local = await serve(401);
    const elsewhere = at('https://elsewhere.example/v1', { id: 'e' });
    const { preferences } = opened({ model: elsewhere, models: [at(local, { id: 'l' })], fallback: true });
    // If another model had been asked, its failure would be reported too.
    await expect(answer(await preferences.connect({ connection: 'l' }))).rejects.toThrow(
      /401\).*Settings\.$/,
    );
  });
});

describe('a stored key', () => {
  const signal = new AbortController().signal;

  it('is sent only to the origin it was saved for', async () => {
    const [one, two] = [await serve(), await serve()];
    const { preferences } = opened({ model: at(one) }, { 'model-key': 'secret' });
    await preferences.models({ baseUrl: one }, undefined, signal);
    await preferences.models({ baseUrl: two }, undefined, signal);
    await preferences.test(at(two), undefined, signal);
    expect(asked.map(({ key }) => key)).toEqual(['Bearer secret', undefined, undefined, undefined]);
  });

  it('is deleted when its connection, default or further, gets another address', async () => {
    const { preferences, vault } = opened(
      { model: at('https://a.example/v1'), models: [at('https://b.example/v1', { id: 'x' })] },
      { 'model-key': 'a', 'model-key:x': 'b' },
    );
    await (await preferences.editConnections()).save(at('https://a.example/v2'));
    await (await preferences.editConnections()).save(at('https://c.example/v1', { id: 'x' }));
    expect([...vault]).toEqual([['model-key', 'a']]);
    await (
      await preferences.editConnections()
    ).save(at('https://d.example/v1', { id: 'y', name: 'New' }), 'new');
    expect(vault.get('model-key:y')).toBe('new');
    expect(preferences.current.models.map(({ id, baseUrl }) => [id, baseUrl])).toEqual([
      ['x', 'https://c.example/v1'],
      ['y', 'https://d.example/v1'],
    ]);
    await (await preferences.editConnections()).save(at('https://a.example/v2'), '');
    expect(vault.has('model-key')).toBe(false);
  });

  it('stays under its origin when its connection is disconnected, until it is deleted', async () => {
    const { preferences, vault } = opened(
      { model: at('https://a.example/v1'), models: [at('https://b.example/v1', { id: 'x' })] },
      { 'model-key': 'a', 'model-key:x': 'b' },
    );
    const editor = await preferences.editConnections();
    await editor.disconnect('default');
    await editor.disconnect('x');
    expect(await preferences.connect()).toBeUndefined();
    expect(preferences.current.models).toEqual([]);
    expect(await (await preferences.connecting()).keptKeys()).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
    expect(vault.has('model-key')).toBe(false);
    await (await preferences.connecting()).deleteKeptKey('https://b.example');
    expect(await (await preferences.connecting()).keptKeys()).toEqual(['https://a.example']);
  });

  it('is reused only by its own origin after a disconnect', async () => {
    const [one, two] = [await serve(), await serve()];
    const { preferences, vault } = opened({ model: at(one) }, { 'model-key': 'a' });
    const editor = await preferences.editConnections();
    await editor.disconnect('default');
    await (await preferences.connecting()).modelsWithKeptKey(one, signal);
    await (await preferences.connecting()).modelsWithKeptKey(two, signal);
    expect(asked.map(({ key }) => key)).toEqual(['Bearer a', undefined]);
    let ids = 0;
    const newId = (): string => `id-${++ids}`;
    await editor.connect({ baseUrl: two, model: 'm', api: 'chat' }, undefined, newId);
    expect(vault.has('model-key')).toBe(false);
    await editor.connect({ baseUrl: one, model: 'm', api: 'chat' }, undefined, newId);
    expect(vault.get('model-key')).toBe('a');
    expect(await (await preferences.connecting()).keptKeys()).toEqual([]);
    expect(preferences.current.model.baseUrl).toBe(one);
    expect(preferences.current.models.map(({ baseUrl }) => baseUrl)).toEqual([two]);
  });

  it('is removed with its connection, and restored with it in its place', async () => {
    const models = ['x', 'y', 'z'].map((id) => at(`https://${id}.example/v1`, { id }));
    const { preferences, vault } = opened({ models }, { 'model-key:y': 'secret' });
    const undo = await (await preferences.editConnections()).remove('y');
    expect(preferences.current.models.map(({ id }) => id)).toEqual(['x', 'z']);
    expect(vault.size).toBe(0);
    await undo();
    expect(preferences.current.models.map(({ id }) => id)).toEqual(['x', 'y', 'z']);
    expect(vault.get('model-key:y')).toBe('secret');
  });

  it('stays with its address when another model becomes the default', async () => {
    const { preferences, vault } = opened(
      { model: at('https://a.example/v1'), models: [at('https://b.example/v1', { id: 'x', name: 'B' })] },
      { 'model-key': 'a', 'model-key:x': 'b' },
    );
    await (await preferences.editConnections()).makeDefault('x', 'new');
    expect(preferences.current.model).toMatchObject({ baseUrl: 'https://b.example/v1', name: 'B' });
    expect(preferences.current.models).toMatchObject([{ id: 'new', baseUrl: 'https://a.example/v1' }]);
    expect(Object.fromEntries(vault)).toEqual({ 'model-key': 'b', 'model-key:new': 'a' });
    await (await preferences.editConnections()).makeDefault('new', 'x');
    expect(preferences.current.model.name).toBeUndefined();
    expect(preferences.current.models).toMatchObject([{ id: 'x', name: 'B' }]);
  });

  it("stays in place when a change of the default can't be saved", async () => {
    const keys = { 'model-key': 'a', 'model-key:x': 'b' };
    const { vault, editor } = failingToSave(
      { model: at('https://a.example/v1'), models: [at('https://b.example/v1', { id: 'x' })] },
      keys,
    );
    await expect(editor.makeDefault('x', 'new')).rejects.toThrow('full');
    expect(Object.fromEntries(vault)).toEqual(keys);
  });

  it('is not forwarded by a redirect, and neither is a question', async () => {
    const other = await serve();
    const one = await serve(307, { location: `${other}/chat/completions` });
    // The later diagnosis of the failure carries no data, and takes time.
    const withoutProbes: typeof fetch = (input, init) =>
      init?.mode ? Promise.reject(new TypeError('no probe')) : fetch(input, init);
    const model = await connectModel(at(one), 'secret', { retries: 0, fetch: withoutProbes });
    await expect(answer(model)).rejects.toThrow();
    await expect(listModels({ baseUrl: one }, 'secret', signal, { fetch: withoutProbes })).rejects.toThrow();
    expect(asked.filter(({ host }) => host === new URL(other).host)).toEqual([]);
  });
});
