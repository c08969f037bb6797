// Links that survive a reload, and whose changes reach every tab.
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { LocalLink } from '../core/local-link.ts';
import { openDatabase } from './database.ts';
import { linkTable } from './links.ts';

let count = 0;
const link = (id: string): LocalLink => ({
  id,
  name: `${id}.lua`,
  // A handle can be cloned; its methods belong to the browser.
  handle: { kind: 'file', name: `${id}.lua` } as LocalLink['handle'],
  tools: [{ folder: 'f', places: { '': '' }, base: 'abc' }],
  fresh: [],
});

it('stores a link, and removes it', async () => {
  const name = `links-${++count}`;
  const table = linkTable(await openDatabase({ name }));
  await table.put(link('b'));
  await table.put(link('a'));
  const again = linkTable(await openDatabase({ name }));
  expect(await again.all()).toEqual([link('a'), link('b')]);
  await again.remove('a');
  expect(await table.get('a')).toBeUndefined();
  expect(await table.get('b')).toEqual(link('b'));
  table.close();
  again.close();
});

it('notifies its own tab and others of a change, until they unsubscribe', async () => {
  const name = `links-${++count}`;
  const [here, there] = [await openDatabase({ name }), await openDatabase({ name })].map((db) =>
    linkTable(db),
  );
  const [mine, theirs] = [vi.fn(), vi.fn()];
  const stop = here?.onChange(mine);
  there?.onChange(theirs);
  await here?.put(link('a'));
  expect(mine).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(theirs).toHaveBeenCalledTimes(1));
  stop?.();
  await there?.remove('a');
  expect(theirs).toHaveBeenCalledTimes(2);
  expect(mine).toHaveBeenCalledTimes(1);
  here?.close();
  there?.close();
});
