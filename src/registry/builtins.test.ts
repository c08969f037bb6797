// What search, get and sources ask of the library, and what they answer.
import { Outbound } from '../core/outbound.ts';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import type { DocumentView, SearchHit, SearchOptions } from '../core/document.ts';
import type { JsonObject } from '../core/json.ts';
import { builtins } from './builtins.ts';

const HIT: SearchHit = {
  id: 'd1',
  score: 1,
  source: 'notes',
  source_id: 'a.md',
  updated_at: '2026-01-01T00:00:00.000Z',
  snippet: 'text',
  marks: [],
  chunk: 0,
};

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

it('are search, get and sources, in this order', () => {
  expect(setUp().tools.map(({ name }) => name)).toEqual(['search', 'get', 'sources']);
});

describe('search', () => {
  it('hands its arguments to the library and answers { results }', async () => {
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

  it('asks for keyword mode and twelve results by default', () => {
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
  it('answers the document itself', async () => {
    expect(await setUp().run('get', { id: 'd1' })).toBe(DOCUMENT);
  });

  it('refuses an empty id, and says which document there is not', async () => {
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

it('sources answers { sources }', async () => {
  expect(await setUp().run('sources', {})).toEqual({
    sources: [{ name: 'notes', configured: true, healthy: true, documents: 1, chunks: 1 }],
  });
});
