// Files of a pack on their way to a visitor, at the browser's own seam.
import { afterEach, expect, it, vi } from 'vitest';
import { packOf } from '../../site-index/memory-pack.test-support.ts';
import { openPackAt } from './pack.ts';

afterEach(() => vi.unstubAllGlobals());

const { files } = packOf([
  { document: 'a', index: 0, title: 'Oil', heading: [], text: 'Which oil a lantern burns.' } as never,
]);

it('is asked for again where the browser remembers that a file was missing', async () => {
  const asked: [string, RequestCache][] = [];
  vi.stubGlobal('fetch', async (address: string, { cache }: { cache: RequestCache }) => {
    const name = address.replace('https://a.example/perilune/', '');
    asked.push([name, cache]);
    const isStale = cache === 'force-cache' && name.startsWith('terms/');
    const bytes = isStale ? undefined : files.get(name);
    return new Response((bytes as BodyInit | undefined) ?? null, { status: bytes ? 200 : 404 });
  });
  const pack = await openPackAt('https://a.example/perilune/');
  expect((await pack.search('lantern')).hits[0]).toMatchObject({ title: 'Oil' });
  const terms = asked.filter(([name]) => name.startsWith('terms/'));
  expect(terms.map(([, cache]) => cache)).toEqual(['force-cache', 'no-cache']);
});
