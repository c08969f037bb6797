// window.perilune over a real registry; the library and the agent are fakes at the App's interfaces.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentEvent } from '../core/conversation.ts';
import type { AddReport, DocumentInput, DocumentView, SearchOptions } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { showTool } from '../tools/show.ts';
import { builtins } from '../tools/builtins.ts';
import { storedPages } from '../tools/stored-pages.test-support.ts';
import { script } from '../tools/stand-in-runner.test-support.ts';
import { installPageApi } from './page-api.ts';
import type { PageApi } from './page-api-types.ts';
import type { PageApp } from './page-app.ts';

const openPage = storedPages('page-api');

beforeEach(() => vi.stubGlobal('__APP_VERSION__', '0.1.0'));
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A library in a Map. */
class StandInLibrary {
  readonly documents = new Map<string, DocumentInput>();
  readonly searches: [string, SearchOptions | undefined][] = [];

  async add(
    items: (File | DocumentInput)[],
    options: { onProgress?: (step: never) => void } = {},
  ): Promise<AddReport> {
    const ids: string[] = [];
    for (const [index, item] of items.entries()) {
      const document = 'body' in item ? item : { title: item.name, body: await item.text() };
      ids.push(`d${this.documents.size + 1}`);
      this.documents.set(ids.at(-1) as string, document);
      options.onProgress?.({ done: index + 1, total: items.length, name: document.title } as never);
    }
    const skipped = [{ name: 'theirs', reason: 'known' }];
    return { documents: ids.length, chunks: ids.length, skipped, unchanged: 0, ids };
  }

  async search(query: string, options?: SearchOptions, _asking?: unknown) {
    this.searches.push([query, options]);
    return [...this.documents].map(([id]) => ({ id, score: 1 }) as never);
  }

  async get(id: string): Promise<DocumentView> {
    const document = this.documents.get(id);
    if (!document) throw new Failure('not_found', `document not found: ${id}`);
    return { id, ...document } as DocumentView;
  }

  async sources() {
    return [];
  }

  async remove(ids: string[]): Promise<number> {
    return ids.filter((id) => this.documents.delete(id)).length;
  }
}

async function setUp(events: AgentEvent[] = []) {
  const library = new StandInLibrary();
  const page = await openPage({ builtins: builtins(library) });
  const sent: unknown[] = [];
  const app = {
    ready: Promise.resolve(),
    tools: page.registry,
    knowledge: library,
    agent: {
      prepare: async () => undefined,
      async *send(text: string, options: unknown) {
        sent.push([text, options]);
        yield* events;
      },
    },
  } as unknown as PageApp;
  return { ...install(app), ...page, library, sent };
}

function install(app: PageApp | Promise<PageApp>): { api: PageApi; target: { perilune?: PageApi } } {
  const target: { perilune?: PageApi } = {};
  installPageApi(app, target);
  return { api: target.perilune as PageApi, target };
}

