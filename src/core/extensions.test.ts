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

it('loads an offer once, and again only after a failure', async () => {
  let loads = 0;
  const load = async (): Promise<string> => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return 'code';
  };
  const extensions = new Extensions([offering('view', { id: 'steps', load })]);
  const [offer] = (await extensions.of(point('view'))) as unknown as { id: string; load: typeof load }[];
  await expect(offer!.load()).rejects.toThrow('offline');
  const loaded = offer!.load();
  expect(offer!.load()).toBe(loaded);
  expect(await loaded).toBe('code');
  expect(offer!.id).toBe('steps');
});

it('reports a feature that the build lacks', async () => {
  const extensions = new Extensions([]);
  await expect(extensions.one(point('view'), 'remote collections')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'This build comes without remote collections.',
  });
});
