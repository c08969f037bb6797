// Hacker News, against a server that responds like its two APIs: lists and items, and the search.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TrialConnector, TrialWeb, type Answer, type Asked } from './scan-trial.ts';

let web: TrialWeb;
let connector: TrialConnector;
beforeAll(async () => {
  web = await new TrialWeb().start();
  connector = await TrialConnector.load('hacker_news', web);
});
afterAll(() => web.stop());

let items: Record<number, object | null>;
let hits: object[];
beforeEach(() => {
  web.reset();
  items = {
    1: {
      id: 1,
      type: 'story',
      by: 'ada',
      title: 'Herons',
      url: 'https://example.com/h',
      time: 1767323045,
      kids: [11, 12, 13, 14],
      score: 5,
      descendants: 4,
    },
    2: { id: 2, type: 'story', by: 'ben', title: 'Ask HN: why?', text: 'I <i>wonder</i>', time: 1767323046 },
    3: null,
    4: { id: 4, type: 'story', deleted: true, time: 1 },
    11: { id: 11, type: 'comment', by: 'cara', text: 'Nice &amp; tall', time: 1 },
    12: { id: 12, type: 'comment', deleted: true },
    13: { id: 13, type: 'comment', by: 'dan', text: 'They wade', time: 1 },
    14: { id: 14, type: 'comment', by: 'eve', text: 'Late', time: 1 },
  };
  hits = [];
  web.answer = hackerNews;
});

function hackerNews({ path, query }: Asked): Answer | undefined {
  if (path === '/v0/topstories.json') return { json: [1, 2, 3, 4] };
  const item = /^\/v0\/item\/(\d+)\.json$/.exec(path);
  // Firebase answers null for missing items.
  if (item) return { json: items[Number(item[1])] ?? null };
  if (path.startsWith('/algolia/search_by_date')) {
    const [page, size] = [Number(query.get('page')), Number(query.get('hitsPerPage'))];
    const nbPages = Math.ceil(hits.length / size);
    return { json: { hits: hits.slice(page * size, (page + 1) * size), page, nbPages, hitsPerPage: size } };
  }
  if (path === '/algolia/items/7')
    return {
      json: {
        id: 7,
        children: [
          { author: 'fay', text: 'First' },
          { author: null, text: null },
        ],
      },
    };
  return undefined;
}

const scan = (more: object = {}) =>
  connector.scan({ api: `${web.origin}/v0`, search_api: `${web.origin}/algolia`, ...more });

it('imports the stories of a list with their first comments that still exist', async () => {
  const { items: brought, partial } = await scan({ comments: 2 });
  expect(brought).toEqual([
    {
      source: 'script:hacker_news',
      source_id: '1',
      title: 'Herons',
      author: 'ada',
      source_url: 'https://example.com/h',
      content_type: 'text/html',
      body: '<h2>cara</h2>\n<p>Nice &amp; tall</p>\n<h2>dan</h2>\n<p>They wade</p>',
      created_at: '2026-01-02T03:04:05.000Z',
      updated_at: '2026-01-02T03:04:05.000Z',
      metadata: { discussion: 'https://news.ycombinator.com/item?id=1', kind: 'story' },
    },
    expect.objectContaining({
      body: 'I <i>wonder</i>',
      source_url: 'https://news.ycombinator.com/item?id=2',
    }),
  ]);
  expect(partial).toBe(true);
});

it('treats a story as unchanged when only its points changed', async () => {
  const before = (await scan()).items;
  items[1] = { ...items[1], score: 500 };
  expect((await scan()).items).toEqual(before);
});

it('spreads requests over several calls to stay within the rate limit', async () => {
  const many = Array.from({ length: 120 }, (_, i) => 100 + i);
  for (const id of many) items[id] = { id, type: 'story', by: 'x', title: `Story ${id}`, time: 1 };
  const plain = hackerNews;
  web.answer = (asked) => (asked.path === '/v0/topstories.json' ? { json: many } : plain(asked));
  const { items: brought, calls } = await scan({ count: 60, comments: 3 });
  expect(brought).toHaveLength(60);
  expect(calls).toBe(3);
});

it('imports search results, and later only the newest', async () => {
  hits = [
    {
      objectID: '7',
      title: 'Found',
      author: 'gil',
      url: '',
      story_text: null,
      created_at_i: 1767323045,
      num_comments: 2,
    },
    { objectID: '8', title: null },
    {
      objectID: '9',
      title: 'Bare',
      author: 'h',
      url: 'https://x.example',
      created_at_i: 1767323045,
      num_comments: 0,
    },
  ];
  const { items: brought } = await scan({ query: 'herons' });
  expect(brought).toMatchObject([
    {
      source_id: '7',
      body: '<h2>fay</h2>\n<p>First</p>',
      source_url: 'https://news.ycombinator.com/item?id=7',
    },
    { source_id: '9', body: 'Bare', content_type: 'text/plain' },
  ]);
  await scan({ query: 'herons', last_scan: '2026-01-10T00:00:00Z' });
  const asked = web.asked.findLast((path) => path.includes('search_by_date')) ?? '';
  const query = new URLSearchParams(asked.split('?')[1]);
  expect(query.get('numericFilters')).toBe(`created_at_i>${Date.parse('2026-01-07T00:00:00Z') / 1000}`);
});

it('reads a search page by page until it has enough', async () => {
  hits = Array.from({ length: 130 }, (_, i) => ({
    objectID: String(1000 + i),
    title: `S${i}`,
    created_at_i: 1,
    num_comments: 0,
  }));
  const { items: brought, calls } = await scan({ query: 'x', count: 70 });
  expect([brought.length, calls]).toEqual([70, 2]);
});

it('reports an unusable response', async () => {
  web.answer = () => ({ status: 500 });
  await expect(scan()).rejects.toThrow('Hacker News answered with status 500');
});
