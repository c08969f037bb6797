// The keyword index: BM25F over several segments, without deleted documents, by the best passage of each document.
//
// - Statistics (document frequency, average lengths) cover live passages over all segments, so neither the
//   distribution over segments nor pending merges change a score.
// - A document is live in one segment: adding a segment that also contains it deletes the older copy.
// - Filters are applied before `limit`. Ties put the newer document first, then the smaller id.
import { Best } from './best.ts';
import { ENGLISH, type Language } from './language.ts';
import { LiveSegment } from './live-segment.ts';
import { hashOfName, sharedHashes } from './name-hashes.ts';
import { parseQuery } from './query.ts';
import { Bm25, type Ranking, RANKING } from './ranking.ts';
import { type Expand, type ScoredTerm, scoredTerms, type Vocabulary } from './scored-terms.ts';
import type { Segment } from './segment-types.ts';

/** Selects documents of a segment by their numbers. Called once per segment, so that names are looked up once. */
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
  /** Matching terms of the index, and the contribution of each to `raw`. */
  terms: Record<string, number>;
}

export interface KeywordSearchOptions {
  /** Maximum number of documents. */
  limit: number;
  accept?: DocumentFilter;
  /** The query consists of index terms: no completion, no correction. */
  exact?: boolean;
  /** Lists of terms: a passage must have one of each list. */
  required?: readonly (readonly string[])[];
  /** Languages for analysing the query: those of the index. Default English. */
  languages?: readonly Language[];
  /** Returns every passage instead of the best one of each document; `limit` then counts passages. */
  passages?: boolean;
  /** `false` leaves `terms` empty. */
  explain?: boolean;
  /** Terms for scoring, replacing the query's own words. */
  scored?: readonly ScoredTerm[];
}

export class KeywordIndex {
  readonly #ranking: Ranking;
  #parts: LiveSegment[] = [];

  constructor(ranking: Ranking = RANKING) {
    this.#ranking = ranking;
  }

  /** Codes of its documents' languages. */
  get languages(): string[] {
    return [...new Set(this.#parts.flatMap((part) => part.segment.languages))];
  }

  get segments(): readonly Segment[] {
    return this.#parts.map((part) => part.segment);
  }

  /** The segments with their deletions. */
  get parts(): readonly LiveSegment[] {
    return this.#parts;
  }

  /** Number of live documents, including those without passages. */
  get documentCount(): number {
    return this.#parts.reduce((sum, part) => sum + part.liveDocuments, 0);
  }

  /** Number of live passages. */
  get size(): number {
    return this.#parts.reduce((sum, part) => sum + part.liveChunks, 0);
  }

  /**
   * Makes a segment searchable. Its `dead` documents are deleted from the start. Add stored segments in order of
   * creation: of a document in several, the last one added counts.
   */
  add(segment: Segment, dead?: ReadonlySet<string>): void {
    this.addAll([segment], dead);
  }

  /** Adds several segments, the newest last. Creates no strings of names, unless two share a hash. */
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

  /** Removes segments from the index. */
  drop(segments: ReadonlySet<Segment>): void {
    this.#parts = this.#parts.filter((part) => !segments.has(part.segment));
  }

  /** Tells whether a segment contains the document, live or deleted. */
  holds(document: string): boolean {
    const hash = hashOfName(document);
    return this.#parts.some((part) => part.holds(document, hash));
  }

  /** Deletes documents, so that they are no longer found. Returns how many were live. */
  remove(documents: Iterable<string>): number {
    let removed = 0;
    for (const document of documents) {
      const hash = hashOfName(document);
      if (this.#parts.some((part) => part.bury(document, hash))) removed++;
    }
    return removed;
  }

  /** Tells whether the document can be found; with `segment`, whether it can be found there. */
  isLive(document: string, segment?: Segment): boolean {
    return this.#parts.some(
      (part) => (segment === undefined || part.segment === segment) && part.isLive(document),
    );
  }

  /** Returns the deleted share of a segment's passages, 0 to 1, which decides when to merge. */
  deadShare(segment: Segment): number {
    const part = this.#parts.find((candidate) => candidate.segment === segment);
    const total = segment.lengths.length;
    return part === undefined || total === 0 ? 0 : 1 - part.liveChunks / total;
  }

  /**
   * Replaces segments with the one merged from them; documents deleted meanwhile stay deleted. Create it with
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

  /** Returns the best passage of each document that has any of the query's terms and all required ones, best first. */
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
      // Computed on access: explaining a hit takes longer than finding it.
      get terms() {
        return explain ? candidate.part.explain(candidate.ordinal, terms, bm25) : {};
      },
    }));
  }

  /** Counts documents with passages. */
  count(accept?: DocumentFilter): number {
    let documents = 0;
    for (const part of this.#parts) {
      const accepted = accept?.(part.segment);
      part.eachDocument((document) => {
        if (part.chunksOf(document) > 0 && (!accepted || accepted(document))) documents++;
      });
    }
    return documents;
  }

  /** Returns documents with passages, the last updated first, each by its first passage. */
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

  /** Counts the live documents and passages of each source. */
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

  /** Yields the ids of the live documents. */
  *documents(): Generator<string> {
    for (const part of this.#parts) {
      const { documents } = part.segment;
      for (let number = 0; number < documents.length; number++)
        if (part.isLiveAt(number)) yield documents.at(number)!;
    }
  }

  /** Deletes all but the newest copy of each document with one of these hashes. */
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