describe('window.perilune', () => {
  it('exists before the app is open, and its calls wait, also for the tools of the agent', async () => {
    let open!: (app: PageApp) => void;
    const opening = new Promise<PageApp>((resolve) => (open = resolve));
    const { api } = install(opening);
    expect(api.version).toBe('0.1.0');
    const listed = api.tools.list();
    const { registry } = await openPage();
    await registry.install(script({ name: 'late' }));
    const prepare = vi.fn(async () => void registry.offer(showTool()));
    open({ ready: Promise.resolve(), tools: registry, agent: { prepare } } as unknown as PageApp);
    await api.ready;
    expect((await listed).map(({ name }) => name)).toEqual(['show', 'late']);
  });

  it('cannot be replaced or changed', async () => {
    const { api, target } = await setUp();
    expect(() => (target.perilune = undefined)).toThrow(TypeError);
    expect(() => delete target.perilune).toThrow(TypeError);
    for (const part of [api, api.tools, api.knowledge, api.agent]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('reports the error when the app cannot open', async () => {
    const { api } = install(Promise.reject(new Error('no storage')));
    await expect(api.ready).rejects.toThrow('no storage');
    await expect(api.tools.list()).rejects.toThrow('no storage');
    const error = { code: 'unavailable', message: 'no storage' };
    expect(await api.tools.call('echo', {})).toEqual({ error });
    expect(await api.tools.install('tool = {}')).toEqual({ error });
    expect(await api.tools.remove('echo')).toEqual({ error });
  });
});

describe('tools', () => {
  it('lists callable tools, and disabled ones on request', async () => {
    const { api } = await setUp();
    await api.tools.install(script({ name: 'greet' }), { enable: false });
    expect((await api.tools.list()).map(({ name }) => name)).toEqual(['search', 'get', 'sources']);
    const all = await api.tools.list({ includeDisabled: true });
    expect(all.at(-1)).toMatchObject({ name: 'greet', builtin: false, enabled: false });
    expect(all[0]).toMatchObject({ name: 'search', builtin: true, parameters: { required: ['query'] } });
  });

  it('installs, calls and removes a tool', async () => {
    const { api } = await setUp();
    const installed = await api.tools.install(script({ name: 'greet', version: '1' }), { policy: 'allow' });
    expect(installed).toEqual({
      tool: expect.objectContaining({ name: 'greet', version: '1', policy: 'allow' }),
    });
    expect(installed.tool).not.toHaveProperty('source');
    expect(await api.tools.call('greet', { who: 'Ada' })).toEqual({ result: { who: 'Ada' } });
    expect(await api.tools.call('greet')).toEqual({ result: {} });
    expect(await api.tools.remove('greet')).toEqual({ removed: true });
    expect(await api.tools.remove('greet')).toEqual({
      error: { code: 'not_found', message: 'no tool registered with name: greet' },
    });
  });

  it('rejects listeners that are not functions', async () => {
    const { api } = await setUp();
    await api.tools.install(script({ name: 'greet' }), { policy: 'allow' });
    const options = { onProgress: 'loud' as never };
    expect((await api.tools.call('greet', {}, options)).error).toEqual({
      code: 'bad_request',
      message: 'onProgress must be a function',
    });
  });

  it('pages through bundles, and rejects unknown filters', async () => {
    const { api } = await setUp();
    await api.bundles.create({ slug: 'crm', displayName: 'CRM' });
    const all = await api.bundles.list();
    const { bundles, total, nextPageToken } = await api.bundles.list({ pageSize: 1 });
    expect([bundles, total]).toEqual([all.slice(0, 1), all.length]);
    const rest = await api.bundles.list({ pageToken: nextPageToken!, pageSize: 500 });
    expect(rest.bundles).toEqual(all.slice(1));
    await expect(api.bundles.list({ removed: true } as never)).rejects.toThrow("unknown filter 'removed'");
    await expect(api.tools.list({ tags: 'sky' } as never)).rejects.toThrow("unknown filter 'tags'");
    for (const page of [{ pageSize: 2 }, { pageToken: 'x' }]) {
      await expect(api.tools.list(page as never)).rejects.toThrow('page through them with tools.page');
    }
  });

  it('returns failures as data', async () => {
    const { api } = await setUp();
    await api.tools.install(script({ name: 'boom' }, 'fail'));
    expect(await api.tools.call('boom', {})).toEqual({
      error: { code: 'tool_error', message: 'boom:3: no luck' },
    });
    expect((await api.tools.call('nobody', {})).error?.code).toBe('not_found');
    expect((await api.tools.install('function (')).error?.code).toBe('bad_request');
    expect((await api.tools.install(script({ name: 'search' }))).error?.code).toBe('conflict');
    expect((await api.tools.remove('search')).error?.code).toBe('denied');
    expect((await api.tools.call('get', { id: 'd9' })).error).toEqual({
      code: 'not_found',
      message: 'document not found: d9',
    });
  });

  it('can stop a call that waits for approval, but not approve it', async () => {
    const { api, approvals, runner } = await setUp();
    await api.tools.install(script({ name: 'careful', approve: true }));
    const stop = new AbortController();
    const call = api.tools.call('careful', {}, { signal: stop.signal });
    await vi.waitFor(() => expect(approvals.pending).toHaveLength(1));
    stop.abort();
    expect((await call).error?.code).toBe('cancelled');
    expect(runner.runs).toEqual([]);
  });

  it('returns copies that the caller may change', async () => {
    const { api } = await setUp();
    const [search] = await api.tools.list();
    if (search) search.parameters.required = [];
    expect((await api.tools.list())[0]?.parameters.required).toEqual(['query']);
  });
});

describe('knowledge', () => {
  it('adds documents and files, reports progress, and skips anything else', async () => {
    const { api, library } = await setUp();
    const steps: unknown[] = [];
    const report = await api.knowledge.add(
      [
        { title: 'Tides', body: 'High and low.', source: 'sea', updated_at: '2020-01-01' },
        new File(['# Boats'], 'boats.md'),
        { title: 'No text' },
        { title: 'Number', body: 42 },
        'just text',
        null,
        { title: 'Late', body: 'x', updated_at: 'yesterday-ish' },
        { title: 'Loop', body: 'x', metadata: cyclic() },
        {
          get body(): string {
            throw new Error('no entry');
          },
        },
      ] as never[],
      { onProgress: (step) => steps.push(step) },
    );
    expect(report).toEqual({
      documents: 2,
      chunks: 2,
      unchanged: 0,
      ids: ['d1', 'd2'],
      skipped: [
        { name: 'No text', reason: 'body must be a string, got nothing' },
        { name: 'Number', reason: 'body must be a string, got number' },
        { name: 'item 5', reason: 'it is neither a file nor an object with title and body' },
        { name: 'item 6', reason: 'it is neither a file nor an object with title and body' },
        { name: 'Late', reason: 'updated_at must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z' },
        { name: 'Loop', reason: 'metadata must be plain JSON: no cycles, no big integers' },
        { name: 'item 9', reason: 'no entry' },
        { name: 'theirs', reason: 'known' },
      ],
    });
    expect(library.documents.get('d1')).toEqual({
      title: 'Tides',
      body: 'High and low.',
      source: 'sea',
      updated_at: '2020-01-01',
    });
    expect(library.documents.get('d2')).toEqual({ title: 'boats.md', body: '# Boats' });
    expect(steps).toHaveLength(2);
  });

  it('returns an empty report when nothing was usable, and rejects anything but a list', async () => {
    const { api } = await setUp();
    expect(await api.knowledge.add([{} as never])).toMatchObject({ documents: 0, chunks: 0, ids: [] });
    await expect(api.knowledge.add('text' as never)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('passes on only the options of a search', async () => {
    const { api, library } = await setUp();
    await api.knowledge.add([{ body: 'x' }]);
    const options = { mode: 'keyword', limit: 3, source: 'sea', since: '2020', explain: true } as const;
    const { results } = await api.knowledge.search('tide', options);
    expect(results.map(({ id }) => id)).toEqual(['d1']);
    expect(library.searches).toEqual([['tide', options]]);
    for (const wrong of [
      { sorce: 'sea' },
      { sources: ['sea'] },
      { within: [] },
      { onProgress: () => undefined },
    ])
      await expect(api.knowledge.search('tide', wrong as never)).rejects.toMatchObject({
        code: 'bad_request',
        message: `unknown option '${Object.keys(wrong)[0]}'; there are limit, source, collection, signal, mode, tags, since, explain, patience, onUpdate`,
      });
    await expect(
      api.knowledge.answer('When is the tide?', { mode: 'keyword' } as never),
    ).rejects.toMatchObject({
      code: 'bad_request',
      message: "unknown option 'mode'; there are limit, source, collection, signal",
    });
    await expect(api.knowledge.search('tide', 'sea' as never)).rejects.toMatchObject({ code: 'bad_request' });
    expect(library.searches).toHaveLength(1);
  });

  it('searches in one source or several', async () => {
    const { api, library } = await setUp();
    await api.knowledge.search('tide', { source: ['sea', 'moon'] });
    await api.knowledge.search('tide', { source: [] });
    expect(library.searches).toEqual([
      ['tide', { sources: ['sea', 'moon'] }],
      ['tide', { sources: [] }],
    ]);
    for (const source of [7, [7], {}])
      await expect(api.knowledge.search('tide', { source } as never)).rejects.toMatchObject({
        code: 'bad_request',
        message: 'source must be the name of a source, or a list of names',
      });
  });

  it('reads and removes by id, and names a missing document', async () => {
    const { api } = await setUp();
    await api.knowledge.add([{ body: 'x' }]);
    expect(await api.knowledge.get('d1')).toMatchObject({ id: 'd1', body: 'x' });
    expect(await api.knowledge.remove('d1')).toEqual({ removed: 1 });
    expect(await api.knowledge.remove('d1')).toEqual({ removed: 0 });
    const error: unknown = await api.knowledge.get('d1').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: 'not_found', message: 'document not found: d1' });
  });
});

describe('options', () => {
  it('that are null count as missing', async () => {
    const { api, library } = await setUp();
    expect(await api.tools.list(null as never)).toHaveLength(3);
    expect(await api.tools.call('sources', {}, null as never)).toEqual({ result: { sources: [] } });
    await api.knowledge.add([{ body: 'x' }], null as never);
    await api.knowledge.search('x', { mode: null, limit: null, signal: null } as never);
    await api.knowledge.search(undefined as never);
    expect(library.searches).toEqual([
      ['x', {}],
      ['', {}],
    ]);
  });

  it('are rejected with an invalid signal', async () => {
    const { api } = await setUp();
    const error = { code: 'bad_request', message: 'signal must be an AbortSignal' };
    expect(await api.tools.call('sources', {}, { signal: {} as never })).toEqual({ error });
    await expect(api.knowledge.search('x', { signal: 5 as never })).rejects.toMatchObject(error);
  });

  it('with an aborted signal reject with a code, whatever the reason', async () => {
    const { api, library } = await setUp();
    library.search = async (_query, _options, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      return [];
    };
    const signal = AbortSignal.abort(new TypeError('mine'));
    await expect(api.knowledge.search('x', { signal })).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('agent.send', () => {
  it('yields the events of the answer', async () => {
    const events: AgentEvent[] = [
      { type: 'text', delta: 'Hi' },
      { type: 'end', reason: 'answered' },
    ];
    const { api, sent } = await setUp(events);
    const { signal } = new AbortController();
    const seen: AgentEvent[] = [];
    for await (const event of api.agent.send('Hello', { signal, conversation: 'c1' })) seen.push(event);
    expect(seen).toEqual(events);
    expect(sent).toEqual([['Hello', { signal, conversation: 'c1' }]]);
  });
});

function cyclic(): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}
