// Search results for tools, page by page, over a stand-in finder.
import { expect, it } from 'vitest';
import type { ToolInfo } from '../core/tool.ts';
import { ToolSearch } from './tool-search.ts';

const TOOLS = ['moon', 'moonlight', 'moonrise', 'sun'].map((name) => ({ id: name, name }) as ToolInfo);

const search = new ToolSearch({
  tools: {
    list: () => TOOLS,
    ids: (filter) => new Set(TOOLS.map(({ id }) => id).filter((id) => !filter.tag || id !== 'moonrise')),
    get: () => undefined,
    onChange: () => () => undefined,
  },
  openFinder: async () => ({
    changed: () => undefined,
    find: (query, { limit, allowed }) =>
      TOOLS.filter((tool) => tool.name.startsWith(query) && allowed?.(tool))
        .slice(0, limit)
        .map((tool) => ({ tool, score: 1, why: 'prefix' })),
  }),
  usage: async () => new Map(),
});

it('continues with query and filter from the token alone', async () => {
  const first = await search.page('moon', { tag: 'sky', pageSize: 1 });
  expect(first).toMatchObject({ items: [{ name: 'moon' }], total: 2 });
  const second = await search.page('', { pageToken: first.nextPageToken });
  expect(second).toMatchObject({ items: [{ name: 'moonlight' }], total: 2 });
  expect(second.nextPageToken).toBeUndefined();
  await expect(search.page('sun', { pageToken: first.nextPageToken })).rejects.toThrow('another query');
});
