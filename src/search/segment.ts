// A segment: an immutable part of the keyword index, packed in typed arrays. Built once, merged, never changed.
import { DocumentColumns, type PackedDocuments } from './document-columns.ts';
import { type Field, said } from './frequency.ts';
import { ENGLISH, type Language } from './language.ts';
import { withoutLinkTargets } from './link-targets.ts';
import { Names } from './names.ts';
import { embeddingText, passageHash } from './passage-hash.ts';
import { PostingsWriter } from './postings.ts';
import { tokensOf } from './tokenise.ts';
import { eachWord } from './words.ts';
import type { IndexedChunk, IndexedDocument, Segment } from './segment-types.ts';

export { decodeSegment, encodeSegment } from './segment-format.ts';

/**
 * Packs passages into a segment: 30 to 60 µs for 800 characters (bench/search.mjs).
 * @param documents metadata of their documents; missing ones have none
 * @param languages of the documents; missing ones are analysed as English
 */
export function buildSegment(
  chunks: readonly IndexedChunk[],
  documents: readonly IndexedDocument[] = [],
  languages: readonly Language[] = [],
): Segment {
  const columns = new DocumentColumns();
  const rules = new Map(documents.map(({ document, language }) => [document, language]));
  const languageOf = (document: string): Language =>
    languages.find(({ code }) => code === rules.get(document)) ?? ENGLISH;
  for (const document of documents)
    columns.add({ ...document, language: languageOf(document.document).code });
  const builder = new PostingsBuilder();
  for (const chunk of chunks) {
    const number = columns.numberOf(chunk.document);
    builder.startChunk(number, chunk.index, passageHash(embeddingText(chunk)));
    const language = languageOf(chunk.document);
    const count = (text: string, field: Field): void => {
      eachWord(text, (start, end, run) => builder.addWord(text.slice(start, end), run, field, language));
    };
    count(withoutLinkTargets(chunk.text), 'body');
    count(chunk.ownTitle ?? chunk.title, 'title');
    for (const heading of chunk.heading) count(heading, 'heading');
    builder.endChunk();
  }
  return { ...columns.finish(), ...builder.finish() };
}

/** Longer words are rarely repeated. */
const LONGEST_KNOWN = 40;

/** Collects postings chunk by chunk, then sorts them by term. */
class PostingsBuilder {
  readonly #documentOf: number[] = [];
  readonly #chunkIndex: number[] = [];
  readonly #lengths: number[] = [];
  readonly #titleLengths: number[] = [];
  readonly #hashes: number[] = [];
  readonly #termIds = new Map<string, number>();
  /** One lookup per word instead of two: most words of a text have occurred before. */
  readonly #idsOfWords = new Map<Language, Map<string, number[]>>();
  /** Postings in order of arrival; the ordinals of one term are ascending. */
  readonly #postingTerm = new Growing();
  readonly #postingOrdinal = new Growing();
  readonly #postingFrequency = new Growing();
  /** Per term: its posting in the current chunk, as position + 1. Older positions belong to older chunks. */
  readonly #lastPosting = new Growing();
  #firstOfChunk = 0;
  #inHand: Record<Field, number> = { body: 0, title: 0, heading: 0 };

  startChunk(document: number, index: number, hash: readonly [number, number]): void {
    this.#documentOf.push(document);
    this.#chunkIndex.push(index);
    this.#hashes.push(...hash);
    this.#firstOfChunk = this.#postingTerm.length;
    this.#inHand = { body: 0, title: 0, heading: 0 };
  }

  addWord(word: string, run: boolean, field: Field, language: Language): void {
    let known = this.#idsOfWords.get(language);
    if (!known) this.#idsOfWords.set(language, (known = new Map()));
    let ids = known.get(word);
    if (!ids) {
      ids = tokensOf(word, run, language).map(({ term }) => this.#termId(term));
      if (word.length <= LONGEST_KNOWN) known.set(word, ids);
    }
    for (const id of ids) this.#addTerm(id, field);
  }

  #addTerm(id: number, field: Field): void {
    this.#inHand[field]++;
    const posting = this.#lastPosting.values[id]! - 1;
    const frequencies = this.#postingFrequency.values;
    if (posting >= this.#firstOfChunk) frequencies[posting] = said(frequencies[posting]!, field);
    else {
      this.#lastPosting.values[id] = this.#postingTerm.length + 1;
      this.#addPosting(id, this.#lengths.length, said(0, field));
    }
  }

  endChunk(): void {
    this.#lengths.push(this.#inHand.body);
    this.#titleLengths.push(this.#inHand.title);
  }

  finish(): Omit<Segment, keyof PackedDocuments> {
    const terms = [...this.#termIds.keys()].sort();
    const rank = new Uint32Array(terms.length);
    terms.forEach((term, i) => (rank[this.#termIds.get(term)!] = i));

    const total = this.#postingTerm.length;
    const postingTerm = this.#postingTerm.values;
    const postingOrdinal = this.#postingOrdinal.values;
    const postingFrequency = this.#postingFrequency.values;
    const offsets = new Uint32Array(terms.length + 1);
    for (let p = 0; p < total; p++) offsets[rank[postingTerm[p]!]! + 1]!++;
    for (let t = 0; t < terms.length; t++) offsets[t + 1]! += offsets[t]!;

    const next = offsets.slice(0, terms.length);
    const ordinals = new Uint32Array(total);
    const frequencies = new Uint8Array(total);
    for (let p = 0; p < total; p++) {
      const place = next[rank[postingTerm[p]!]!]!++;
      ordinals[place] = postingOrdinal[p]!;
      frequencies[place] = postingFrequency[p]!;
    }
    const writer = new PostingsWriter();
    for (let t = 0; t < terms.length; t++) writer.add(ordinals, frequencies, offsets[t]!, offsets[t + 1]!);
    return {
      documentOf: Uint32Array.from(this.#documentOf),
      chunkIndex: Uint32Array.from(this.#chunkIndex),
      lengths: Uint32Array.from(this.#lengths),
      titleLengths: Uint32Array.from(this.#titleLengths),
      hashes: Uint32Array.from(this.#hashes),
      terms: Names.of(terms),
      postings: writer.finish(this.#lengths.length),
    };
  }

  #termId(term: string): number {
    const known = this.#termIds.get(term);
    if (known !== undefined) return known;
    this.#termIds.set(term, this.#termIds.size);
    this.#lastPosting.push(0);
    return this.#termIds.size - 1;
  }

  #addPosting(term: number, ordinal: number, frequency: number): void {
    this.#postingTerm.push(term);
    this.#postingOrdinal.push(ordinal);
    this.#postingFrequency.push(frequency);
  }
}

/** A list of unsigned numbers at 4 bytes each, cheaper than a plain array. */
class Growing {
  values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
}
