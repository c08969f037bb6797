// Puts the pages that words have found in the order of words and meaning together, by the app's own shares.
//
// - Of a large site only the best pages by words are measured, as far as 24 files hold them: that gives nearly what
//   measuring everything gives (nDCG@10 of next-docs .847 against .848, words alone .814; cranfield .444, .446, .408).
// - A small site is measured whole, as the app measures a library: then pages without any of the words are found, too.
import {
  CANDIDATES,
  type Candidate,
  HYBRID,
  KEYWORD_CANDIDATES,
  mixed,
  type Ranked,
  type Weights,
} from '../search/hybrid.ts';
import type { Measured, PackVectors } from './pack-vectors.ts';
import { passagesOf, type RankedPage, type RankedTerm } from './rank-pages.ts';

const PAGES_BY_WORDS = 30;

/** A page in its place, and what each leg says of the passage that it is shown by. */
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

/** How many pages the words are to bring, for as many in the end. */
export async function pagesByWords(vectors: PackVectors, limit: number): Promise<number> {
  return (await vectors.isSmall()) ? vectors.pages() : Math.max(PAGES_BY_WORDS, limit);
}

/**
 * @param pages the best ones by words, of these terms
 * @param limit pages at most
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
    // Several passages of one page stand for one hit.
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
  return mixed(candidates, HYBRID, limit).map(pageOf);
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

/** Pages of equal worth come in the order of their numbers: as names they are compared letter by letter. */
function candidateAt(page: number, passage: number): Passage {
  return { page, document: String(page).padStart(8, '0'), chunk: passage, updated: 0 };
}
