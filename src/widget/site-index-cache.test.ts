// Indexes on a page: opened once for all widgets, closed after the last, and retried after a failure.
import { expect, it } from 'vitest';
import type { SitePack } from '../core/site-pack.ts';
import { SiteIndexCache } from './site-index-cache.ts';

function siteIndex() {
  const log: string[] = [];
  let fails = false;
  const packs = new SiteIndexCache(async (address) => {
    log.push(`open ${address}`);
    if (fails) throw new Error('offline');
    return { close: () => void log.push(`close ${address}`) } as unknown as SitePack;
  });
  return { log, packs, fail: (now: boolean) => void (fails = now) };
}

it('opens an index once for all widgets, and closes it after the last', async () => {
  const { log, packs } = siteIndex();
  const [one, other] = [{}, {}];
  expect(await packs.take('/a/', one)).toBe(await packs.take('/a/', other));
  packs.leave(one);
  await packs.take('/a/', other);
  expect(log).toEqual(['open /a/']);
  packs.leave(other);
  await Promise.resolve();
  expect(log).toEqual(['open /a/', 'close /a/']);
});

it('tries again after an index failed to open', async () => {
  const { log, packs, fail } = siteIndex();
  fail(true);
  await expect(packs.take('/a/', packs)).rejects.toThrow('offline');
  fail(false);
  await packs.take('/a/', packs);
  expect(log).toEqual(['open /a/', 'open /a/']);
});
