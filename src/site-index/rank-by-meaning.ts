// Orders pages found by words by words and meaning together, with the app's own weights.
//
// - On a large site only the best pages by words are measured, as far as 24 files hold them. That is nearly as good
//   as measuring everything (nDCG@10 of next-docs .860 against .863, words alone .818; cranfield .452, .464, .407).
// - A small site is measured completely, like a library, so pages without any of the words are found, too.
import {
  CANDIDATES,
  type Candidate,
  HYBRID,
  KEYWORD_CANDIDATES,
  mixed,
  type Ranked,
  type Weights,
} from '../search/hybrid.ts';
import { amongNeighbours, comparable, COMPARED } from '../search/neighbours.ts';
import type { Measured, PackVectors } from './pack-vectors.ts';
import { passagesOf, type RankedPage, type RankedTerm } from './rank-pages.ts';

const PAGES_BY_WORDS = 30;

/** A ranked page, with the rank and score of its shown passage in each leg. */
export interface PageByMeaning extends RankedPage {
  /** BM25F; absent when no word matched. */
  keyword?: { rank: number; score: number };
  /** Cosine; absent when it was not measured. */
  semantic?: { rank: number; score: number };
  weights: Weights;
}

interface Passage extends Candidate {
  page: number;
}

/** Returns how many pages the keyword search must return for this many results. */
export async function pagesByWords(vectors: PackVectors, limit: number): Promise<number> {
  return (await vectors.isSmall()) ? vectors.pages() : Math.max(PAGES_BY_WORDS, limit);
}

/**
 * @param pages the best ones by words, for these terms
 * @param limit maximum number of pages
 * @returns best first; `raw` is the share of both legs, at most 1
 */
export async function rankByMeaning(
  { vector, vectors }: { vector: Float32Array; vectors: PackVectors },
  { pages, terms }: { pages: readonly RankedPage[]; terms: readonly RankedTerm[] },
  limit: number,
  accept: (page: number) => boolean = () => true,
): Promise<PageByMeaning[]> {
  const words = pages
    .flatMap(({ page }) => passagesOf(page, terms).map(({ passage, raw }) => ({ page, passage, raw })))
    .sort((a, b) => b.raw - a.raw || a.page - b.page || a.passage - b.passage)
    // Several passages of one page make one hit.
    .slice(0, Math.max(KEYWORD_CANDIDATES, 2 * limit));
  const isSmall = await vectors.isSmall();
  const all = isSmall ? await vectors.all(vector) : [];
  const cosines = isSmall ? cosinesOf(words, all) : await vectors.of(words, vector);
  const candidates = words.map(({ page, passage, raw }, i): Passage => ({
    ...candidateAt(page, passage),
    keyword: raw,
    semantic: cosines[i],
  }));
  const known = new Set(words.map(keyOf));
  const near = all
    .filter(({ page }) => accept(page))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, Math.max(CANDIDATES, 2 * limit));
  for (const one of near) {
    if (!known.has(keyOf(one)))
      candidates.push({ ...candidateAt(one.page, one.passage), semantic: one.cosine });
  }
  const best = mixed(candidates, HYBRID, Math.max(COMPARED, limit));
  const compared = comparable(best);
  const likeness = await vectors.likeness(
    compared.map(({ passage: { page, chunk } }) => ({ page, passage: chunk })),
  );
  return amongNeighbours(best, compared, likeness).slice(0, limit).map(pageOf);
}

function pageOf({ passage, score, keywordRank, semanticRank }: Ranked<Passage>): PageByMeaning {
  const { page, chunk, keyword, semantic } = passage;
  return {
    page,
    passage: chunk,
    raw: score,
    ...(keyword !== undefined && { keyword: { rank: keywordRank!, score: keyword } }),
    ...(semantic !== undefined && { semantic: { rank: semanticRank!, score: semantic } }),
    weights: HYBRID,
  };
}

function cosinesOf(words: readonly { page: number; passage: number }[], all: readonly Measured[]): number[] {
  const of = new Map(all.map((one) => [keyOf(one), one.cosine]));
  return words.map((word) => of.get(keyOf(word))!);
}

function keyOf({ page, passage }: { page: number; passage: number }): string {
  return `${page}/${passage}`;
}

/** Ties are ordered by page number, while names are compared as text. */
function candidateAt(page: number, passage: number): Passage {
  return { page, document: String(page).padStart(8, '0'), chunk: passage, updated: 0 };
}
