// Site indexes with damaged files, and invalid calls: always a Failure, never another error.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import { memorySource, packOf } from './memory-pack.test-support.ts';
import { openPack } from './open-pack.ts';
import { readPages } from './read-pages.ts';

const WORDS = 'lantern oil wick burn flame glass keep cool store trim night harbour'.split(' ');

it('fails with a Failure, or answers, whichever bytes are wrong', async () => {
  let state = 11;
  const below = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;
  const chunks = Array.from({ length: 120 }, (_, i) => ({
    document: `d${String(i >> 1).padStart(3, '0')}`,
    index: i & 1,
    title: `Page ${i >> 1}`,
    heading: [`Part ${i}`],
    text: Array.from({ length: 30 }, () => `${WORDS[below(WORDS.length)]!}${below(3) ? '' : below(90)}`).join(
      ' ',
    ),
  }));
  const { files } = packOf(chunks, { filtersOf: (id) => ({ topic: [id.slice(-1)] }) });
  const names = [...files.keys()].filter((name) => name.endsWith('.bin'));
  const manifest = JSON.parse(new TextDecoder().decode(files.get('perilune.json'))) as { root: string };
  let failures = 0;
  for (let round = 0; round < 60; round++) {
    const damaged = new Map(files);
    for (const name of round % 4 === 0 ? names : [names[below(names.length)]!]) {
      const plain = new Uint8Array(inflateRawSync(files.get(name)!));
      for (let hits = 1 + below(4); hits > 0; hits--)
        plain[below(plain.length)] = below(2) ? 255 : below(256);
      damaged.set(
        name,
        new Uint8Array(deflateRawSync(below(5) ? plain : plain.slice(0, below(plain.length)))),
      );
    }
    const source = memorySource(damaged);
    const pack = await openPack(source);
    for (const act of [
      () => pack.search('lantern oi', { filters: round % 3 ? {} : { topic: ['3'] } }),
      () => pack.search('lanterm harbor'),
      () => readPages(source, manifest, { from: 0, to: 60 }),
    ]) {
      const outcome = await act().catch((error: unknown) => error);
      if (outcome instanceof Error) failures += 1;
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Failure);
    }
  }
  expect(failures).toBeGreaterThan(20);
});

it('finds nothing for a query that is not text, and no page by the name of an inherited property', async () => {
  const { source } = packOf([
    { document: 'a', index: 0, title: 'constructor', heading: [], text: '__proto__ toString of a lantern' },
  ] as never);
  const pack = await openPack(source);
  for (const query of [undefined, null, 5, {}]) {
    await expect(pack.search(query as never)).rejects.toMatchObject({ code: 'bad_request' });
  }
  expect((await pack.search('toString')).total).toBe(1);
  expect((await pack.search('lantern', { filters: { constructor: ['toString'] } })).total).toBe(0);
  await expect(pack.page(1e9)).rejects.toMatchObject({ code: 'not_found' });
});
