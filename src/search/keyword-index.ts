// The keyword index: BM25F over several segments, without the documents that are gone, best passage per document.
//
// - Statistics (document frequency, average lengths) are those of live passages, over all segments: how the passages are
//   spread over segments, and whether the dead are merged away yet, changes no score.
// - A document lives in one segment: adding a segment that holds it again buries the older one.
// - Filters are applied before the cut to `limit`. Of equal scores the newer document comes first, then the smaller id.
import { Best } from './best.ts';
import { ENGLISH, type Language } from './language.ts';
import { LiveSegment } from './live-segment.ts';
import { hashOfName, sharedHashes } from './name-hashes.ts';
import { parseQuery } from './query.ts';
import { Bm25, type Ranking, RANKING } from './ranking.ts';
import { type Expand, type ScoredTerm, scoredTerms, type Vocabulary } from './scored-terms.ts';
import type { Segment } from './segment-types.ts';

/** Which documents of a segment may be found, by their numbers: asked once a segment, so that names are looked up once. */
export type DocumentFilter = (segment: Segment) => (document: number) => boolean;

/** A passage in the index. */
export interface Place {
  segment: Segment;
  ordinal: number;
}

export interface KeywordHit extends Place {
  document: string;
  /** Index of the best passage in its document. */
  chunk: number;
  /** Above 0, at most 1: relative to the best hit of this query that the filter accepts. */
  score: number;
  /** The BM25F score itself. */
  raw: number;
  /** Terms of the index that matched, and what each adds to `raw`. */
  terms: Record<string, number>;
}

export interface KeywordSearchOptions {
  /** Documents at most. */
  limit: number;
  accept?: DocumentFilter;
  /** The query is made of the index's own words: none of them is unfinished or a slip. */
  exact?: boolean;
  /** Lists of terms: of each a passage must have one. */
  required?: readonly (readonly string[])[];
  /** Languages that the query is read in: those of the index. English when absent. */
  languages?: readonly Language[];
  /** Every passage by itself instead of the best of each document; `limit` then counts passages. */
  passages?: boolean;
  /** `false` leaves `terms` empty. */
  explain?: boolean;
  /** What passages are scored by, in the place of the query's own words. */
  scored?: readonly ScoredTerm[];
}

export class KeywordIndex {
  readonly #ranking: Ranking;
  #parts: LiveSegment[] = [];

  constructor(ranking: Ranking = RANKING) {
    this.#ranking = ranking;
  }

