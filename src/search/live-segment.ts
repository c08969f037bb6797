// A segment in use: which of its documents are dead, and the scores of its passages for one query at a time.
import { positionOf } from './expand.ts';
import type { Bm25 } from './ranking.ts';
import type { ScoredTerm } from './scored-terms.ts';
import type { Segment } from './segment.ts';

/** What a search is told of a passage: the number of its document and its ordinal in the segment, its score. */
export type Visit = (document: number, ordinal: number, score: number) => void;

export class LiveSegment {
  readonly segment: Segment;
  liveDocuments: number;
  /** Live passages, and the sums of their lengths. */
  liveChunks = 0;
  liveLength = 0;
  liveTitleLength = 0;
  /** Made when a document is first asked for by its id: to open a library nobody asks. */
  #byId: Map<string, number> | undefined;
  readonly #dead: Uint8Array;
  #anyDead = false;
  readonly #chunksOf: Uint32Array;
  readonly #lengthOf: Float64Array;
  readonly #titleLengthOf: Float64Array;
  readonly #scores: Float64Array;
  /** Chunks that have a score: clearing then costs what the query cost. */
  readonly #touched: Uint32Array;
  #touchedCount = 0;
  /** Per document: ordinal of its best chunk + 1, or 0. */
  readonly #bestOf: Uint32Array;

  constructor(segment: Segment) {
    this.segment = segment;
    const documents = segment.documents.length;
    const chunks = segment.lengths.length;
    this.#dead = new Uint8Array(documents);
    this.liveDocuments = documents;
    this.#chunksOf = new Uint32Array(documents);
    this.#lengthOf = new Float64Array(documents);
    this.#titleLengthOf = new Float64Array(documents);
    this.#scores = new Float64Array(chunks);
    this.#touched = new Uint32Array(chunks);
    this.#bestOf = new Uint32Array(documents);
    for (let ordinal = 0; ordinal < chunks; ordinal++) {
      const number = segment.documentOf[ordinal]!;
      this.#chunksOf[number]!++;
      this.#lengthOf[number]! += segment.lengths[ordinal]!;
      this.#titleLengthOf[number]! += segment.titleLengths[ordinal]!;
      this.liveLength += segment.lengths[ordinal]!;
      this.liveTitleLength += segment.titleLengths[ordinal]!;
    }
    this.liveChunks = chunks;
  }

  isLive(document: string): boolean {
    const number = this.#numbers.get(document);
    return number !== undefined && this.#dead[number] === 0;
  }

  /** True when the segment holds it, alive or dead. */
  holds(document: string): boolean {
    return this.#numbers.has(document);
  }

  /** The same as `isLive`, by the number of the document. */
  isLiveAt(number: number): boolean {
    return this.#dead[number] === 0;
  }

  /** Number of passages of a document. */
  chunksOf(number: number): number {
    return this.#chunksOf[number]!;
  }

  /** Ordinal of the first passage of a document that has any. */
  firstOf(number: number): number {
    const { documentOf, chunkIndex } = this.segment;
    let first = documentOf.indexOf(number);
    for (let next = first; next >= 0; next = documentOf.indexOf(number, next + 1))
      if (chunkIndex[next]! < chunkIndex[first]!) first = next;
    return first;
  }

