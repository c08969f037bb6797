// A segment in use: its deleted documents, and the scores of its passages for one query at a time.
import { positionOf } from './expand.ts';
import { hashOfName, NameHashes } from './name-hashes.ts';
import type { Bm25 } from './ranking.ts';
import type { ScoredTerm } from './scored-terms.ts';
import type { Segment } from './segment-types.ts';

/** Receives a passage of a search: the number of its document, its ordinal in the segment, and its score. */
export type Visit = (document: number, ordinal: number, score: number) => void;

export class LiveSegment {
  readonly segment: Segment;
  liveDocuments: number;
  /** Number of live passages, and the sums of their lengths. */
  liveChunks: number;
  liveLength: number;
  liveTitleLength: number;
  /** Created on the first lookup by id, which opening a library does not need. */
  #ids: NameHashes | undefined;
  /** Created when the first document is deleted or counted. */
  #sums: DocumentSums | undefined;
  readonly #dead: Uint8Array;
  #anyDead = false;
  readonly #scores: Float64Array;
  /** Chunks with a score, so that clearing costs no more than the query. */
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
    this.#scores = new Float64Array(chunks);
    this.#touched = new Uint32Array(chunks);
    this.#bestOf = new Uint32Array(documents);
    this.liveChunks = chunks;
    this.liveLength = sumOf(segment.lengths);
    this.liveTitleLength = sumOf(segment.titleLengths);
  }

  /** @param hash its `hashOfName`, if known */
  isLive(document: string, hash?: number): boolean {
    const number = this.#numberOf(document, hash);
    return number >= 0 && this.#dead[number] === 0;
  }

  /** Tells whether the segment contains it, live or deleted. */
  holds(document: string, hash?: number): boolean {
    return this.#numberOf(document, hash) >= 0;
  }

  /** Works like `isLive`, by the number of the document. */
  isLiveAt(number: number): boolean {
    return this.#dead[number] === 0;
  }

  /** Returns the number of passages of a document. */
  chunksOf(number: number): number {
    return this.#sumsOfDocuments.chunks[number]!;
  }

  /** Returns the ordinal of a document's first passage, if it has any. */
  firstOf(number: number): number {
    const { documentOf, chunkIndex } = this.segment;
    let first = documentOf.indexOf(number);
    for (let next = first; next >= 0; next = documentOf.indexOf(number, next + 1))
      if (chunkIndex[next]! < chunkIndex[first]!) first = next;
    return first;
  }

  /** Visits the numbers of the live documents. */
  eachDocument(visit: (number: number) => void): void {
    for (let number = 0; number < this.#dead.length; number++) if (this.#dead[number] === 0) visit(number);
  }

  /** Marks a document as deleted. Returns false when it is not here or already deleted. */
  bury(document: string, hash?: number): boolean {
    const number = this.#numberOf(document, hash);
    return number >= 0 && this.buryAt(number);
  }

  /** Does the same by the number of the document. */
  buryAt(number: number): boolean {
    if (this.#dead[number] === 1) return false;
    this.#dead[number] = 1;
    this.#anyDead = true;
    this.liveDocuments--;
    const { chunks, lengths, titleLengths } = this.#sumsOfDocuments;
    this.liveChunks -= chunks[number]!;
    this.liveLength -= lengths[number]!;
    this.liveTitleLength -= titleLengths[number]!;
    return true;
  }

  /** Returns the number of live passages with the term. */
  frequencyOf(term: string): number {
    const { terms, postings, documentOf } = this.segment;
    const t = positionOf(terms, term);
    if (t < 0) return 0;
    if (!this.#anyDead) return postings.count(t);
    const { length, ordinals } = postings.read(t);
    let live = 0;
    for (let p = 0; p < length; p++) live += 1 - this.#dead[documentOf[ordinals[p]!]!]!;
    return live;
  }

  /**
   * Scores the live passages that have any of the terms and one of each required list. They can be visited until
   * `clear`.
   */
  score(terms: readonly ScoredTerm[], required: readonly (readonly string[])[], bm25: Bm25): void {
    for (const term of terms) this.#score(term, bm25);
    if (required.length > 0) this.#keep(required);
  }

  /** Clears the scores. */
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

  /** Visits each document once, with its best passage; ties take the first. */
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

  /** Returns the contribution of each term to the score of a passage. */
  explain(ordinal: number, terms: readonly ScoredTerm[], bm25: Bm25): Record<string, number> {
    const { lengths, titleLengths, postings } = this.segment;
    const found = new Map<string, number>();
    for (const { term, weight } of terms) {
      const t = positionOf(this.segment.terms, term);
      const frequency = t < 0 ? 0 : postings.frequencyIn(t, ordinal);
      if (frequency === 0) continue;
      const share = bm25.share(frequency, lengths[ordinal]!, titleLengths[ordinal]!);
      found.set(term, (found.get(term) ?? 0) + weight * share);
    }
    return Object.fromEntries(found);
  }

  #numberOf(document: string, hash = hashOfName(document)): number {
    const { documents, documentHashes } = this.segment;
    this.#ids ??= new NameHashes(documents, documentHashes);
    return this.#ids.positionOf(document, hash);
  }

  get #sumsOfDocuments(): DocumentSums {
    return (this.#sums ??= sumsOf(this.segment));
  }

  #score({ term, weight }: ScoredTerm, bm25: Bm25): void {
    const { terms, postings, lengths, titleLengths, documentOf } = this.segment;
    const t = positionOf(terms, term);
    if (t < 0) return;
    const { length, ordinals, frequencies, from } = postings.read(t);
    for (let p = 0; p < length; p++) {
      const ordinal = ordinals[p]!;
      if (this.#anyDead && this.#dead[documentOf[ordinal]!] === 1) continue;
      const before = this.#scores[ordinal]!;
      if (before === 0) this.#touched[this.#touchedCount++] = ordinal;
      this.#scores[ordinal] =
        before + weight * bm25.share(frequencies[from + p]!, lengths[ordinal]!, titleLengths[ordinal]!);
    }
  }

  /** Drops the scores of passages without a term of one of the lists. */
  #keep(required: readonly (readonly string[])[]): void {
    const { terms, postings } = this.segment;
    const has = new Map<number, number>();
    for (const [count, list] of required.entries()) {
      for (const term of list) {
        const t = positionOf(terms, term);
        if (t < 0) continue;
        const { length, ordinals } = postings.read(t);
        for (let p = 0; p < length; p++) {
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

/** Per document: its passages, and the sums of their lengths. */
interface DocumentSums {
  chunks: Uint32Array;
  lengths: Float64Array;
  titleLengths: Float64Array;
}

function sumsOf({ documents, documentOf, lengths, titleLengths }: Segment): DocumentSums {
  const sums = {
    chunks: new Uint32Array(documents.length),
    lengths: new Float64Array(documents.length),
    titleLengths: new Float64Array(documents.length),
  };
  for (let ordinal = 0; ordinal < documentOf.length; ordinal++) {
    const number = documentOf[ordinal]!;
    sums.chunks[number]!++;
    sums.lengths[number]! += lengths[ordinal]!;
    sums.titleLengths[number]! += titleLengths[ordinal]!;
  }
  return sums;
}

function sumOf(values: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}
