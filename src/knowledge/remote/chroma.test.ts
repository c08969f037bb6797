// A real Chroma server, started for these tests.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ChromaServer, startChroma, whyNoChroma } from '../../../scripts/chroma-server.ts';
import type { Remote } from '../../core/remote.ts';
import { Chroma } from './chroma.ts';
import type { RemotePassage } from './engine.ts';

const missing = whyNoChroma();

const NOTHING = { sources: [], tags: [] };

function remote(url: string, collection: string): Remote {
  return {
    id: 'r1',
    name: 'Team',
    engine: 'chroma',
    url,
    tenant: 'default_tenant',
    database: 'default_database',
    collection,
    use: 'beside',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

function passage(
  document: string,
  index: number,
  text: string,
  given: Partial<RemotePassage> = {},
): RemotePassage {
  return {
    document,
    index,
    text,
    title: `Title of ${document}`,
    heading: ['Part', 'Chapter'],
    source: 'notes',
    source_id: `${document}.md`,
    content_type: 'text/markdown',
    updated_at: '2026-02-03T00:00:00.000Z',
    revision: 'r1',
    tags: [],
    ...given,
  };
}

const vector = (...values: number[]): Float32Array => Float32Array.from(values);
const ids = (found: { passage: RemotePassage }[]): string[] =>
  found.map(({ passage: { document, index } }) => `${document}:${index}`);

describe.skipIf(missing)('a Chroma server (needs a Chroma server: node scripts/ensure-servers.mjs)', () => {
  let server: ChromaServer;
  beforeAll(async () => {
    server = await startChroma();
  });
  afterAll(() => server.close());

  async function filled(collection: string): Promise<Chroma> {
    const chroma = new Chroma(remote(server.url, collection));
    await chroma.prepare('model-1');
    await chroma.put(
      [
        passage('a', 0, 'The tide follows the moon.', { tags: ['sea'], page: 3, author: 'Ada' }),
        passage('a', 1, 'Neap tides are weak.', { tags: ['sea'] }),
        passage('b', 0, 'Bread needs salt (a + b).', {
          source: 'kitchen',
          updated_at: '2024-01-01T00:00:00.000Z',
          source_url: 'https://example.org/bread',
        }),
      ],
      [vector(1, 0, 0), vector(0.8, 0.6, 0), vector(0, 0, 1)],
    );
    return chroma;
  }

  it('reports its version, and the contents of an existing collection', async () => {
    const chroma = new Chroma(remote(server.url, 'state'));
    expect(await chroma.state()).toEqual({ engine: expect.stringMatching(/^Chroma \d/) as string });
    await filled('state');
    expect(await chroma.state()).toMatchObject({ passages: 3, model: 'model-1', dimensions: 3 });
  });

  it('returns a passage unchanged', async () => {
    const chroma = await filled('back');
    const [first, second, ...rest] = await chroma.document('a');
    expect(first).toEqual(
      passage('a', 0, 'The tide follows the moon.', { tags: ['sea'], page: 3, author: 'Ada' }),
    );
    expect(second!.index).toBe(1);
    expect(rest).toEqual([]);
    expect(await chroma.document('nobody')).toEqual([]);
  });

  it('finds the nearest, with the cosine', async () => {
    const chroma = await filled('nearest');
    const found = await chroma.nearest(vector(1, 0, 0), 2, NOTHING);
    expect(ids(found)).toEqual(['a:0', 'a:1']);
    expect(found[0]!.cosine).toBeCloseTo(1, 4);
    expect(found[1]!.cosine).toBeCloseTo(0.8, 4);
  });

  it('filters by source, tag and date before the limit', async () => {
    const chroma = await filled('filters');
    const near = async (filter: object): Promise<string[]> =>
      ids(await chroma.nearest(vector(1, 0, 0), 1, { ...NOTHING, ...filter }));
    expect(await near({ sources: ['kitchen'] })).toEqual(['b:0']);
    expect(await near({ tags: ['sea'] })).toEqual(['a:0']);
    expect(await near({ sources: ['kitchen'], tags: ['sea'] })).toEqual([]);
    expect(await near({ since: '2025-01-01' })).toEqual(['a:0']);
    expect(await near({ sources: ['kitchen'], since: '2025-01-01' })).toEqual([]);
  });

  it('finds words in any case, special characters literally, with the cosine to the question', async () => {
    const chroma = await filled('words');
    const found = await chroma.containing(['NEAP', 'salt (a + b)'], 10, NOTHING, vector(1, 0, 0));
    expect(ids(found).sort()).toEqual(['a:1', 'b:0']);
    expect(found.find(({ passage }) => passage.document === 'a')!.cosine).toBeCloseTo(0.8, 4);
    expect(await chroma.containing([], 10, NOTHING, undefined)).toEqual([]);
    expect(await chroma.containing(['.*'], 10, NOTHING, undefined)).toEqual([]);
  });

  it('replaces a document, prunes leftovers of its older text, and removes it', async () => {
    const chroma = await filled('replace');
    await chroma.put([passage('a', 0, 'New text.', { revision: 'r2' })], [vector(0, 1, 0)]);
    await chroma.prune('a', 'r2');
    expect((await chroma.document('a')).map(({ text }) => text)).toEqual(['New text.']);
    expect(await chroma.revisions()).toEqual(
      new Map([
        ['a', 'r2'],
        ['b', 'r1'],
      ]),
    );
    await chroma.remove(['a']);
    expect(await chroma.sources()).toEqual({ documents: 1, passages: 1 });
  });

  it('accepts more passages than fit into one request', async () => {
    const chroma = new Chroma(remote(server.url, 'many'));
    await chroma.prepare('model-1');
    const many = Array.from({ length: 700 }, (_, i) => passage(`d${i}`, 0, `text ${i}`));
    await chroma.put(
      many,
      many.map((_, i) => vector(Math.cos(i), Math.sin(i), 0)),
    );
    expect(await chroma.sources()).toEqual({ documents: 700, passages: 700 });
  });

  it("rejects a mix of two models' vectors", async () => {
    await filled('models');
    const other = new Chroma(remote(server.url, 'models'));
    await other.state();
    await expect(other.prepare('model-2')).rejects.toMatchObject({ code: 'conflict' });
    expect(await other.state()).toMatchObject({ model: 'model-1' });
  });

  it('reports a missing collection with advice', async () => {
    const chroma = new Chroma(remote(server.url, 'nowhere'));
    await expect(chroma.nearest(vector(1, 0, 0), 3, NOTHING)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('Push the library to it first') as string,
    });
  });
});

describe('another kind of server', () => {
  let strange: Server;
  let url: string;
  let answer: { status: number; body: string } = { status: 200, body: '' };
  const seen: string[] = [];
  beforeAll(async () => {
    strange = createServer((request, response) => {
      seen.push(String(request.headers['x-chroma-token']));
      if (answer.status === 302) response.setHeader('location', 'http://127.0.0.1:1/');
      response.writeHead(answer.status).end(answer.body);
    });
    await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(strange.address() as { port: number }).port}`;
  });
  afterAll(() => new Promise((resolve) => strange.close(resolve)));

  it.each([
    [401, '{}', 'denied', 'refused the token'],
    [429, '{}', 'rate_limited', 'too many requests'],
    [500, '{"message":"disk full"}', 'unavailable', 'disk full'],
    [413, '', 'too_large', 'as too large'],
    [200, '<html>', 'unavailable', 'not from Chroma'],
    [302, '', 'unavailable', 'cannot be reached'],
  ])('has status %i explained in a sentence, without the token', async (status, body, code, words) => {
    answer = { status, body };
    const chroma = new Chroma({ ...remote(url, 'x'), token: 'ck-secret' });
    const failure = await chroma.state().catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(words) as string });
    expect(String(failure)).not.toContain('ck-secret');
    expect(seen.at(-1)).toBe('ck-secret');
  });

  it.each(['null', '[]', '"x"', '{"id":"../..","ids":[]}', '{"id":"c","ids":7}', '{"id":"c"}', '{"ids":[]}'])(
    'is recognized by an answer of another shape (%s)',
    async (body) => {
      answer = { status: 200, body };
      const chroma = new Chroma(remote(url, 'x'));
      for (const call of [
        () => chroma.prepare('m').then(() => chroma.document('d')),
        () => chroma.containing(['word'], 3, NOTHING, undefined),
        () => chroma.revisions(),
      ])
        await expect(call()).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('not from Chroma') as string,
        });
    },
  );

  it('repeats pages, which ends the listing', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `d:${i}`);
    const metadatas = ids.map((_, index) => ({ document: 'd', index }));
    answer = { status: 200, body: JSON.stringify({ id: 'c', ids, metadatas }) };
    const chroma = new Chroma(remote(url, 'x'));
    expect((await chroma.revisions()).size).toBe(1);
    expect(await chroma.document('d')).toHaveLength(300);
  });

  it('has invalid numbers, lists and addresses dropped', async () => {
    const metadata = {
      ...{ document: 'd', index: 0, page: 1e300, title: ['<img src=x>'], heading: '{"a":1}', tags: 7 },
      source_url: 'javascript:alert(1)',
    };
    const metadatas = [metadata, { ...metadata, index: 1.5 }, { ...metadata, index: '0' }, null, 'x'];
    const ids = Array.from({ length: 1000 }, () => 'd:0');
    answer = {
      status: 200,
      body: JSON.stringify({
        id: 'c',
        ids,
        metadatas,
        documents: [{ a: 1 }],
        embeddings: [[1e308, 1e308], 7],
      }),
    };
    const chroma = new Chroma(remote(url, 'x'));
    const [found, ...others] = await chroma.containing(['word'], 4, NOTHING, vector(1, 0));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ cosine: 0, passage: { document: 'd', index: 0, heading: [] } });
    expect(found!.passage).not.toHaveProperty('source_url');
    answer.body = JSON.stringify({
      ...{ id: 'c', ids: [['a', 'b', 'c']], distances: [[1e308, null, 0.25]] },
      metadatas: [[0, 1, 2].map((index) => ({ document: 'd', index }))],
    });
    const near = await chroma.nearest(vector(1, 0), 3, NOTHING);
    expect(near.map(({ cosine }) => cosine)).toEqual([undefined, undefined, 0.75]);
  });

  it('is missing, or has no valid address', async () => {
    const gone = (): Promise<unknown> => new Chroma(remote('http://127.0.0.1:1', 'x')).state();
    await expect(gone()).rejects.toMatchObject({
      code: 'unavailable',
      message: '127.0.0.1:1 cannot be reached. Check that the server is running.',
    });
    vi.stubGlobal('location', {});
    await expect(gone()).rejects.toThrow('cors_allow_origins');
    vi.unstubAllGlobals();
    expect(() => new Chroma(remote('localhost', 'x'))).toThrow(/is not a server address/);
  });
});
