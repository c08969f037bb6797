// `perilune serve --remote`: searches a real Chroma server instead of a folder, and says when it cannot.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Remote } from '../src/core/remote.ts';
import { Chroma } from '../src/knowledge/remote/chroma.ts';
import { push } from '../src/knowledge/remote/push.ts';
import { type ChromaServer, startChroma, whyNoChroma } from './chroma-server.ts';
import { FILES, folderOf, remove, startServing, type ServedProcess } from './served-process.ts';

const BODY = 'The perigean spring tide is the highest of the month.';
const TIDES = {
  id: 'tides',
  source: 'notes',
  source_id: 'tides.md',
  title: 'Tides',
  content_type: 'text/markdown',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  added_at: '2026-01-01T00:00:00.000Z',
  metadata: {},
  hash: 'tides',
  chunks: 1,
  size: BODY.length,
  body: BODY,
  passages: [{ document: 'tides', index: 0, text: BODY, heading: [], start: 0, end: BODY.length }],
};

async function fill(url: string, collection: string): Promise<void> {
  const remote: Remote = {
    id: 'r',
    name: 'r',
    engine: 'chroma',
    url,
    tenant: 'default_tenant',
    database: 'default_database',
    collection,
    use: 'instead',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  await push(new Chroma(remote), {
    model: 'test',
    list: () => Promise.resolve({ documents: [TIDES], total: 1 }),
    open: () => Promise.resolve(TIDES),
    vectorsOf: ({ passages }) => Promise.resolve(passages.map(() => Float32Array.of(1, 0, 0))),
  });
}

describe.skipIf(whyNoChroma())('a Chroma server (needs it: node scripts/ensure-servers.mjs)', () => {
  const folder = folderOf({ 'word_count.lua': FILES['tools/word_count.lua']! });
  let chroma: ChromaServer;
  let served: ServedProcess;
  beforeAll(async () => {
    chroma = await startChroma();
    await fill(chroma.url, 'team');
    served = await startServing(folder, ['--remote', `${chroma.url}/team`]);
  }, 120_000);
  afterAll(async () => {
    await served.stop();
    await chroma.close();
    remove(folder);
  });

  const post = async (path: string, json: unknown): Promise<Record<string, unknown>> =>
    (await (await served.fetch(path, { json })).json()) as Record<string, unknown>;

  it('finds passages by words, reads their document, and lists the server', async () => {
    const { result } = await post('/tools/search', { query: 'highest tide' });
    const [hit] = (result as { results: { id: string; title: string; snippet: string }[] }).results;
    expect(hit).toMatchObject({ title: 'Tides', snippet: expect.stringContaining('perigean') as string });
    expect((await post('/tools/get', { id: hit?.id }))['result']).toMatchObject({ body: BODY });
    const { sources } = (await (await served.fetch('/tools/sources')).json()) as { sources: object[] };
    expect(sources).toMatchObject([{ healthy: true }]);
  });
});

it('names a server that does not answer, at the start and in each search', async () => {
  const folder = folderOf({});
  const served = await startServing(folder, ['--remote', 'http://127.0.0.1:9/team']);
  try {
    await expect.poll(served.err).toContain('Search does not work: 127.0.0.1:9 cannot be reached');
    const response = await served.fetch('/tools/search', { json: { query: 'tide' } });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
  } finally {
    await served.stop();
    remove(folder);
  }
});
