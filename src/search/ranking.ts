// BM25F: what a term is worth in a passage, from how often its text, its document's title and its headings say it.
//
// - The text and the title are each measured against the average length of their own kind. A title is the same for all
//   passages of a document: weighed down by the text's length it would make the shortest passage the best one.
// - Then all three are added and levelled off together, so that a term said everywhere counts little more than once.
import { inBody, inHeading, inTitle } from './frequency.ts';

export interface Ranking {
  /** How soon it makes no more difference that a term is said again. */
  k1: number;
  /** How much the length of a text or title counts, 0 to 1. */
  b: number;
  /** What a term in the title counts, against one in the text. */
  title: number;
  /** What a term in any heading counts. */
  heading: number;
}

/** `b` as everywhere, the rest by measurement (bench/README.md). */
export const RANKING: Ranking = { k1: 1.7, b: 0.75, title: 4, heading: 0.5 };

/** Over all live passages. */
export interface Averages {
  length: number;
  titleLength: number;
}

/** A ranking made ready for one query; `share` is what a term of weight 1 adds to a passage's score. */
export class Bm25 {
  readonly #ranking: Ranking;
  readonly #fixed: number;
  readonly #perTerm: number;
  readonly #perTitleTerm: number;

  constructor(ranking: Ranking, { length, titleLength }: Averages) {
    this.#ranking = ranking;
    this.#fixed = 1 - ranking.b;
    // An average of 0 says that there are no such terms to divide.
    this.#perTerm = ranking.b / (length || 1);
    this.#perTitleTerm = ranking.b / (titleLength || 1);
  }

  /** From 0 to below k1 + 1. */
  share(frequency: number, length: number, titleLength: number): number {
    const { k1, title, heading } = this.#ranking;
    const body = inBody(frequency) / (this.#fixed + this.#perTerm * length);
    if (frequency < 0x20) return ((k1 + 1) * body) / (body + k1);
    const titled = (title * inTitle(frequency)) / (this.#fixed + this.#perTitleTerm * titleLength);
    const all = body + titled + heading * inHeading(frequency);
    return ((k1 + 1) * all) / (all + k1);
  }
}
