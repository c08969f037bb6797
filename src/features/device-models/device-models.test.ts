// On-device models: downloads with pause and resume, files from a folder, deletion, and two tabs at once.
import { describe, expect, it } from 'vitest';
import type { FromGenerator, ToGenerator } from './on-device-messages.ts';
import { download } from './download.ts';
import { ModelFiles } from './files.ts';
import { askHub, chosen, readModelName } from './hub.ts';
import { DeviceModels, type DeviceModelsDeps, type FolderFile } from './device-models.ts';

/** The part of CacheStorage in use. */
function fakeCaches(room = Infinity): CacheStorage {
  const kept = new Map<string, { bytes: ArrayBuffer; headers: Headers }>();
  const cache = {
    match: async (url: string) => {
      const found = kept.get(String(url));
      return found && new Response(found.bytes.slice(0), { headers: found.headers });
    },
    put: async (url: string, response: Response) => {
      const bytes = await response.arrayBuffer();
      const used = [...kept.values()].reduce((sum, one) => sum + one.bytes.byteLength, 0);
      if (used + bytes.byteLength > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(url, { bytes, headers: response.headers });
    },
    delete: async (url: string) => kept.delete(url),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
  };
  return { open: async () => cache } as unknown as CacheStorage;
}

const CONTENT: Record<string, Uint8Array<ArrayBuffer>> = {
  'config.json': new TextEncoder().encode('{"max_position_embeddings":128}'),
  'tokenizer.json': new TextEncoder().encode('{}'),
  'tokenizer_config.json': new TextEncoder().encode('{}'),
  'onnx/model_q4.onnx': Uint8Array.from({ length: 95 }, (_, at) => at),
  'onnx/model.onnx': Uint8Array.from({ length: 500 }, () => 1),
  'README.md': new TextEncoder().encode('#'),
};

interface Hub {
  fetch: typeof globalThis.fetch;
  asked: { path: string; range: string | null }[];
  /** Breaks off the body after this many bytes, once. */
  breakAfter?: number | undefined;
  /** Called with each chunk of the weights. */
  onChunk?: () => void;
  knowsRanges: boolean;
}

/** A hub that sends ten bytes at a time. */
function hub(): Hub {
  const asked: Hub['asked'] = [];
  const self: Hub = {
    asked,
    knowsRanges: true,
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      const range = new Headers(init?.headers).get('range');
      asked.push({ path: pathname, range });
      init?.signal?.throwIfAborted();
      if (pathname.startsWith('/api/models/')) {
        const siblings = Object.entries(CONTENT).map(([rfilename, { length: size }]) => ({
          rfilename,
          size,
        }));
        return Response.json({ sha: 'abc123', siblings, cardData: { license: 'mit' } });
      }
      const [, file = ''] = pathname.split('/resolve/abc123/');
      const whole = CONTENT[file];
      if (!whole) return new Response(null, { status: 404 });
      const from = range && self.knowsRanges ? Number(/\d+/.exec(range)?.[0]) : 0;
      const bytes = whole.slice(from);
      let at = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (init?.signal?.aborted) return controller.error(init.signal.reason);
          if (self.breakAfter !== undefined && file.endsWith('q4.onnx') && at >= self.breakAfter) {
            self.breakAfter = undefined;
            return controller.error(new TypeError('network'));
          }
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(at, (at += 10)));
          if (file.endsWith('q4.onnx')) self.onChunk?.();
        },
      });
      return new Response(body, { status: from > 0 ? 206 : 200 });
    },
  };
  return self;
}

const ID = 'maker/small';

function setup(overrides: Partial<DeviceModelsDeps> = {}) {
  const server = hub();
  const files = new ModelFiles(fakeCaches(), 32);
  const models = new DeviceModels({
    files,
    fetch: server.fetch,
    start: () => {
      throw new Error('not in this test');
    },
    shared: false,
    hasF16: async () => false,
    ...overrides,
  });
  const state = () => models.list.find(({ id }) => id === ID);
  return { server, files, models, state };
}

async function bytesOf(files: ModelFiles, path: string): Promise<number[] | undefined> {
  const response = await files.open(`${ID}/${path}`);
  return response && [...new Uint8Array(await response.arrayBuffer())];
}

