// What the page keeps of embeddings, and where the key of an endpoint goes.
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

it('is on the device unless something else was chosen, and hands the choice over', async () => {
  const { client, sent, kept, told } = setUp(new Map([['embedding', { choice: { kind: 'nonsense' } }]]));
  await client.load();
  expect(client.choice).toEqual({ kind: 'device' });
  await client.choose({ kind: 'off' });
  expect(kept.get('embedding')).toEqual({ choice: { kind: 'off' }, paused: false });
  expect(sent.at(-1)).toMatchObject({ type: 'apply', settings: { choice: { kind: 'off' } } });
  expect(told).toEqual(['others']);
});

it('embeds nothing where the choice cannot be read, and says so', async () => {
  const { client, sent } = setUp({
    get: () => {
      throw new Error('no storage');
    },
  } as never);
  await expect(client.load()).rejects.toThrow('no storage');
  expect(sent).toMatchObject([{ type: 'apply', settings: { choice: { kind: 'off' } } }]);
});

it('sends the key of an endpoint to the origin it was saved for, and keeps it in the vault alone', async () => {
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

it('forgets the key when the device takes over, or when it is told to', async () => {
  const { client, secrets } = setUp();
  await client.choose(HERE, 'secret');
  await client.choose({ kind: 'device' });
  expect(secrets.size).toBe(0);
  await client.choose(HERE, 'secret');
  expect(await client.hasKey()).toBe(true);
  await client.choose(HERE, '');
  expect(await client.hasKey()).toBe(false);
});

it('stays paused after a reload, until it is told to go on', async () => {
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

it('answers a test by what the worker says', async () => {
  const { client, port } = setUp();
  const works = client.test(HERE, 'k');
  const fails = client.test(HERE, 'k');
  await Promise.resolve().then(() => Promise.resolve());
  port.onmessage?.({ data: { type: 'tested', id: 1, dimensions: 768 } });
  port.onmessage?.({ data: { type: 'refused', id: 2, error: { code: 'denied', message: 'no' } } });
  expect(await works).toBe(768);
  await expect(fails).rejects.toMatchObject({ code: 'denied', message: 'no' });
});

it('refuses an address that is none before anything is kept', async () => {
  const { client, kept } = setUp();
  await expect(client.choose({ ...HERE, url: 'nowhere' })).rejects.toMatchObject({ code: 'bad_request' });
  expect(kept.size).toBe(0);
});

it('loads the model on a guess, but not where each megabyte may cost', async () => {
  const { client, sent } = setUp();
  client.warmUp();
  expect(sent).toEqual([{ type: 'warmUp' }]);
  const abroad = setUp(undefined, undefined, true);
  abroad.client.warmUp();
  expect(abroad.sent).toEqual([]);
});
