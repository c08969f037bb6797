// Fetches the postings of a question's terms layer by layer, until the order of the best pages is certain.
import type { Bm25 } from '../search/ranking.ts';
import { Reader } from '../search/segment-bytes.ts';
import type { ScoredTerm } from '../search/scored-terms.ts';
import type { FileKey } from './format.ts';
import { sharesOf } from './layers.ts';
import type { PackFiles } from './pack-files.ts';
import { type Postings, readPostings } from './postings.ts';
import { PageRanking, type RankedPages, type RankedTerm, type ScoredPostings } from './rank-pages.ts';
import type { Where } from './term-shard.ts';

const LAYERS_OF_NEIGHBOURS = 1;

/** A term, the place of its postings, and whether the question contains it. */
export interface PlacedTerm extends ScoredTerm {
  where: Where;
  isTyped: boolean;
}

export interface FoundPages extends RankedPages {
  terms: readonly RankedTerm[];
  /** Some postings were not examined. */
  isPartial: boolean;
}

export class PackPostings {
  readonly #files: PackFiles;
  readonly #bm25: Bm25;
  /** Prepared for ranking; of a file with several lists, only the requested ones. */
  readonly #known = new WeakMap<Postings, ScoredPostings>();
  readonly #ranking = new PageRanking();

  constructor(files: PackFiles, bm25: Bm25) {
    this.#files = files;
    this.#bm25 = bm25;
  }

  /**
   * Returns the best pages for these terms, as all of their postings would rank them. For frequent completions only
   * the first layers count: a prefix of two letters has dozens of them, all equally likely.
   */
  async rank(
    terms: readonly PlacedTerm[],
    limit: number,
    accept?: (page: number) => boolean,
  ): Promise<FoundPages> {
    for (let depth = 1; ; depth++) {
      const ranked = await Promise.all(terms.map((term) => this.#loaded(term, depth)));
      const found = this.#ranking.rank(ranked, limit, accept);
      if (!found.isFinal) continue;
      const isPartial = terms.some(
        ({ where }, i) => 'layers' in where && ranked[i]!.layers.length < where.layers.length,
      );
      return { ...found, terms: ranked, isPartial };
    }
  }

  async #loaded({ term, weight, where, isTyped }: PlacedTerm, depth: number): Promise<RankedTerm> {
    if ('postings' in where) return { term, weight, layers: [this.#scored(where.postings)], missing: 0 };
    if ('file' in where) {
      const lists = await this.#lists(where.file, where.counts);
      return { term, weight, layers: [this.#scored(lists[where.at]!)], missing: 0 };
    }
    const most = isTyped ? depth : Math.min(depth, LAYERS_OF_NEIGHBOURS);
    const layers = await Promise.all(
      where.layers
        .slice(0, most)
        .map(async ({ file, count }) => this.#scored((await this.#lists(file, [count]))[0]!)),
    );
    return { term, weight, layers, missing: isTyped ? (where.layers[depth]?.bound ?? 0) : 0 };
  }

  #lists(file: FileKey, counts: readonly number[]): Promise<Postings[]> {
    return this.#files.load('postings', file, (bytes) => readPostings(new Reader(bytes), counts));
  }

  #scored(postings: Postings): ScoredPostings {
    let known = this.#known.get(postings);
    if (!known) {
      const { pages, passages } = postings;
      known = { pages, passages, shares: sharesOf(postings, this.#bm25) };
      this.#known.set(postings, known);
    }
    return known;
  }
}
