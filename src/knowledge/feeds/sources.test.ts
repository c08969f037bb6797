// A source belongs to the feed that has it: no scan by hand writes there.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { FeedBench, note } from './feeds.test-support.ts';
import { scan as scanConnector } from './scan.ts';

const USER = { kind: 'user' } as const;

it('a scan by hand writes to no source of a feed, whatever connector and feed are called', async () => {
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