  /** Numbers of the live documents. */
  eachDocument(visit: (number: number) => void): void {
    for (let number = 0; number < this.#dead.length; number++) if (this.#dead[number] === 0) visit(number);
  }

  /** Marks a document as dead. False when it is not here or was dead already. */
  bury(document: string): boolean {
    const number = this.#numbers.get(document);
    return number !== undefined && this.buryAt(number);
  }

  /** The same by the number of the document. */
  buryAt(number: number): boolean {
    if (this.#dead[number] === 1) return false;
    this.#dead[number] = 1;
    this.#anyDead = true;
    this.liveDocuments--;
    this.liveChunks -= this.#chunksOf[number]!;
    this.liveLength -= this.#lengthOf[number]!;
    this.liveTitleLength -= this.#titleLengthOf[number]!;
    return true;
  }

  /** Live passages that have the term. */
  frequencyOf(term: string): number {
    const { terms, offsets, ordinals, documentOf } = this.segment;
    const t = positionOf(terms, term);
    if (t < 0) return 0;
    if (!this.#anyDead) return offsets[t + 1]! - offsets[t]!;
    let live = 0;
    for (let p = offsets[t]!; p < offsets[t + 1]!; p++) live += 1 - this.#dead[documentOf[ordinals[p]!]!]!;
    return live;
  }

  /** Scores the live passages that have any of the terms and one of each list that is required. Until `clear`, they can be visited. */
  score(terms: readonly ScoredTerm[], required: readonly (readonly string[])[], bm25: Bm25): void {
    for (const term of terms) this.#score(term, bm25);
    if (required.length > 0) this.#keep(required);
  }

  /** Forgets the scores. */
  clear(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.#scores[this.#touched[i]!] = 0;
    this.#touchedCount = 0;
  }

  eachScored(visit: Visit): void {
    const { documentOf } = this.segment;
    for (let i = 0; i < this.#touchedCount; i++) {
      const ordinal = this.#touched[i]!;
      visit(documentOf[ordinal]!, ordinal, this.#scores[ordinal]!);
    }
  }

  /** Once per document, with its best passage: of equal ones the first. */
  eachBest(visit: Visit): void {
    const { documentOf } = this.segment;
    for (let i = 0; i < this.#touchedCount; i++) {
      const ordinal = this.#touched[i]!;
      const number = documentOf[ordinal]!;
      const best = this.#bestOf[number]!;
      if (best === 0 || this.#isBetter(ordinal, best - 1)) this.#bestOf[number] = ordinal + 1;
    }
    for (let i = 0; i < this.#touchedCount; i++) {
      const number = documentOf[this.#touched[i]!]!;
      const best = this.#bestOf[number]!;
      if (best === 0) continue;
      this.#bestOf[number] = 0;
      visit(number, best - 1, this.#scores[best - 1]!);
    }
  }

  /** What each term adds to the score of a passage. */
  explain(ordinal: number, terms: readonly ScoredTerm[], bm25: Bm25): Record<string, number> {
    const { offsets, ordinals, frequencies, lengths, titleLengths } = this.segment;
    const found = new Map<string, number>();
    for (const { term, weight } of terms) {
      const t = positionOf(this.segment.terms, term);
      const place = t < 0 ? -1 : ordinals.subarray(offsets[t]!, offsets[t + 1]!).indexOf(ordinal);
      if (place < 0) continue;
      const frequency = frequencies[offsets[t]! + place]!;
      const share = bm25.share(frequency, lengths[ordinal]!, titleLengths[ordinal]!);
      found.set(term, (found.get(term) ?? 0) + weight * share);
    }
    return Object.fromEntries(found);
  }

  get #numbers(): Map<string, number> {
    this.#byId ??= new Map(this.segment.documents.map((document, number) => [document, number]));
    return this.#byId;
  }

  #score({ term, weight }: ScoredTerm, bm25: Bm25): void {
    const { offsets, ordinals, frequencies, lengths, titleLengths, documentOf } = this.segment;
    const t = positionOf(this.segment.terms, term);
    if (t < 0) return;
    const end = offsets[t + 1]!;
    for (let p = offsets[t]!; p < end; p++) {
      const ordinal = ordinals[p]!;
      if (this.#anyDead && this.#dead[documentOf[ordinal]!] === 1) continue;
      const before = this.#scores[ordinal]!;
      if (before === 0) this.#touched[this.#touchedCount++] = ordinal;
      this.#scores[ordinal] =
        before + weight * bm25.share(frequencies[p]!, lengths[ordinal]!, titleLengths[ordinal]!);
    }
  }

  /** Drops the scores of passages that have no term of one of the lists. */
  #keep(required: readonly (readonly string[])[]): void {
    const { terms, offsets, ordinals } = this.segment;
    const has = new Map<number, number>();
    for (const [count, list] of required.entries()) {
      for (const term of list) {
        const t = positionOf(terms, term);
        for (let p = offsets[t] ?? 0; t >= 0 && p < offsets[t + 1]!; p++) {
          const ordinal = ordinals[p]!;
          if ((has.get(ordinal) ?? 0) === count) has.set(ordinal, count + 1);
        }
      }
    }
    const all = required.length;
    let kept = 0;
    for (let i = 0; i < this.#touchedCount; i++) {
      const ordinal = this.#touched[i]!;
      if (has.get(ordinal) === all) this.#touched[kept++] = ordinal;
      else this.#scores[ordinal] = 0;
    }
    this.#touchedCount = kept;
  }

  #isBetter(ordinal: number, than: number): boolean {
    const difference = this.#scores[ordinal]! - this.#scores[than]!;
    const { chunkIndex } = this.segment;
    return difference > 0 || (difference === 0 && chunkIndex[ordinal]! < chunkIndex[than]!);
  }
}
