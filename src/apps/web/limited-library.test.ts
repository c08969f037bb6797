// A tool's view in a chat limited to a collection: no call returns, or confirms the existence of, anything outside
// it.
import { beforeEach, expect, it } from 'vitest';
import type { LibraryLimit } from '../../core/library-limit.ts';
import { Outbound } from '../../core/outbound.ts';
import type { Library } from '../../knowledge/library.ts';
import { get, search } from '../../tools/library-calls.ts';
import { libraryServices } from './library-services.ts';
import { memoryLibrary, tickingClock } from '../../knowledge/library.test-support.ts';

const signal = new AbortController().signal;
let library: Library;
let ids: string[];
let tables: string[];
const remote: string[] = [];

function services() {
  return libraryServices({
    knowledge: {
      search: (query, options) => library.search(query, options),
      gather: (question, options) => library.gather(question, options),
      get: (id) => library.get(id),
      open: (id) => library.open(id),
      list: (options) => library.list(options),
      sources: () => Promise.resolve(library.sources()),
    },
    extensions: {
      one: async () =>
        ({
          open: async (documents: {
            list(options: object): Promise<{ documents: { title: string }[] }>;
          }) => ({
            query: async () => {
              tables = (await documents.list({ limit: 50, offset: 0 })).documents.map(({ title }) => title);
              return { columns: [], rows: [], truncated: false, tables: [] };
            },
          }),
        }) as never,
    },
    database: { count: async () => 1 },
    remotes: async () =>
      ({
        list: async () => [{ use: 'beside', url: 'https://elsewhere.example' }],
        requests: async () => [{ method: 'POST', url: 'https://elsewhere.example', headers: {}, body: '' }],
      }) as never,
    embeddings: async () => ({ choice: { kind: 'off' } }) as never,
  });
}

beforeEach(async () => {
  remote.length = 0;
  library = memoryLibrary({ now: tickingClock() });
  ({ ids } = await library.add([
    { document: { title: 'Inside', body: 'The lantern is in the cellar.', source: 'a' } },
    { document: { title: 'Outside', body: 'The lantern is in the attic.', source: 'b' } },
    { document: { title: 'Brought along', body: 'The lantern is in the boat.', source: 'attached' } },
  ]));
  await library.change([ids[0]!], { join: ['c1'] });
});

const limited = (documents: string[] = []): Outbound => {
  const limit: LibraryLimit = { within: [['c1']], documents };
  return new Outbound(undefined, limit);
};

it('searches, lists and computes within the collection only', async () => {
  const calls = services();
  const outbound = limited();
  const hits = await calls.search('lantern', {}, { signal, outbound });
  expect(hits.map(({ title }) => title)).toEqual(['Inside']);
  expect((await calls.sources({ signal, outbound })).map(({ name }) => name)).toEqual(['a']);
  await calls.query!({ sql: 'SELECT 1' }, { signal, outbound });
  expect(tables).toEqual(['Inside']);
  const agent = { kind: 'agent', conversation: 'chat', call: 'call' } as const;
  const given = await search(calls, { query: 'lantern' }, signal, agent, outbound);
  expect(JSON.stringify(given)).toContain('cellar');
  expect(JSON.stringify(given)).not.toMatch(/attic|boat/);
});

it('reads documents inside, and treats others as missing', async () => {
  const calls = services();
  const outbound = limited();
  const user = { kind: 'user' } as const;
  expect(await get(calls, { id: ids[0]! }, signal, user, outbound)).toMatchObject({ title: 'Inside' });
  await expect(calls.get(ids[1]!, { signal, outbound })).rejects.toMatchObject({
    code: 'not_found',
    message: `document not found: ${ids[1]}`,
  });
  await expect(calls.get('nobody', { signal, outbound })).rejects.toMatchObject({
    code: 'not_found',
    message: 'document not found: nobody',
  });
});

it('reads what the chat attached or refers to', async () => {
  const calls = services();
  const outbound = limited([ids[2]!]);
  const hits = await calls.search('lantern', {}, { signal, outbound });
  expect(hits.map(({ title }) => title).sort()).toEqual(['Brought along', 'Inside']);
  expect((await calls.get(ids[2]!, { signal, outbound })).title).toBe('Brought along');
});

it('is unlimited without a limit', async () => {
  const outbound = new Outbound();
  const hits = await services().search('lantern', {}, { signal, outbound });
  expect(hits.map(({ title }) => title).sort()).toEqual(['Inside', 'Outside']);
});
