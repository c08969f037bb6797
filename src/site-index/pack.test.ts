// A site index ranks like the library: the same pages in the same order with the same scores, from only the files it
// needs.
import fc from 'fast-check';
import { expect, describe, it } from 'vitest';
import { someChunks, WORDS } from '../search/chunks.test-support.ts';
import { KeywordIndex } from '../search/keyword-index.ts';
import { buildSegment } from '../search/segment.ts';
import type { IndexedChunk } from '../search/segment-types.ts';
import { packOf } from './memory-pack.test-support.ts';
import { openPack } from './open-pack.ts';

interface Found {
  page: string;
  chunk: string;
  raw: number;
}

/** Returns the results of the library's own index; ties are ordered by name there, too. */
function byIndex(chunks: readonly IndexedChunk[]): (query: string, limit: number) => Found[] {
  const index = new KeywordIndex();
  index.add(buildSegment(chunks));
  return (query, limit) =>
    index.search(query, { limit }).map(({ document, chunk, raw }) => ({
      page: `/${document}.html`,
      chunk: `${document} ${chunk}`,
      raw,
    }));
}

/** Short passages with words by Zipf's law: some words are in most passages, most in few. */
function zipfChunks(count: number, each: number, words: number): IndexedChunk[] {
  let state = 7;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const word = (): string => `w${Math.floor(words ** random()).toString(36)}x`;
  const some = (most: number): string =>
    Array.from({ length: 1 + Math.floor(random() * most) }, word).join(' ');
  let title = '';
  return Array.from({ length: count }, (_, i) => {
    if (i % each === 0) title = some(3);
    return {
      document: `d${String(Math.floor(i / each)).padStart(6, '0')}`,
      index: i % each,
      text: some(18),
      title,
      heading: i % 3 === 0 ? [some(2)] : [],
    };
  });
}

describe('the order of pages', () => {
  it("equals the library's for any passages and words, including unfinished and misspelt ones", async () => {
    const query = fc
      .array(fc.constantFrom(...WORDS, 'conf', 'retreival', 'do', 'configuratoin', 'ca', 'xyzzy', '库'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(someChunks(), query, async (chunks, words) => {
        fc.pre(chunks.length > 0);
        const pack = await openPack(packOf(chunks).source);
        const { hits } = await pack.search(words, { limit: 5, explain: true });
        const raw = hits.map(({ url, explanation }) => [url, explanation?.keyword?.score]);
        expect(raw).toEqual(byIndex(chunks)(words, 5).map((found) => [found.page, found.raw]));
      }),
      { numRuns: 60 },
    );
  });

  it("equals the library's even when terms are too frequent to be fetched whole", async () => {
    const chunks = zipfChunks(6000, 3, 400);
    const search = byIndex(chunks);
    const made = packOf(chunks);
    const pack = await openPack(made.source);
    const queries = Array.from({ length: 20 }, (_, i) =>
      chunks[i * 271]!.text.split(' ').slice(0, 1 + (i % 4)),
    );
    let partly = 0;
    for (const words of [...queries, ['w1x'], ['w1x', 'w2x'], ['w3x', 'xyz']]) {
      const query = words.join(' ');
      const { hits, isAtLeast } = await pack.search(query, { explain: true });
      if (isAtLeast) partly++;
      const found = hits.map(({ url, explanation }) => [url, explanation?.keyword?.score]);
      expect([query, found]).toEqual([query, search(query, 10).map(({ page, raw }) => [page, raw])]);
    }
    // Otherwise this would not test layers.
    expect(partly).toBeGreaterThan(3);
    // For frequent completions, the passages with the highest scores are enough.
    const beginning = await pack.search('w');
    expect(beginning.hits).toHaveLength(0);
    const longer = await pack.search('w1');
    expect(longer).toMatchObject({ isAtLeast: true });
    expect(longer.hits).toHaveLength(10);
  });
});