describe('a download', () => {
  it('does not start by viewing the list', async () => {
    const { server, models } = setup();
    await models.refresh();
    expect(models.list.length).toBeGreaterThan(2);
    expect(server.asked).toEqual([]);
  });

  it('is offered with the size of the variant this device would use, and only for models it can run', async () => {
    const sizes = async (hasF16: boolean) => {
      const { models } = setup({ hasF16: async () => hasF16 });
      await models.refresh();
      return new Map(models.list.map(({ name, size }) => [name, size]));
    };
    const [withCard, without] = [await sizes(true), await sizes(false)];
    expect(withCard.get('Llama 3.2 1B')).toBeGreaterThan(1e9);
    expect(without.has('Llama 3.2 1B')).toBe(false);
    for (const [name, size] of without) expect(size).toBeGreaterThan(withCard.get(name)!);
  });

  it('fetches the files needed, all of one hub revision', async () => {
    const { server, files, models, state } = setup();
    await models.download(ID);
    expect(state()).toMatchObject({ phase: 'ready', license: 'mit', contextWindow: 128, problem: undefined });
    expect(state()!.here).toBe(state()!.size);
    expect(await bytesOf(files, 'onnx/model_q4.onnx')).toEqual([...CONTENT['onnx/model_q4.onnx']!]);
    const paths = server.asked.map(({ path }) => path);
    expect(paths).not.toContain(expect.stringContaining('README'));
    expect(paths).not.toContain(`/${ID}/resolve/abc123/onnx/model.onnx`);
    expect(paths.slice(1).every((path) => path.includes('/resolve/abc123/'))).toBe(true);
  });

  it('resumes after a pause, also after a reload', async () => {
    const { server, files, models, state } = setup();
    let chunks = 0;
    server.onChunk = () => {
      if (++chunks === 7) models.pause(ID);
    };
    await models.download(ID);
    expect(state()).toMatchObject({ phase: 'paused', problem: undefined });
    expect(state()!.here).toBeLessThan(state()!.size);
    expect(await bytesOf(files, 'onnx/model_q4.onnx')).toBeUndefined();
    server.asked.length = 0;
    const later = setup({ files, fetch: server.fetch });
    await later.models.refresh();
    expect(later.state()).toMatchObject({ phase: 'paused' });
    await later.models.download(ID);
    expect(server.asked).toEqual([
      { path: `/${ID}/resolve/abc123/onnx/model_q4.onnx`, range: expect.stringMatching(/^bytes=(32|64)-$/) },
    ]);
    expect(await bytesOf(files, 'onnx/model_q4.onnx')).toEqual([...CONTENT['onnx/model_q4.onnx']!]);
  });

  it("resumes on its own when the connection drops, even with servers that don't support ranges", async () => {
    const { server, files } = setup();
    server.knowsRanges = false;
    server.breakAfter = 50;
    const { signal } = new AbortController();
    const facts = await askHub(ID, { fetch: server.fetch, hasF16: false, signal });
    await files.keep(facts);
    await download(facts, files, { fetch: server.fetch, signal, onProgress: () => undefined, pauses: [0] });
    expect(await bytesOf(files, 'onnx/model_q4.onnx')).toEqual([...CONTENT['onnx/model_q4.onnx']!]);
    expect(server.asked.filter(({ range }) => range === 'bytes=32-')).toHaveLength(1);
  });

  it('pauses immediately, also while it waits for a retry', async () => {
    const { server, files } = setup();
    const stop = new AbortController();
    const facts = await askHub(ID, { fetch: server.fetch, hasF16: false, signal: stop.signal });
    const fetch = (): Promise<Response> => {
      setTimeout(() => stop.abort(), 20);
      return Promise.reject(new TypeError('network'));
    };
    await expect(
      download(facts, files, { fetch, signal: stop.signal, onProgress: () => undefined, pauses: [60_000] }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('stops with a sentence when the hub is unreachable, and keeps what it has', async () => {
    const { models, state } = setup({ fetch: async () => Promise.reject(new TypeError('no')) });
    await models.download(ID);
    expect(state()).toMatchObject({
      phase: 'offered',
      problem: 'huggingface.co can’t be reached. Check your connection.',
    });
  });

  it('does not start when storage is short', async () => {
    const storage = { estimate: async () => ({ quota: 100, usage: 90 }), persist: async () => true };
    const { server, models, state } = setup({ storage });
    await models.download(ID);
    expect(state()?.problem).toContain('is free');
    expect(server.asked).toHaveLength(1);
  });

  it('belongs to one tab at a time', async () => {
    const locks = {
      request: async (_name: string, _options: unknown, work: (lock: null) => Promise<void>) => work(null),
    } as unknown as LockManager;
    const { server, models, state } = setup({ locks });
    await models.download(ID);
    expect(state()?.problem).toBe('Another tab is downloading this model.');
    expect(server.asked).toEqual([]);
  });
});

describe('a model', () => {
  it('leaves nothing behind when deleted, and cannot be asked', async () => {
    const { files, models, state } = setup();
    await models.download(ID);
    await models.remove(ID);
    expect(state()).toBeUndefined();
    expect(await files.list()).toEqual([]);
    await expect(
      models.connect({ kind: 'device', baseUrl: '', model: ID, api: 'auto' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('runs without a request once downloaded, and frees its memory when deleted', async () => {
    const posted: ToGenerator[] = [];
    let terminated = 0;
    const worker = {
      onmessage: null as ((event: { data: FromGenerator }) => void) | null,
      onerror: null,
      terminate: () => void terminated++,
      postMessage(message: ToGenerator) {
        posted.push(message);
        const say = (data: FromGenerator): void => worker.onmessage?.({ data });
        if (message.type === 'load')
          queueMicrotask(() => say({ type: 'ready', device: 'CPU', contextWindow: 128, hasTools: false }));
        else
          queueMicrotask(() => {
            say({ type: 'text', id: message.id, delta: 'Hi' });
            say({ type: 'done', id: message.id, input: 3, output: 1, reason: 'stop' });
          });
      },
    };
    const { server, models, state } = setup({ start: () => worker });
    await models.download(ID);
    const before = server.asked.length;
    const model = await models.connect({ kind: 'device', baseUrl: '', model: ID, api: 'auto' });
    expect(model.contextWindow).toBe(128);
    const events = [];
    const request = {
      system: 's',
      messages: [{ role: 'user' as const, text: 'q' }],
      tools: [],
      toolChoice: 'auto' as const,
    };
    for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
    expect(events).toEqual([
      { type: 'text', delta: 'Hi' },
      { type: 'usage', input: 3, output: 1 },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(posted[0]).toEqual({
      type: 'load',
      place: { id: ID, dtype: 'q4', externalData: 0 },
      device: 'any',
    });
    expect(server.asked).toHaveLength(before);
    expect(state()?.runsOn).toBe('CPU');
    await models.remove(ID);
    expect(terminated).toBe(1);
  });

  it('can be added from a folder of this computer', async () => {
    const { server, files, models } = setup();
    const list = Object.entries(CONTENT).map(([path, bytes]) =>
      Object.assign(new Blob([bytes]), {
        name: path.split('/').at(-1)!,
        webkitRelativePath: `My model/${path}`,
      }),
    ) as unknown as FolderFile[];
    expect(await models.addFolder(list)).toBe('folder/My-model');
    expect(models.list[0]).toMatchObject({ id: 'folder/My-model', name: 'My model', phase: 'ready' });
    const kept = await files.open('folder/My-model/onnx/model_q4.onnx');
    expect([...new Uint8Array(await kept!.arrayBuffer())]).toEqual([...CONTENT['onnx/model_q4.onnx']!]);
    expect(server.asked).toEqual([]);
    await expect(models.addFolder([])).rejects.toMatchObject({ code: 'bad_request' });
  });

  it("leaves nothing behind when there is no room for a folder's model", async () => {
    const files = new ModelFiles(fakeCaches(300), 32);
    const { models } = setup({ files });
    const list = Object.entries(CONTENT).map(([path, bytes]) =>
      Object.assign(new Blob([bytes]), { name: path.split('/').at(-1)!, webkitRelativePath: `m/${path}` }),
    ) as unknown as FolderFile[];
    await expect(models.addFolder(list)).rejects.toMatchObject({ code: 'too_large' });
    expect(await files.list()).toEqual([]);
  });
});

describe('names and variants', () => {
  it('names are owner and name, also within an address; nothing else reaches the hub', () => {
    expect(readModelName(' https://huggingface.co/a-b/c.d_1/ ')).toBe('a-b/c.d_1');
    for (const typed of ['', 'x', 'a/b/c', '../b', 'a/..', 'https://evil.example/a/b', 'a/b?c', 'a b/c']) {
      expect(() => readModelName(typed)).toThrow('Enter a name');
    }
  });

  it('variants are the smallest the device can run, with all parts', () => {
    const names = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
    const models = [
      'onnx/model_q4f16.onnx',
      'onnx/model_q4.onnx',
      'onnx/model_q4.onnx_data',
      'onnx/model_q4.onnx_data_1',
    ];
    const files = [...names, ...models].map((path) => ({ path, size: 1 }));
    expect(chosen(files, true)).toMatchObject({ dtype: 'q4f16', externalData: 0 });
    const onCpu = chosen(files, false);
    expect(onCpu).toMatchObject({ dtype: 'q4', externalData: 2 });
    expect(onCpu.files).toHaveLength(6);
    expect(() => chosen(files.slice(1), true)).toThrow('config.json');
    expect(() => chosen(files.slice(0, 3), true)).toThrow('onnx');
  });

  it('models behind an account are refused before any download', async () => {
    const fetch = async (): Promise<Response> => Response.json({ gated: 'manual', siblings: [] });
    const { signal } = new AbortController();
    await expect(askHub(ID, { fetch, hasF16: false, signal })).rejects.toMatchObject({ code: 'denied' });
  });
});
