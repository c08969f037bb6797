// When the model is loaded, what is embedded, and what the status reports.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { embeddingText, passageHash } from '../../search/passage-hash.ts';
import { hashKey, type PassagePlace } from './background.ts';
import type { ModelWorker } from './device-embedder.ts';
import type { EmbeddingSettings } from './embedding-settings.ts';
import { Embeddings } from './embeddings.ts';
import { DEVICE_DIMENSIONS } from './model-place.ts';

const DEVICE: EmbeddingSettings = { choice: { kind: 'device' }, paused: false, saveData: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(texts: string[] = ['a', 'b', 'c']) {
  const passages = texts.map((text) => ({ title: '', heading: [], text }));
  const places = (): PassagePlace[] =>
    passages.map((passage, index) => {
      const [low, high] = passageHash(embeddingText(passage));
      return { document: 'd', index, low, high };
    });
  const stores = new Map<string, Set<string>>();
  const started: string[] = [];
  const dropped: string[] = [];
  const broken = { model: false, held: false, lost: 0 };
  const embeddings = new Embeddings({
    source: {
      passages: places,
      texts: async (wanted) => wanted.map(({ index }) => passages[index]),
    },
    async openVectorStore(model) {
      const rows = stores.get(model) ?? new Set();
      stores.set(model, rows);
      return {
        get count() {
          return rows.size;
        },
        lost: broken.lost,
        rowOf: (low, high) => (rows.has(hashKey(low, high)) ? 1 : -1),
        async add(hashes, vectors) {
          vectors.forEach((_, i) => rows.add(hashKey(hashes[2 * i]!, hashes[2 * i + 1]!)));
        },
        flush: async () => undefined,
        dropOthers: async () => void dropped.push(model),
      };
    },
    startModel() {
      started.push('model');
      const worker: ModelWorker = {
        onmessage: null,
        onerror: null,
        terminate: () => void started.push('ended'),
        postMessage(message) {
          void Promise.resolve().then(() => {
            if (broken.model) worker.onmessage?.({ data: { type: 'failed', message: 'broken' } });
            else if (message.type === 'load') {
              worker.onmessage?.({ data: { type: 'ready', device: 'CPU' } });
            } else {
              const rows = new Float32Array(message.texts.length * DEVICE_DIMENSIONS);
              worker.onmessage?.({ data: { type: 'vectors', id: message.id, rows } });
            }
          });
        },
      };
      return worker;
    },
    place: { folder: '', name: '' },
    fetch: async () => Promise.reject(new Error('no network')),
    alone: async (work, signal) => {
      if (broken.held) await new Promise((_, reject) => signal.addEventListener('abort', reject));
      await work();
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    now: () => Date.now(),
  });
  return { embeddings, passages, stores, started, dropped, broken };
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);

describe('embeddings', () => {
  it('load nothing until needed, then embed everything and report progress', async () => {
    const { embeddings, started } = setUp();
    const told: string[] = [];
    embeddings.onStatus(({ phase, done, total }) => told.push(`${phase} ${done}/${total}`));
    await embeddings.apply(DEVICE);
    await settled();
    expect(started).toEqual([]);
    expect(embeddings.status).toMatchObject({ phase: 'waiting', done: 0, total: 3 });
    embeddings.need();
    await settled();
    expect(embeddings.status).toMatchObject({ phase: 'ready', done: 3, total: 3, device: 'CPU' });
    expect(told.at(-1)).toBe('ready 3/3');
  });

  it('report lost vectors and embed their passages again', async () => {
    const { embeddings, broken } = setUp();
    broken.lost = 2;
    await embeddings.apply(DEVICE);
    expect(embeddings.status).toMatchObject({ phase: 'waiting', done: 0, lost: 2 });
    embeddings.need();
    await settled();
    expect(embeddings.status).toMatchObject({ phase: 'ready', done: 3 });
  });

  it('wait for a person in data-saving mode', async () => {
    const { embeddings, started } = setUp();
    await embeddings.apply({ ...DEVICE, saveData: true });
    embeddings.need();
    await settled();
    expect(started).toEqual([]);
    embeddings.start();
    await settled();
    expect(embeddings.status.phase).toBe('ready');
  });

  it('embed later documents, and nothing while paused', async () => {
    const { embeddings, passages } = setUp();
    await embeddings.apply(DEVICE);
    embeddings.need();
    await settled();
    await embeddings.apply({ ...DEVICE, paused: true });
    passages.push({ title: '', heading: [], text: 'later' });
    embeddings.changed();
    await settled();
    expect(embeddings.status).toMatchObject({ phase: 'paused', done: 3, total: 4 });
    await embeddings.apply(DEVICE);
    await settled();
    expect(embeddings.status).toMatchObject({ phase: 'ready', done: 4 });
  });

  it('resume after a reload once started, and need no model when all is done', async () => {
    const { embeddings, stores, started } = setUp();
    await embeddings.apply(DEVICE);
    const [rows] = stores.values();
    for (const text of ['a', 'b'])
      rows!.add(hashKey(...passageHash(embeddingText({ title: '', heading: [], text }))));
    await embeddings.apply({ ...DEVICE, choice: { kind: 'off' } });
    expect(embeddings.status.phase).toBe('off');
    await embeddings.apply(DEVICE);
    await settled();
    expect(embeddings.status).toMatchObject({ phase: 'ready', done: 3 });
    await embeddings.apply({ ...DEVICE, choice: { kind: 'off' } });
    started.length = 0;
    await embeddings.apply(DEVICE);
    await settled();
    expect(embeddings.status).toMatchObject({ phase: 'ready', done: 3 });
    expect(started).toEqual([]);
  });

  it('keep the vectors of an old model until the new one has all', async () => {
    const { embeddings, dropped } = setUp();
    await embeddings.apply(DEVICE);
    embeddings.need();
    await settled();
    expect(dropped).toHaveLength(1);
    const endpoint = { kind: 'endpoint', url: 'http://127.0.0.1:9/v1', model: 'm' } as const;
    await embeddings.apply({ ...DEVICE, choice: endpoint });
    await settled();
    expect(embeddings.status).toMatchObject({ done: 0, total: 3 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(embeddings.status).toMatchObject({
      phase: 'failed',
      error: expect.stringMatching(/Nothing answers at 127\.0\.0\.1:9/),
    });
    expect(dropped).toHaveLength(1);
  });

  it('report why they stopped, and restart on request', async () => {
    const { embeddings, broken } = setUp();
    broken.model = true;
    await embeddings.apply(DEVICE);
    embeddings.need();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(embeddings.status).toMatchObject({ phase: 'failed', error: expect.stringMatching(/broken/) });
    broken.model = false;
    embeddings.start();
    await settled();
    expect(embeddings.status.phase).toBe('ready');
    expect(embeddings.status.error).toBeUndefined();
  });

  it('answer a question while another tab does the work', async () => {
    const { embeddings, broken } = setUp();
    broken.held = true;
    await embeddings.apply(DEVICE);
    embeddings.need();
    const vectors = embeddings.embed(['why?']);
    await settled();
    expect(await vectors).toHaveLength(1);
    expect(embeddings.status).toMatchObject({ phase: 'working', done: 0 });
  });

  it('unload the model after five minutes without use', async () => {
    const { embeddings, started } = setUp();
    await embeddings.apply(DEVICE);
    embeddings.need();
    await settled();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(started).toEqual(['model', 'ended']);
    expect(embeddings.status.phase).toBe('ready');
    void embeddings.embed(['again']);
    await settled();
    expect(started).toEqual(['model', 'ended', 'model']);
  });

  it('preload the model for a likely question, without starting to embed', async () => {
    const { embeddings, started } = setUp();
    await embeddings.apply(DEVICE);
    embeddings.warmUp();
    embeddings.warmUp();
    await settled();
    expect(started).toEqual(['model']);
    expect(embeddings.isLoaded).toBe(true);
    expect(embeddings.status).toMatchObject({ phase: 'waiting', done: 0, total: 3 });
  });

  it('preload nothing in data-saving mode, when off, or without documents', async () => {
    const saving = setUp();
    await saving.embeddings.apply({ ...DEVICE, saveData: true });
    const off = setUp();
    await off.embeddings.apply({ ...DEVICE, choice: { kind: 'off' } });
    const empty = setUp([]);
    await empty.embeddings.apply(DEVICE);
    for (const { embeddings, started } of [saving, off, empty]) {
      embeddings.warmUp();
      await settled();
      expect(started).toEqual([]);
    }
  });

  it('reject a question with a sentence when off', async () => {
    const { embeddings } = setUp();
    const asked = embeddings.embed(['why?']);
    await expect(asked).rejects.toBeInstanceOf(Failure);
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
  });
});
