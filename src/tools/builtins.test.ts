// What search, get and sources ask of the library, and what they return.
import { Outbound } from '../core/outbound.ts';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import type { DocumentView, SearchOptions } from '../core/document.ts';
import type { JsonObject } from '../base/json.ts';
import type { GatherOptions } from '../core/context-passage.ts';
import { tokensOf } from '../core/tokens.ts';
import { builtins, type Builtin } from './builtins.ts';
import { searchHit } from '../core/search-hits.test-support.ts';

const HIT = searchHit('d1', { source: 'notes', source_id: 'a.md', snippet: 'text' });

const DOCUMENT = { id: 'd1', body: 'text' } as DocumentView;

function setUp() {
  const asked: { query: string; options: SearchOptions }[] = [];
  const tools = builtins({
    search: async (query, options) => {
      asked.push({ query, options });
      return [HIT];
    },
    get: async (id) => {
      if (id !== 'd1') throw new Failure('not_found', `document not found: ${id}`);
      return DOCUMENT;
    },
    sources: async () => [{ name: 'notes', configured: true, healthy: true, documents: 1, chunks: 1 }],
  });
  const run = (name: string, args: JsonObject): Promise<unknown> => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no built-in ${name}`);
    return tool.execute(args, new AbortController().signal, { kind: 'page' }, new Outbound());
  };
  return { asked, run, tools };
}

it('include search, get and sources, in this order', () => {
  expect(setUp().tools.map(({ name }) => name)).toEqual(['search', 'get', 'sources']);
});

describe('search', () => {
  it('passes its arguments to the library and returns { results }', async () => {
    const { asked, run } = setUp();
    const args = {
      query: 'moon',
      mode: 'hybrid',
      limit: 3,
      filters: { source: 'notes', since: '2026-01-01' },
    };
    expect(await run('search', args)).toEqual({ results: [HIT] });
    expect(asked).toEqual([
      { query: 'moon', options: { mode: 'hybrid', limit: 3, source: 'notes', since: '2026-01-01' } },
    ]);
  });

  it('defaults to keyword mode and twelve results', () => {
    const [search] = setUp().tools;
    expect(search?.parameters.properties).toMatchObject({
      mode: { default: 'keyword' },
      limit: { default: 12 },
    });
  });

  it.each([{ query: '' }, { query: '  \n' }])('refuses the empty query %j', async (args) => {
    await expect(setUp().run('search', args)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'query must not be empty',
    });
  });
});

describe('get', () => {
  it('returns the document itself', async () => {
    expect(await setUp().run('get', { id: 'd1' })).toBe(DOCUMENT);
  });

  it('rejects an empty id, and names a missing document', async () => {
    const { run } = setUp();
    await expect(run('get', { id: ' ' })).rejects.toMatchObject({
      code: 'bad_request',
      message: 'id must not be empty',
    });
    await expect(run('get', { id: 'd2' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'document not found: d2',
    });
  });
});

it('sources returns { sources }', async () => {
  expect(await setUp().run('sources', {})).toEqual({
    sources: [{ name: 'notes', configured: true, healthy: true, documents: 1, chunks: 1 }],
  });
});

describe('results for a model', () => {
  const body = Array.from({ length: 2_000 }, (_, i) => `Line ${i} of the manual.`).join('\n');
  const long: DocumentView = {
    ...{ id: 'd1', source: 'files', source_id: 'm.md', title: 'Manual', content_type: 'text/markdown', body },
    ...{ created_at: '', updated_at: '2026-01-01T00:00:00Z', metadata: {} },
    chunks: [
      { index: 0, text: body.slice(0, 900), start: 0, end: 900, heading: 'One' },
      { index: 1, text: body.slice(901, 40_000), start: 901, end: 40_000, heading: 'Two' },
    ],
  };
  const asked: GatherOptions[] = [];
  const [search, get] = builtins({
    search: async () => [HIT],
    gather: async (_question, options) => {
      asked.push(options);
      return [1, 2, 3].map((chunk) => ({
        ...HIT,
        chunk,
        text: '| a | b |\n|---|---|\n| 1 | 2 |',
        start: 5,
        end: 30,
      }));
    },
    get: async () => long,
    sources: async () => [],
  }) as [Builtin, Builtin];
  const signal = new AbortController().signal;
  const agent = { kind: 'agent' as const, conversation: 'c', call: 'k' };

  it('are whole passages with their positions, limited in tokens', async () => {
    const result = await search.execute(
      { query: 'moon', limit: 2, filters: { source: 'files' } },
      signal,
      agent,
      new Outbound(),
    );
    expect(result).toMatchObject({
      results: [{ text: '| a | b |\n|---|---|\n| 1 | 2 |', start: 5, end: 30 }, {}],
    });
    expect((result as { results: unknown[] }).results).toHaveLength(2);
    expect(asked).toEqual([{ source: 'files', tokens: 4_000 }]);
  });

  it('cover a long document in parts, which add up to all of it', async () => {
    let read = '';
    for (let start = 0; start < body.length;) {
      const part = (await get.execute({ id: 'd1', start }, signal, agent, new Outbound())) as {
        body: string;
        end: number;
      };
      expect(tokensOf(part.body)).toBeLessThanOrEqual(4_000);
      read += part.body;
      start = part.end;
    }
    expect(read).toBe(body);
  });

  it('name the passage in which a part begins, so that it can be cited', async () => {
    const part = await get.execute({ id: 'd1', start: 1_000, end: 1_100 }, signal, agent, new Outbound());
    expect(part).toMatchObject({
      id: 'd1',
      chunk: 1,
      heading: 'Two',
      start: 1_000,
      end: 1_100,
      size: body.length,
    });
    expect((part as { body: string }).body).toBe(body.slice(1_000, 1_100));
    expect(part).not.toHaveProperty('chunks');
  });

  it('report a position outside the document', async () => {
    await expect(get.execute({ id: 'd1', start: 1e6 }, signal, agent, new Outbound())).rejects.toMatchObject({
      message: expect.stringContaining(`has ${body.length} characters`) as string,
    });
  });

  it('are a document with its passages for other callers', async () => {
    const part = await get.execute(
      { id: 'd1', start: 0, end: 100 },
      signal,
      { kind: 'page' },
      new Outbound(),
    );
    expect(part).toMatchObject({ body: body.slice(0, 100), chunks: [{ index: 0 }] });
  });
});
