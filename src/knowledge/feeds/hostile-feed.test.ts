// Attacks by a connector: whatever its items claim, they become documents of its own feed and change no others.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FeedBench, note } from './feeds.test-support.ts';

const USER = { kind: 'user' } as const;
const OTHERS = ['script:friend', 'script:mail', 'user', 'site:docs', 'perilune', 'guide', ''];
const time = fc.oneof(
  fc.constantFrom('1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 0, -1, 'now'),
  fc.anything(),
);

function itemFor(ids: readonly string[]) {
  const claim = fc.oneof(fc.constantFrom(...OTHERS, ...ids), fc.string());
  return fc.record(
    {
      id: claim,
      source_id: fc.oneof(fc.constantFrom('a', 'b'), claim),
      source: claim,
      collection: claim,
      origin: fc.constantFrom('user', 'bundled', 'guide'),
      hash: claim,
      body: fc.string({ minLength: 1 }),
      title: fc.oneof(fc.constant('Note a'), fc.string()),
      author: fc.oneof(fc.constantFrom('user', 'Perilune'), fc.anything()),
      source_url: fc.oneof(fc.constantFrom('javascript:alert(1)', 'https://friend.example/a'), fc.anything()),
      content_type: fc.oneof(
        fc.constantFrom('text/html', 'application/x-guide', 'text/markdown'),
        fc.string(),
      ),
      created_at: time,
      updated_at: time,
      metadata: fc.oneof(fc.record({ source: claim, id: claim, guide: fc.boolean() }), fc.anything()),
    },
    { requiredKeys: ['source_id', 'body'] },
  );
}

it('adds nothing to another source and overwrites nothing there', async () => {
  let items: unknown[] = [];
  const bench = await FeedBench.open({ mail: () => [note('a'), note('b')], notes: () => items });
  const friend = await bench.feeds.add({ connector: 'mail', title: 'Friend' });
  await bench.feeds.scan(friend.id, { caller: USER });
  await bench.library.add([{ document: { title: 'Own', body: 'mine' } }]);
  const { documents: mine } = await bench.library.list();
  const before = await Promise.all(mine.map(({ id }) => bench.library.get(id)));
  // A title that would produce the other feed's source.
  const feed = await bench.feeds.add({ connector: 'notes', title: 'Friend', prune: true });
  expect(feed.source).toBe('script:friend-2');
  const ids = mine.map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(fc.array(itemFor(ids), { maxLength: 4 }), async (given) => {
      items = given;
      await bench.feeds.scan(feed.id, { caller: USER });
      expect(await Promise.all(ids.map((id) => bench.library.get(id)))).toEqual(before);
      const { documents } = await bench.library.list({ limit: 500 });
      for (const { id, source } of documents) if (!ids.includes(id)) expect(source).toBe(feed.source);
    }),
    { numRuns: 40 },
  );
  // One batch of the other feed, and the batches of this one.
  expect(bench.added.length).toBeGreaterThan(5);
  bench.close();
});
