// The library and a real Chroma server: answering together, one failing, one alone.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChromaServer, startChroma, whyNoChroma } from '../../../scripts/chroma-server.ts';
import type { SearchHit, SearchOptions } from '../../core/document.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { Chroma } from './chroma.ts';
import type { LocalAnswers, RemoteAccess } from '../../core/ports/remote-collections.ts';
import type { RemotePassage } from './engine.ts';
import { Federation, merged } from './federation.ts';
import { remoteId } from './push.ts';
import { searchHit } from '../../core/search-hits.test-support.ts';

const missing = whyNoChroma();

/** Synonyms share a direction: enough to tell meaning from spelling. */
const MEANINGS = [
  ['moon', 'tide', 'sea', 'ocean'],
  ['bread', 'salt', 'oven'],
  ['train', 'rail'],
];
const embedder: Embedder = {
  model: 'meanings',
  dimensions: 4,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const words = text.toLowerCase().split(/\W+/);
        const vector = Float32Array.from([
          ...MEANINGS.map((group) => words.filter((word) => group.includes(word)).length),
          0.1,
        ]);
        const length = Math.hypot(...vector);
        return vector.map((value) => value / length);
      }),
    ),
};

const localHit = (source_id: string, score: number): SearchHit =>
  searchHit(`local-${source_id}`, {
    score,
    source: 'notes',
    source_id,
    title: source_id,
    snippet: source_id,
  });

const local: LocalAnswers & { hits: SearchHit[] } = {
  hits: [],
  search: (_query, _options) => Promise.resolve(local.hits),
  gather: () => Promise.resolve(local.hits.map((hit) => ({ ...hit, text: hit.snippet }))),
  get: vi.fn(),
  open: vi.fn(),
  sources: () => [{ name: 'notes', configured: true, healthy: true, documents: 1, chunks: 1 }],
};

function passage(source_id: string, index: number, text: string): RemotePassage {
  return {
    document: remoteId({ source: 'notes', source_id }),
    index,
    text,
    title: source_id,
    heading: ['Part'],
    source: 'notes',
    source_id,
    content_type: 'text/markdown',
    updated_at: '2026-02-03T00:00:00.000Z',
    revision: 'r',
    tags: ['sea'],
    page: index + 1,
  };
}

const PASSAGES = [
  passage('tides.md', 0, 'The tide follows the moon.'),
  passage('tides.md', 1, 'Fishers know it well.'),
  passage('bread.md', 0, 'Bread needs salt and an oven.'),
  passage('rail.md', 0, 'The train leaves the rail yard at noon.'),
];

beforeEach(() => {
  local.hits = [];
});

