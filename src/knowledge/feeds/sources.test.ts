// A source belongs to its feed: no scan by hand writes to it.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { FeedBench, note } from './feeds.test-support.ts';
import { scan as scanConnector } from './scan.ts';

const USER = { kind: 'user' } as const;

it("writes to no feed's source in a scan by hand, whatever the names of connector and feed", async () => {
  const bench = await FeedBench.open({
    notes: () => [note('a', 'Text of the feed')],
    planet: () => [note('a', 'Text of another'), note('b')],
  });
  const feed = await bench.feeds.add({ connector: 'notes', title: 'planet' });
  await bench.feeds.scan(feed.id, { caller: USER });
  const before = await bench.deps.documents.known('script:planet', ['a']);
  await bench.feeds.add({ connector: 'planet', title: 'Planet.2' });
  const source = await bench.feeds.sourceByHand('planet');
  const byHand = () => scanConnector(bench.deps, { connector: 'planet', source, caller: USER });
  expect(await byHand()).toMatchObject({ added: 2, changed: 0 });
  expect(await byHand()).toMatchObject({ unchanged: 2 });
  expect(source).toBe('script:planet.2');
  expect(await bench.deps.documents.known('script:planet', ['a'])).toEqual(before);
  expect(await bench.feeds.sourceByHand('notes')).toBe('script:notes');
  bench.close();
});
