// Files of an index on their way to a visitor, at the browser's own seam.
import { deflateRawSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { packOf } from '../../site-index/memory-pack.test-support.ts';
import { openPackAt } from './pack.ts';

afterEach(() => vi.unstubAllGlobals());

const { files } = packOf([
  { document: 'a', index: 0, title: 'Oil', heading: [], text: 'Which oil a lantern burns.' } as never,
]);

it('is requested again if the browser has cached that a file was missing', async () => {
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

it('is refused if a file unpacks to far more than an index needs, or never ends', async () => {
  const bomb = new Uint8Array(deflateRawSync(new Uint8Array(100 * 2 ** 20)));
  expect(bomb.length).toBeLessThan(200_000);
  let inflated = 0;
  const endless = (): ReadableStream =>
    new ReadableStream({
      pull: (controller) => (inflated++, controller.enqueue(new Uint8Array(2 ** 20))),
    });
  for (const [bad, body] of [
    ['terms/', () => bomb],
    ['text/', () => bomb],
    ['terms/', endless],
    ['perilune.json', endless],
  ] as const) {
    vi.stubGlobal('fetch', async (address: string) => {
      const name = address.replace('https://a.example/perilune/', '');
      const bytes = name.startsWith(bad) ? body() : files.get(name);
      return new Response((bytes as BodyInit | undefined) ?? null, { status: bytes ? 200 : 404 });
    });
    const search = async () => (await openPackAt('https://a.example/perilune/')).search('lantern');
    await expect(search(), bad).rejects.toMatchObject({
      code: expect.stringMatching(/too_large|bad_output/),
    });
  }
  // It stopped reading the endless file at the limit.
  expect(inflated).toBeLessThan(300);
});
