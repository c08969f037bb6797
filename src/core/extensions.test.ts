// Offers of features at extension points.
import { expect, it } from 'vitest';
import { Extensions, type Feature, type PointName } from './extensions.ts';

const point = (name: string): PointName => name as PointName;
const offering =
  (name: string, offered: unknown): Feature =>
  (offer) =>
    offer(point(name), offered as never);

it('returns offers in the order of the features', async () => {
  const extensions = new Extensions([offering('view', 'a'), offering('tool', 'b'), offering('view', 'c')]);
  expect(await extensions.of(point('view'))).toEqual(['a', 'c']);
  expect(await extensions.of(point('none'))).toEqual([]);
  expect(await extensions.one(point('tool'), 'tools')).toBe('b');
});

it('reports a feature that the build lacks', async () => {
  const extensions = new Extensions([]);
  await expect(extensions.one(point('view'), 'remote collections')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'This build comes without remote collections.',
  });
});
