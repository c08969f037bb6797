// The order from the loaded postings equals the order from all postings as soon as it is reported as final.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PageRanking, passagesOf, type RankedPage, type RankedTerm } from './rank-pages.ts';

/** As in layers.ts. */
const UNITS = 4096;

interface Posting {
  page: number;
  passage: number;
  share: number;
}

interface Term {
  weight: number;
  layers: Posting[][];
}

const posting = fc.record({
  page: fc.integer({ min: 0, max: 7 }),
  passage: fc.integer({ min: 0, max: 3 }),
  // Few different values, so that many passages tie.
  share: fc.constantFrom(0.25, 0.5, 1, 2.5),
});

const term = fc.record({
  weight: fc.constantFrom(0.3, 1, 2),
  layers: fc
    .tuple(
      fc.uniqueArray(posting, { selector: ({ page, passage }) => `${page} ${passage}`, maxLength: 24 }),
      fc.integer({ min: 1, max: 9 }),
    )
    .map(([postings, size]) => {
      const best = [...postings].sort((a, b) => b.share - a.share);
      return Array.from({ length: Math.ceil(best.length / size) }, (_, i) =>
        best.slice(i * size, (i + 1) * size).sort((a, b) => a.page - b.page || a.passage - b.passage),
      );
    }),
});

/** Returns the terms with the first `depth` layers of each. */
function there(terms: readonly Term[], depth: number): RankedTerm[] {
  return terms.map(({ weight, layers }, i) => ({
    term: `t${i}`,
    weight,
    layers: layers.slice(0, depth).map((list) => ({
      pages: Uint32Array.from(list, ({ page }) => page),
      passages: Uint32Array.from(list, ({ passage }) => passage),
      shares: Float64Array.from(list, ({ share }) => share),
    })),
    missing: Math.max(0, ...(layers[depth] ?? []).map(({ share }) => Math.ceil(share * UNITS))),
  }));
}

function plainly(terms: readonly Term[], limit: number, accept: (page: number) => boolean): RankedPage[] {
  const passages = new Map<string, RankedPage>();
  for (const { weight, layers } of terms) {
    for (const { page, passage, share } of layers.flat()) {
      const key = `${page} ${passage}`;
      const one = passages.get(key) ?? { page, passage, raw: 0 };
      one.raw += weight * share;
      passages.set(key, one);
    }
  }
  const best = [...passages.values()].sort(
    (a, b) => b.raw - a.raw || a.page - b.page || a.passage - b.passage,
  );
  return best
    .filter(({ page }, i) => accept(page) && best.findIndex((other) => other.page === page) === i)
    .slice(0, limit);
}

it('is final only with the pages and passages that all postings rank first, after any earlier question', () => {
  const ranking = new PageRanking();
  fc.assert(
    fc.property(
      fc.array(term, { maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(1, 2, 3),
      (terms, limit, every) => {
        const accept = (page: number): boolean => page % every === 0;
        const expected = plainly(terms, limit, accept);
        const most = Math.max(1, ...terms.map(({ layers }) => layers.length));
        for (let depth = 1; depth <= most; depth++) {
          const { pages, isFinal } = ranking.rank(there(terms, depth), limit, accept);
          if (isFinal || depth === most) expect([isFinal, pages]).toEqual([true, expected]);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it("stops as soon as missing postings can't change the order", () => {
  const list = (share: number, pages: number[]): Posting[] =>
    pages.map((page) => ({ page, passage: 0, share }));
  const terms = [
    { weight: 1, layers: [list(2, [1, 2]), list(0.5, [3])] },
    { weight: 1, layers: [list(1, [1, 2]), list(0.25, [4])] },
  ];
  const ranking = new PageRanking();
  expect(ranking.rank(there(terms, 1), 2)).toMatchObject({ isFinal: true, seen: 2 });
  // A third page is not loaded yet.
  expect(ranking.rank(there(terms, 1), 3).isFinal).toBe(false);
  // The second page is close, and its possible share of the other term exceeds the difference.
  const close = [
    { weight: 1, layers: [list(2, [1]).concat(list(2.25, [2]))] },
    { weight: 1, layers: [list(0.5, [1]), list(0.5, [2])] },
  ];
  expect(ranking.rank(there(close, 1), 1).isFinal).toBe(false);
  expect(ranking.rank(there(close, 2), 1)).toMatchObject({ isFinal: true, pages: [{ page: 2, raw: 2.75 }] });
});

it('returns the contribution of each term to the passages of a page', () => {
  const terms: Term[] = [
    { weight: 2, layers: [[{ page: 1, passage: 0, share: 1 }], [{ page: 1, passage: 2, share: 0.5 }]] },
    {
      weight: 1,
      layers: [
        [
          { page: 0, passage: 0, share: 1 },
          { page: 1, passage: 2, share: 2 },
        ],
      ],
    },
  ];
  expect(passagesOf(1, there(terms, 2))).toEqual([
    { passage: 2, raw: 3, terms: { t0: 1, t1: 2 } },
    { passage: 0, raw: 2, terms: { t0: 2 } },
  ]);
});
