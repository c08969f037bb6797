// The vocabulary of a site index, as ranking queries it: synchronously. Missing data is recorded, counts as absent,
// and is fetched before the next attempt.
import {
  corrections,
  mendedStems,
  overhung,
  positionOf,
  SHORTEST_PREFIX,
  slipsAllowed,
} from '../search/expand.ts';
import type { QueryTerm } from '../search/query.ts';
import { type Expand, type ScoredTerm, scoredTerms, type Vocabulary } from '../search/scored-terms.ts';
import type { PackFiles } from './pack-files.ts';
import { isWide, lastBefore, type PackRoot, pastAll, shardOf } from './root-file.ts';
import { decodeSpelling, type Spelling } from './small-files.ts';
import { decodeTermShard, type TermShard, type Where } from './term-shard.ts';

export class PackVocabulary implements Vocabulary {
  readonly passages: number;
  readonly #root: PackRoot;
  readonly #files: PackFiles;
  /** Data to be fetched, by name. */
  readonly #wanted = new Map<string, () => Promise<unknown>>();

  constructor(root: PackRoot, files: PackFiles) {
    this.passages = root.passages;
    this.#root = root;
    this.#files = files;
  }

  /** Returns the terms to score passages by. */
  scored(query: readonly QueryTerm[]): Promise<ScoredTerm[]> {
    return this.complete(() => query.flatMap((term) => scoredTerms(term, this)));
  }

  /** Calls `ask` until all the data it needs is loaded, and returns its result. */
  async complete<Result>(ask: () => Result): Promise<Result> {
    for (;;) {
      this.#wanted.clear();
      const result = ask();
      if (this.#wanted.size === 0) return result;
      await Promise.all([...this.#wanted.values()].map((fetch) => fetch()));
    }
  }

  frequencyOf(term: string): number {
    const shard = this.#shardWith(term);
    const at = shard ? positionOf(shard.terms, term) : -1;
    return at < 0 ? 0 : shard!.frequencies[at]!;
  }

  /** Returns the place of a term's postings, for terms returned by `scored`. */
  whereIs(term: string): Where | undefined {
    const shard = this.#shardWith(term);
    return shard?.where[positionOf(shard.terms, term)];
  }

  near(expand: Expand, words: readonly string[]): Map<string, number> {
    const weights = new Map<string, number>();
    // Only with its own part of the vocabulary loaded is it known whether a word is rare and needs similar terms.
    if (words.some((word) => this.#shardWith(word) === undefined)) return weights;
    for (const word of words) {
      const terms = expand === corrections ? this.#termsLike(word) : this.#termsFrom(word);
      for (const { term, weight } of expand(terms, word))
        weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    }
    return weights;
  }

  /** Returns all terms that `completions` examines, in order. */
  #termsFrom(typed: string): readonly string[] {
    if (typed.length < SHORTEST_PREFIX) return [];
    const { terms: shards } = this.#root;
    const first = shardOf(shards, typed);
    const stems = overhung(typed).filter((stem) => this.#holds(stem));
    const fitting = isWide(shards, typed)
      ? (this.#shard(first)?.wide.find(({ beginning }) => beginning === typed)?.terms ?? [])
      : range(first, shardOf(shards, pastAll(typed))).flatMap((at) =>
          (this.#shard(at)?.terms ?? []).filter((term) => term.startsWith(typed)),
        );
    // Stems are prefixes of the typed word, so they sort before its completions.
    return [...stems.reverse(), ...fitting];
  }

  /** Returns all terms that `corrections` examines, in order. */
  #termsLike(typed: string): readonly string[] {
    const slips = slipsAllowed(typed);
    if (slips === 0) return [];
    const { spelling } = this.#root;
    const initial = typed.charCodeAt(0);
    const fileOf = (length: number, isPast: boolean): number =>
      lastBefore(
        spelling,
        (file) =>
          file.initial < initial ||
          (file.initial === initial && (isPast ? file.length <= length : file.length < length)),
      );
    const found: string[] = [];
    for (const at of range(fileOf(typed.length - slips, false), fileOf(typed.length + slips, true))) {
      const file = spelling[at];
      const words = file && this.#fetched<Spelling>('spelling', file.file, decodeSpelling)?.words;
      for (const word of words ?? []) {
        if (word.charCodeAt(0) === initial && Math.abs(word.length - typed.length) <= slips) found.push(word);
      }
    }
    for (const stem of mendedStems(typed)) if (this.#holds(stem)) found.push(stem);
    return [...new Set(found)].sort();
  }

  #holds(term: string): boolean {
    const shard = this.#shardWith(term);
    return shard !== undefined && positionOf(shard.terms, term) >= 0;
  }

  #shardWith(term: string): TermShard | undefined {
    return this.#shard(shardOf(this.#root.terms, term));
  }

  #shard(at: number): TermShard | undefined {
    const shard = this.#root.terms[at];
    return shard && this.#fetched('terms', shard.file, decodeTermShard);
  }

  #fetched<Content>(
    kind: 'terms' | 'spelling',
    file: string,
    decode: (bytes: Uint8Array) => Content,
  ): Content | undefined {
    const content = this.#files.loaded<Content>(kind, file);
    if (content === undefined) this.#wanted.set(file, () => this.#files.load(kind, file, decode));
    return content;
  }
}

/** Returns the numbers from `first` to `last`, inclusive. */
function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
