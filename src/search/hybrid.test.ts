// The behaviours that SPEC-0003 requires of hybrid search, under its names, and our own beyond them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, HYBRID, KEYWORDS_ONLY, MEANING_ONLY, mixed, normalised } from './hybrid.ts';

const candidate = (document: string, scores: Partial<Candidate> = {}): Candidate => ({
  document,
  chunk: 0,
  updated: 0,
  ...scores,
});

const order = (candidates: readonly Candidate[], weights = HYBRID, limit = 10): string[] =>
  mixed(candidates, weights, limit).map(({ passage }) => `${passage.document}${passage.chunk || ''}`);

const scores = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined });
const anyCandidates = fc.array(
  fc.record({
    document: fc.constantFrom('a', 'b', 'c', 'd'),
    chunk: fc.nat(3),
    updated: fc.nat(2),
    keyword: fc.option(fc.double({ min: 0, max: 50, noNaN: true }), { nil: undefined }),
    semantic: scores,
  }),
);

describe('SPEC-0003', () => {
  it('normalize empty', () => expect(normalised([])).toEqual([]));
  it('normalize single', () => expect(normalised([7.3])).toEqual([1]));
  it('normalize range', () => expect(normalised([2, 6, 4])).toEqual([0, 1, 0.5]));
  it('normalize all equal', () => expect(normalised([3, 3, 3])).toEqual([1, 1, 1]));

  it('scores always in unit', () => {
    fc.assert(
      fc.property(anyCandidates, fc.double({ min: 0, max: 1, noNaN: true }), (candidates, alpha) => {
        const found = mixed(candidates, { keyword: 1 - alpha, semantic: alpha }, 10);
        return found.every(({ score }) => score >= 0 && score <= 1);
      }),
    );
  });

  const both = [
    candidate('a', { keyword: 9, semantic: 0.1 }),
    candidate('b', { keyword: 5, semantic: 0.9 }),
    candidate('c', { semantic: 0.8 }),
    candidate('d', { keyword: 1 }),
  ];

  it('hybrid alpha zero equals keyword', () => {
    const words = both.map((one) => ({ ...one, semantic: undefined }));
    const keyword = mixed(words, KEYWORDS_ONLY, 10).map(({ passage, score }) => [passage.document, score]);
    const hybrid = mixed(both, { keyword: 1, semantic: 0 }, 10);
    expect(hybrid.map(({ passage, score }) => [passage.document, score])).toEqual(keyword);
    expect(keyword.map(([document]) => document)).toEqual(['a', 'b', 'd']);
  });

  it('hybrid alpha one equals vector', () => {
    const vectors = both.map((one) => ({ ...one, keyword: undefined }));
    const semantic = mixed(vectors, MEANING_ONLY, 10).map(({ passage, score }) => [passage.document, score]);
    const hybrid = mixed(both, { keyword: 0, semantic: 1 }, 10);
    expect(hybrid.map(({ passage, score }) => [passage.document, score])).toEqual(semantic);
    expect(semantic.map(([document]) => document)).toEqual(['b', 'c', 'a']);
  });

  it('a second passage counts a little; ties put newer documents first, then smaller ids', () => {
    expect(
      order([
        candidate('a', { chunk: 1, keyword: 1, semantic: 0.1 }),
        candidate('a', { chunk: 2, keyword: 4, semantic: 0.4 }),
        candidate('c', { keyword: 4, semantic: 0.4 }),
        candidate('b', { keyword: 4, semantic: 0.4 }),
        candidate('d', { updated: 5, keyword: 4, semantic: 0.4 }),
      ]),
    ).toEqual(['a2', 'd', 'b', 'c']);
  });

  it('is deterministic for any order of the candidates', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          anyCandidates.filter((list) => list.length > 0).map((list) => list[0]!),
          {
            selector: ({ document, chunk }) => `${document}${chunk}`,
          },
        ),
        (candidates) => {
          const documents = (list: Candidate[]): unknown =>
            mixed(list, HYBRID, 10).map(({ passage, score }) => [passage.document, passage.chunk, score]);
          expect(documents([...candidates].reverse())).toEqual(documents(candidates));
        },
      ),
    );
  });

  it('no results', () => expect(mixed([], HYBRID, 10)).toEqual([]));
});

describe('both legs together', () => {
  it('ranks hits of only one leg above poor hits of both', () => {
    const found = order([
      candidate('words', { keyword: 20, semantic: 0.1 }),
      candidate('meaning', { semantic: 0.8 }),
      candidate('poor', { keyword: 4, semantic: 0.05 }),
    ]);
    expect(found).toEqual(['meaning', 'words', 'poor']);
  });

  it('scales a share from zero, not from the worst candidate', () => {
    const pair = [
      candidate('words', { keyword: 20, semantic: 0.4 }),
      candidate('meaning', { keyword: 15, semantic: 0.5 }),
    ];
    const scoresOf = (found: Candidate[]): number[] =>
      mixed(found, { keyword: 0.5, semantic: 0.5 }, 2).map(({ score }) => score);
    expect(scoresOf(pair)).toEqual([expect.closeTo(0.9), expect.closeTo(0.875)]);
    expect(scoresOf([...pair, candidate('poor', { keyword: 1, semantic: 0.1 })])).toEqual(scoresOf(pair));
  });

  it('keeps the keyword order when no passage has a vector', () => {
    const candidates = [3, 8, 5].map((keyword, i) => candidate('abc'[i]!, { keyword }));
    expect(order(candidates)).toEqual(['b', 'c', 'a']);
  });

  it('scores a passage without a vector by its words', () => {
    const [first, second, third] = mixed(
      [
        candidate('best words, no vector', { keyword: 10 }),
        candidate('good at both', { keyword: 8, semantic: 0.9 }),
        candidate('far in meaning', { keyword: 9, semantic: 0.1 }),
        candidate('last', { keyword: 1, semantic: 0.2 }),
      ],
      HYBRID,
      10,
    );
    expect(first).toMatchObject({ passage: { document: 'best words, no vector' }, score: 1 });
    expect(second).toMatchObject({ passage: { document: 'good at both' }, keywordRank: 3, semanticRank: 1 });
    expect(third!.passage.document).toBe('far in meaning');
  });

  it('reports the rank in each leg that found a passage', () => {
    const [only] = mixed([candidate('a', { semantic: 0.5 })], HYBRID, 10);
    expect(only).toMatchObject({ semanticRank: 1 });
    expect(only).not.toHaveProperty('keywordRank');
  });
});