  /** Codes of the languages that its documents were read in. */
  get languages(): string[] {
    return [...new Set(this.#parts.flatMap((part) => part.segment.languages))];
  }

  get segments(): readonly Segment[] {
    return this.#parts.map((part) => part.segment);
  }

  /** The segments with what is dead in them. */
  get parts(): readonly LiveSegment[] {
    return this.#parts;
  }

  /** Live documents, those without passages included. */
  get documentCount(): number {
    return this.#parts.reduce((sum, part) => sum + part.liveDocuments, 0);
  }

  /** Live passages. */
  get size(): number {
    return this.#parts.reduce((sum, part) => sum + part.liveChunks, 0);
  }

  /**
   * Makes a segment searchable. Those of its documents that are `dead` are buried from the start. Add stored segments in
   * the order in which they were made: of a document in several the last one added counts.
   */
  add(segment: Segment, dead?: ReadonlySet<string>): void {
    this.addAll([segment], dead);
  }

  /** The same for several, the newest last. No name becomes a string for it, unless two have one hash. */
  addAll(segments: readonly Segment[], dead: ReadonlySet<string> = new Set()): void {
    const added = segments.map((segment) => new LiveSegment(segment));
    for (const key of dead) {
      const hash = hashOfName(key);
      for (const part of added) part.bury(key, hash);
    }
    const shared = sharedHashes(
      segments.map(({ documentHashes }) => documentHashes),
      this.segments.map(({ documentHashes }) => documentHashes),
    );
    this.#parts.push(...added);
    if (shared.size > 0) this.#buryOlder(shared);
  }

  /** Takes segments out of the index. */
  drop(segments: ReadonlySet<Segment>): void {
    this.#parts = this.#parts.filter((part) => !segments.has(part.segment));
  }

  /** True when a segment holds the document, alive or dead. */
  holds(document: string): boolean {
    const hash = hashOfName(document);
    return this.#parts.some((part) => part.holds(document, hash));
  }

  /** Buries documents: they are found no more. Returns how many were alive. */
  remove(documents: Iterable<string>): number {
    let removed = 0;
    for (const document of documents) {
      const hash = hashOfName(document);
      if (this.#parts.some((part) => part.bury(document, hash))) removed++;
    }
    return removed;
  }

  /** True when the document can be found; with `segment`, when it can be found there. */
  isLive(document: string, segment?: Segment): boolean {
    return this.#parts.some(
      (part) => (segment === undefined || part.segment === segment) && part.isLive(document),
    );
  }

  /** Share of a segment's passages that are dead, 0 to 1: when to merge. */
  deadShare(segment: Segment): number {
    const part = this.#parts.find((candidate) => candidate.segment === segment);
    const total = segment.lengths.length;
    return part === undefined || total === 0 ? 0 : 1 - part.liveChunks / total;
  }

  /**
   * Puts a merged segment in the place of those it was made from; what was buried meanwhile stays buried. Make it with
   * `mergeSegments(old, (document, segment) => index.isLive(document, segment))`.
   */
  replace(old: readonly Segment[], merged: Segment): void {
    const gone = this.#parts.filter((part) => old.includes(part.segment));
    const rest = this.#parts.filter((part) => !old.includes(part.segment));
    const part = new LiveSegment(merged);
    const { documents, documentHashes } = merged;
    documentHashes.forEach((hash, number) => {
      const document = documents.at(number)!;
      if (!gone.some((source) => source.isLive(document, hash))) part.buryAt(number);
    });
    this.#parts = [...rest, part];
  }

  /** Best passage of each document that has any of the query's terms and all that are required, best first. */
  search(query: string, options: KeywordSearchOptions): KeywordHit[] {
    const { limit, accept, exact = false, explain = true } = options;
    const { required = [], passages, languages = [ENGLISH] } = options;
    const chunks = this.size;
    if (chunks === 0 || limit < 1) return [];
    const vocabulary = this.vocabulary;
    const terms =
      options.scored ?? parseQuery(query, languages).flatMap((term) => scoredTerms(term, vocabulary, exact));
    if (terms.length === 0) return [];

    const bm25 = new Bm25(this.#ranking, {
      length: this.#parts.reduce((sum, part) => sum + part.liveLength, 0) / chunks,
      titleLength: this.#parts.reduce((sum, part) => sum + part.liveTitleLength, 0) / chunks,
    });
    const best = new Best<Candidate>(
      limit,
      (a, b) => b.raw - a.raw || newerFirst(a, b) || a.ordinal - b.ordinal,
    );
    for (const part of this.#parts) {
      const accepted = accept?.(part.segment);
      const visit = (document: number, ordinal: number, raw: number): void => {
        const last = best.last;
        if (last && raw < last.raw) return;
        if (!accepted || accepted(document)) best.add({ part, document, ordinal, raw });
      };
      part.score(terms, required, bm25);
      if (passages) part.eachScored(visit);
      else part.eachBest(visit);
      part.clear();
    }
    const top = best.list[0]?.raw ?? 1;
    return best.list.map((candidate) => ({
      ...hitOf(candidate),
      score: candidate.raw / top,
      // Made when they are read: to explain a hit takes longer than to find it.
      get terms() {
        return explain ? candidate.part.explain(candidate.ordinal, terms, bm25) : {};
      },
    }));
  }

  /** Documents that have passages, the last updated first, each by its first passage. */
  newest(limit: number, accept?: DocumentFilter): KeywordHit[] {
    const best = new Best<Candidate>(Math.max(0, limit), newerFirst);
    for (const part of this.#parts) {
      const accepted = accept?.(part.segment);
      part.eachDocument((document) => {
        const candidate = { part, document, ordinal: 0, raw: 0 };
        if (best.last && newerFirst(best.last, candidate) < 0) return;
        if (part.chunksOf(document) > 0 && (!accepted || accepted(document))) best.add(candidate);
      });
    }
    return best.list.map((candidate) => {
      const ordinal = candidate.part.firstOf(candidate.document);
      return { ...hitOf({ ...candidate, ordinal }), score: 1, terms: {} };
    });
  }

  /** How many live documents and passages each source has. */
  countBySource(): Map<string, { documents: number; chunks: number }> {
    const counts = new Map<string, { documents: number; chunks: number }>();
    for (const part of this.#parts) {
      const { sources, sourceOf } = part.segment;
      part.eachDocument((document) => {
        const source = sources[sourceOf[document]!]!;
        const count = counts.get(source) ?? { documents: 0, chunks: 0 };
        count.documents++;
        count.chunks += part.chunksOf(document);
        counts.set(source, count);
      });
    }
    return counts;
  }

  /** Ids of the live documents. */
  *documents(): Generator<string> {
    for (const part of this.#parts) {
      const { documents } = part.segment;
      for (let number = 0; number < documents.length; number++)
        if (part.isLiveAt(number)) yield documents.at(number)!;
    }
  }

  /** Of documents with one of these hashes, buries all but the newest text of each. */
  #buryOlder(hashes: ReadonlySet<number>): void {
    const newer = new Set<string>();
    for (const part of this.#parts.toReversed()) {
      const { documents, documentHashes } = part.segment;
      documentHashes.forEach((hash, number) => {
        if (!hashes.has(hash)) return;
        const document = documents.at(number)!;
        if (newer.has(document)) part.buryAt(number);
        else newer.add(document);
      });
    }
  }

  /** The terms of all live passages. */
  get vocabulary(): Vocabulary {
    const near = (expand: Expand, words: readonly string[]): Map<string, number> => {
      const weights = new Map<string, number>();
      for (const { segment } of this.#parts) {
        for (const { term, weight } of words.flatMap((word) => expand(segment.terms, word)))
          weights.set(term, Math.max(weight, weights.get(term) ?? 0));
      }
      return weights;
    };
    return { passages: this.size, frequencyOf: (term) => this.#frequencyOf(term), near };
  }

  #frequencyOf(term: string): number {
    return this.#parts.reduce((sum, part) => sum + part.frequencyOf(term), 0);
  }
}

interface Candidate {
  part: LiveSegment;
  /** Number in its segment. */
  document: number;
  ordinal: number;
  raw: number;
}

function hitOf({ part, document, ordinal, raw }: Candidate): Omit<KeywordHit, 'score' | 'terms'> {
  const { segment } = part;
  return {
    document: segment.documents.at(document)!,
    chunk: segment.chunkIndex[ordinal]!,
    raw,
    segment,
    ordinal,
  };
}

function newerFirst(a: Candidate, b: Candidate): number {
  const [one, other] = [a.part.segment, b.part.segment];
  return (
    other.updated[b.document]! - one.updated[a.document]! ||
    byId(one.documents.at(a.document)!, other.documents.at(b.document)!)
  );
}

function byId(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
