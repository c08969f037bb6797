// Offers of features at extension points.
import { expect, it } from 'vitest';
import { Extensions, type Feature, type PointName } from './extensions.ts';

const point = (name: string): PointName => name as PointName;
const offering =
  (name: string, offered: unknown): Feature =>
  (offer) =>
    offer(point(name), offered as never);

it('loads features at the first question, once, and hands out offers in their order', async () => {
  let loads = 0;
  const extensions = new Extensions(async () => {
    loads++;
    return [offering('view', 'a'), offering('tool', 'b'), offering('view', 'c')];
  });
  expect(loads).toBe(0);
  expect(await extensions.of(point('view'))).toEqual(['a', 'c']);
  expect(await extensions.of(point('none'))).toEqual([]);
  expect(await extensions.one(point('tool'), 'tools')).toBe('b');
  expect(loads).toBe(1);
});

it('says what a build comes without', async () => {
  const extensions = new Extensions(async () => []);
  await expect(extensions.one(point('view'), 'remote collections')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'This build comes without remote collections.',
  });
});

it('tries again after features could not be loaded', async () => {
  let loads = 0;
  const extensions = new Extensions(async () => {
    if (++loads === 1) throw new Error('offline');
    return [offering('view', 'a')];
  });
  await expect(extensions.of(point('view'))).rejects.toThrow('offline');
  expect(await extensions.of(point('view'))).toEqual(['a']);
});
