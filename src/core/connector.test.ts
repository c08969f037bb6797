// Items of a scan: valid ones become documents, invalid ones are reported by name.
import { expect, it } from 'vitest';
import { toScan } from './connector.ts';

const item = (more: object = {}) => ({ source_id: 'a', body: 'text', ...more });

it("turns an item into a document of its connector's source", () => {
  const full = item({
    title: 'T',
    author: 'A',
    source_url: 'https://example.com/a',
    content_type: 'text/markdown',
    metadata: { stars: 3 },
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02 03:04:05',
    source: 'forged',
    other: 1,
  });
  expect(toScan([full], 'feed')).toEqual({
    items: [
      {
        source: 'script:feed',
        source_id: 'a',
        body: 'text',
        title: 'T',
        author: 'A',
        source_url: 'https://example.com/a',
        content_type: 'text/markdown',
        metadata: { stars: 3 },
        created_at: '2026-01-02T03:04:05.000Z',
        updated_at: '2026-01-02T03:04:05.000Z',
      },
    ],
    skipped: [],
  });
});

it('reads times in the formats that connectors use', () => {
  const times = ['2026-01-02T03:04:05+01:00', '2026-01-02T03:04:05', 1767323045, 1767323045.5];
  const { items } = toScan(
    times.map((updated_at) => item({ updated_at })),
    'c',
  );
  expect(items.map(({ updated_at }) => updated_at)).toEqual([
    '2026-01-02T02:04:05.000Z',
    '2026-01-02T03:04:05.000Z',
    '2026-01-02T03:04:05.000Z',
    '2026-01-02T03:04:05.500Z',
  ]);
});

it('accepts metadata as a table or JSON text, plain text as content, and a number as id', () => {
  const { items } = toScan([item({ metadata_json: '{"a":1}' }), item({ source_id: 7 })], 'c');
  expect(items).toMatchObject([{ metadata: { a: 1 }, content_type: 'text/plain' }, { source_id: '7' }]);
});

it('skips bad items, and reports the name and problem of each', () => {
  const bad = [
    'text',
    { body: 'x' },
    { source_id: 'b' },
    item({ source_id: 'c', title: 5 }),
    item({ source_id: 'd', updated_at: 'yesterday' }),
    item({ source_id: 'e', metadata_json: '[1]' }),
    item({ source_id: 'f', body: '' }),
  ];
  const { items, skipped } = toScan([...bad, item()], 'c');
  expect(items).toHaveLength(1);
  expect(skipped).toEqual([
    { name: 'item 1', reason: 'it is not a table' },
    { name: 'item 2', reason: "it has no 'source_id'" },
    { name: 'b', reason: "it has no 'body'" },
    { name: 'c', reason: "its 'title' is not a string" },
    { name: 'd', reason: 'its \'updated_at\' is not a time: "yesterday"' },
    { name: 'e', reason: "its 'metadata_json' is not a JSON object" },
    { name: 'f', reason: "it has no 'body'" },
  ]);
});

it('reads an empty table as an empty list, and rejects anything else that is not a list', () => {
  expect(toScan({}, 'c')).toEqual({ items: [], skipped: [] });
  for (const result of [null, 5, 'x', { a: 1 }]) {
    expect(() => toScan(result, 'c')).toThrow(
      expect.objectContaining({
        code: 'bad_output',
        message: "connector.scan of 'c' must return a list of items",
      }),
    );
  }
});

it('reads a page: its items, the cursor, and the data to keep', () => {
  const page = { items: [item()], cursor: { page: 2 }, keep: 'W/"abc"', partial: true };
  expect(toScan(page, 'feed')).toMatchObject({ cursor: { page: 2 }, keep: 'W/"abc"', partial: true });
  expect(toScan({ items: {}, cursor: null, keep: false, partial: 'yes' }, 'feed')).toEqual({
    items: [],
    skipped: [],
  });
});

it('rejects a table without a list of items, and an oversized cursor', () => {
  expect(() => toScan({ issues: [] }, 'feed')).toThrow(
    "connector.scan of 'feed' must return a list of items",
  );
  expect(() => toScan({ items: 'none' }, 'feed')).toThrow('must return a list of items');
  expect(() => toScan({ items: [], cursor: 'x'.repeat(270_000) }, 'feed')).toThrow(
    "the cursor that connector.scan of 'feed' returned is over 256 KiB",
  );
});