describe.skipIf(missing)(
  'beside a Chroma server (needs a Chroma server: node scripts/ensure-servers.mjs)',
  () => {
    let server: ChromaServer;
    let access: RemoteAccess;
    beforeAll(async () => {
      server = await startChroma();
      access = {
        id: 'r1',
        name: 'Team',
        engine: 'chroma',
        url: server.url,
        tenant: 'default_tenant',
        database: 'default_database',
        collection: 'federation',
        use: 'beside',
        createdAt: '2026-01-01T00:00:00.000Z',
      };
      const chroma = new Chroma(access);
      await chroma.prepare('meanings');
      await chroma.put(PASSAGES, await embedder.embed(PASSAGES.map(({ text }) => text)));
    });
    afterAll(() => server.close());

    function federation(given: Partial<RemoteAccess> = {}, model: Embedder | null = embedder): Federation {
      const both = new Federation(local, () => model ?? undefined);
      both.use([{ ...access, ...given }]);
      return both;
    }

    const found = async (both: Federation, query: string, options: SearchOptions = {}): Promise<string[]> =>
      (await both.search(query, options)).map(({ source_id }) => source_id);

    it('finds passages by meaning that have none of the words, and names their origin', async () => {
      const [first, ...rest] = await federation().search('ocean', { mode: 'semantic', explain: true });
      expect(first).toMatchObject({
        source_id: 'tides.md',
        title: 'tides.md',
        remote: 'Team',
        heading: 'Part',
        page: 1,
        score: 1,
        explain: { semantic: { rank: 1 } },
      });
      expect(rest.length).toBeGreaterThan(0);
    });

    it('finds by words alone without a model, in other forms too', async () => {
      expect(await found(federation({}, null), 'trains leaving')).toEqual(['rail.md']);
      expect(await found(federation(), 'needs salts', { mode: 'keyword' })).toEqual(['bread.md']);
      await expect(
        federation({ use: 'instead' }, null).search('ocean', { mode: 'semantic' }),
      ).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('makes no semantic search with another model', async () => {
      const other = { ...embedder, model: 'another' };
      expect(await found(federation({}, other), 'ocean')).toEqual([]);
    });

    it('merges both lists by rank, with a document in both only once', async () => {
      local.hits = [localHit('moon.md', 1), localHit('tides.md', 0.4)];
      expect((await found(federation(), 'moon tide')).filter((id) => id === 'tides.md')).toHaveLength(1);
      const hits = await federation().search('bread', { limit: 2 });
      expect(hits.map(({ source_id }) => source_id)).toEqual(['moon.md', 'bread.md']);
      expect(hits.map(({ score }) => score)).toEqual([1, 1]);
    });

    it('leaves the library out when it answers alone', async () => {
      local.hits = [localHit('moon.md', 1)];
      expect(await found(federation({ use: 'instead' }), 'bread')).toContain('bread.md');
      expect(await found(federation({ use: 'instead' }), 'bread')).not.toContain('moon.md');
    });

    it('respects phrases, sources, tags and dates', async () => {
      const both = federation({ use: 'instead' });
      expect(await found(both, '"follows the moon"')).toEqual(['tides.md']);
      expect(await found(both, 'moon source:kitchen')).toEqual([]);
      expect(await found(both, 'moon', { sources: ['kitchen'] })).toEqual([]);
      expect(await found(both, 'moon', { sources: [] })).toEqual([]);
      expect(await found(both, 'moon source:notes', { sources: ['kitchen'] })).toEqual([]);
      expect((await found(both, 'moon', { sources: ['kitchen', 'notes'] }))[0]).toBe('tides.md');
      // An engine's own name is a source.
      expect((await found(both, 'moon', { sources: ['Team'] }))[0]).toBe('tides.md');
      expect((await found(both, 'moon tag:sea'))[0]).toBe('tides.md');
      expect(await found(both, 'moon', { since: '2027-01-01' })).toEqual([]);
      await expect(both.search('moon', { since: 'soon' })).rejects.toMatchObject({ code: 'bad_request' });
      expect(await found(both, '  ')).toEqual([]);
    });

    it('opens a remote document completely, each passage at its stated position', async () => {
      const both = federation();
      const [{ id }] = (await both.search('tide', {})) as [SearchHit];
      const document = await both.open(id);
      expect(document).toMatchObject({ title: 'tides.md', chunks: 2, metadata: { tags: ['sea'] } });
      for (const { text, start, end } of document.passages)
        expect(document.body.slice(start, end)).toBe(text);
      expect(await both.get(id)).toMatchObject({
        id,
        body: 'The tide follows the moon.\n\nFishers know it well.',
        chunks: [{ index: 0, heading: 'Part', page: 1 }, { index: 1 }],
      });
      await expect(both.open('remote:r1:gone')).rejects.toMatchObject({ code: 'not_found' });
      await expect(both.open('remote:other:x')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('is listed among the sources', async () => {
      expect(await federation().sources()).toMatchObject([
        { name: 'notes' },
        { name: 'Team', healthy: true, chunks: 4, notes: expect.stringContaining('Chroma') as string },
      ]);
    });

    it('costs the library nothing when it is gone, and is reported as gone', async () => {
      local.hits = [localHit('moon.md', 1)];
      const both = federation({ url: 'http://127.0.0.1:1' });
      expect(await found(both, 'moon')).toEqual(['moon.md']);
      expect((await both.sources())[1]).toMatchObject({
        healthy: false,
        notes: expect.stringContaining('cannot be reached') as string,
      });
      await expect(
        federation({ url: 'http://127.0.0.1:1', use: 'instead' }).search('moon', {}),
      ).rejects.toMatchObject({ code: 'unavailable' });
    });
  },
);

describe('a server that never answers', () => {
  let silent: Server;
  beforeAll(() => {
    silent = createServer(() => undefined);
    return new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
  });

  it('is waited for no longer than promised', async () => {
    const { port } = silent.address() as { port: number };
    const both = new Federation(local, () => undefined);
    const slow: Partial<RemoteAccess> = { id: 'r', name: 'Slow', url: `http://127.0.0.1:${port}` };
    both.use([{ engine: 'chroma', collection: 'c', use: 'beside', ...slow } as RemoteAccess]);
    local.hits = [localHit('moon.md', 1)];
    const begun = performance.now();
    expect(await both.search('moon', {})).toEqual(local.hits);
    expect(performance.now() - begun).toBeLessThan(6_000);
  });
});

it('keeps the scores of a single list', () => {
  const hits = [localHit('a', 1), localHit('b', 0.5)];
  expect(merged([hits, []])).toEqual(hits);
});
