// The embedding settings stored by the page, and the use of an endpoint's key.
import { expect, it } from 'vitest';
import { EmbeddingClient, type EmbeddingClientDeps } from './embedding-client.ts';
import type { ToEmbeddings } from './port-messages.ts';

function setUp(kept = new Map<string, unknown>(), secrets = new Map<string, string>(), metered = false) {
  const sent: ToEmbeddings[] = [];
  const told: string[] = [];
  const port: EmbeddingClientDeps['port'] = {
    onmessage: null,
    postMessage: (message) => void sent.push(message),
  };
  const client = new EmbeddingClient({
    port,
    settings: {
      get: async <T>(key: string) => kept.get(key) as T | undefined,
      set: async (key, value) => void kept.set(key, value),
    },
    vault: {
      has: async (name) => secrets.has(name),
      get: async (name) => secrets.get(name),
      set: async (name, value) => void secrets.set(name, value),
      remove: async (name) => void secrets.delete(name),
    },
    announce: () => void told.push('others'),
    saveData: false,
    metered,
  });
  return { client, port, sent, told, kept, secrets };
}

const HERE = { kind: 'endpoint', url: 'https://one.example/v1', model: 'm' } as const;
const THERE = { kind: 'endpoint', url: 'https://two.example/v1', model: 'm' } as const;
const keysIn = (sent: ToEmbeddings[]): unknown[] =>
  sent.map((message) => (message.type === 'apply' ? message.settings.key : 'key' in message && message.key));

it('uses the device by default, and hands the choice to the worker', async () => {
  const { client, sent, kept, told } = setUp(new Map([['embedding', { choice: { kind: 'nonsense' } }]]));
  await client.load();
  expect(client.choice).toEqual({ kind: 'device' });
  await client.choose({ kind: 'off' });
  expect(kept.get('embedding')).toEqual({ choice: { kind: 'off' }, paused: false });
  expect(sent.at(-1)).toMatchObject({ type: 'apply', settings: { choice: { kind: 'off' } } });
  expect(told).toEqual(['others']);
});

it("embeds nothing where the choice can't be read, and reports it", async () => {
  const { client, sent } = setUp({
    get: () => {
      throw new Error('no storage');
    },
  } as never);
  await expect(client.load()).rejects.toThrow('no storage');
  expect(sent).toMatchObject([{ type: 'apply', settings: { choice: { kind: 'off' } } }]);
});

it("sends an endpoint's key only to the origin it was saved for, and stores it only in the vault", async () => {
  const { client, sent, kept, secrets } = setUp();
  await client.load();
  await client.choose(HERE, 'secret');
  expect(keysIn(sent).at(-1)).toBe('secret');
  expect(JSON.stringify([...kept])).not.toContain('secret');
  await client.choose({ ...HERE, model: 'other' });
  expect(keysIn(sent).at(-1)).toBe('secret');
  sent.length = 0;
  void client.test(THERE);
  await client.choose(THERE);
  expect(keysIn(sent)).toEqual([undefined, undefined]);
  expect(secrets.size).toBe(0);
});

it('deletes the key when the device is chosen, or when told to', async () => {
  const { client, secrets } = setUp();
  await client.choose(HERE, 'secret');
  await client.choose({ kind: 'device' });
  expect(secrets.size).toBe(0);
  await client.choose(HERE, 'secret');
  expect(await client.hasKey()).toBe(true);
  await client.choose(HERE, '');
  expect(await client.hasKey()).toBe(false);
});

it('stays paused after a reload until resumed', async () => {
  const { client, kept, secrets } = setUp();
  await client.load();
  await client.pause();
  const after = setUp(kept, secrets);
  await after.client.load();
  expect(after.sent.at(-1)).toMatchObject({ settings: { paused: true } });
  await after.client.start();
  expect(after.sent.map(({ type }) => type)).toEqual(['apply', 'apply', 'start']);
  expect(after.sent[1]).toMatchObject({ settings: { paused: false } });
});

it("answers a test with the worker's result", async () => {
  const { client, port } = setUp();
  const works = client.test(HERE, 'k');
  const fails = client.test(HERE, 'k');
  await Promise.resolve().then(() => Promise.resolve());
  port.onmessage?.({ data: { type: 'tested', id: 1, dimensions: 768 } });
  port.onmessage?.({ data: { type: 'refused', id: 2, error: { code: 'denied', message: 'no' } } });
  expect(await works).toBe(768);
  await expect(fails).rejects.toMatchObject({ code: 'denied', message: 'no' });
});

it('rejects an invalid address before anything is stored', async () => {
  const { client, kept } = setUp();
  await expect(client.choose({ ...HERE, url: 'nowhere' })).rejects.toMatchObject({ code: 'bad_request' });
  expect(kept.size).toBe(0);
});

it('preloads the model, but not on a metered connection', async () => {
  const { client, sent } = setUp();
  client.warmUp();
  expect(sent).toEqual([{ type: 'warmUp' }]);
  const abroad = setUp(undefined, undefined, true);
  abroad.client.warmUp();
  expect(abroad.sent).toEqual([]);
});
