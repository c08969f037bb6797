// BM25F: scores a term in a passage by its frequency in the text, in the document's title and in its headings.
//
// - Text and title are each normalised by their own average length. All passages of a document share its title:
//   normalised by the text's length, it would make the shortest passage the best one.
// - All three are then summed and saturated together, so a term in every field counts little more than once.
import { inBody, inHeading, inTitle } from './frequency.ts';

export interface Ranking {
  /** Controls how soon further occurrences stop mattering. */
  k1: number;
  /** Influence of the length of a text or title, 0 to 1. */
  b: number;
  /** Weight of a term in the title, relative to one in the text. */
  title: number;
  /** Weight of a term in any heading. */
  heading: number;
}

/** `b` is the usual value, the rest comes from measurements (bench/README.md). */
export const RANKING: Ranking = { k1: 1.7, b: 0.75, title: 4, heading: 0.5 };

/** Over all live passages. */
export interface Averages {
  length: number;
  titleLength: number;
}

/** A ranking prepared for one query; `share` returns what a term of weight 1 adds to a passage's score. */
export class Bm25 {
  readonly #ranking: Ranking;
  readonly #fixed: number;
  readonly #perTerm: number;
  readonly #perTitleTerm: number;

  constructor(ranking: Ranking, { length, titleLength }: Averages) {
    this.#ranking = ranking;
    this.#fixed = 1 - ranking.b;
    // An average of 0 means that there are no terms to divide.
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
