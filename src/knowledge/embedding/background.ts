// Background embedding: an embedding for each passage without one, search hits first.
//
// - A vector is stored under the hash of the embedded text: a passage that changed meanwhile still counts as missing.
// - A failure is retried after 1, 2, 4 … 32 s. A failure that a retry can't fix, and the fifth one, end the work.
import type { Embedder } from './embedder.ts';
import { Failure } from '../../core/errors.ts';
import { embeddingText, type EmbeddedPassage, passageHash } from '../../search/passage-hash.ts';

/** A passage by position, with the two halves of its text's hash. */
export interface PassagePlace {
  document: string;
  index: number;
  low: number;
  high: number;
  /** Embedded after all others: the guide, which everyone has, waits for the user's own documents. */
  isLast?: boolean;
}

/** The part of the library needed here. */
export interface PassageSource {
  /** Yields every searchable passage at the moment. */
  passages(): Iterable<PassagePlace>;
  /** Returns undefined for removed ones. */
  texts(places: readonly PassagePlace[]): Promise<(EmbeddedPassage | undefined)[]>;
}

/** The vectors of one model. */
export interface VectorStore {
  rowOf(low: number, high: number): number;
  /** @throws Failure `unavailable` when there is no room for more */
  add(hashes: Uint32Array, vectors: readonly Float32Array[]): Promise<void>;
  flush(): Promise<void>;
}

export interface BackgroundOptions {
  embedder: Embedder;
  store: VectorStore;
  source: PassageSource;
  /** Hashes of search hits: these go first. */
  wanted: ReadonlySet<string>;
  /** Reports how many passages have got a vector. */
  onDone(passages: number): void;
  /** Passages read and embedded together. Few, so that new search hits come soon. */
  stretch: number;
  /** Rejects with the signal's reason when it aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Passages listed at a time: finding them walks over all hashes, 10 ms for a hundred thousand. */
const LISTED = 512;
const RETRY = { most: 5, first: 1000, longest: 32_000 } as const;
/** Failures that a retry may fix. */
const PASSING = ['unavailable', 'timeout', 'rate_limited'];

/** Embeds until no passage is missing. Rejects with the error that ended it, or with the signal's reason. */
export async function embedMissing(options: BackgroundOptions, signal: AbortSignal): Promise<void> {
  const { store, stretch: step } = options;
  /** Removed, or changed since they were listed. */
  const passed = new Set<string>();
  for (;;) {
    const places = listMissing(options, passed);
    if (places.length === 0) break;
    for (let at = 0; at < places.length; at += step) {
      signal.throwIfAborted();
      const stretch = places.slice(at, at + step);
      await embedStretch(options, stretch, signal);
      for (const place of stretch) {
        if (store.rowOf(place.low, place.high) < 0) passed.add(hashKey(place.low, place.high));
      }
      if (places.length > at + step && isOvertaken(options, places[at + step]!, passed)) break;
    }
  }
  await store.flush();
}

/** Counts the passages with a vector. Passages with the same text share one. */
export function countEmbedded(
  source: PassageSource,
  store: Pick<VectorStore, 'rowOf'> | undefined,
): { done: number; total: number } {
  let [done, total] = [0, 0];
  for (const { low, high } of source.passages()) {
    total++;
    if (store && store.rowOf(low, high) >= 0) done++;
  }
  return { done, total };
}

export function hashKey(low: number, high: number): string {
  return `${low}/${high}`;
}

function listMissing(
  { source, store, wanted }: BackgroundOptions,
  passed: ReadonlySet<string>,
): PassagePlace[] {
  const first: PassagePlace[] = [];
  const rest: PassagePlace[] = [];
  const last: PassagePlace[] = [];
  const listed = new Set<string>();
  for (const place of source.passages()) {
    if (store.rowOf(place.low, place.high) >= 0) continue;
    const key = hashKey(place.low, place.high);
    if (passed.has(key) || listed.has(key)) continue;
    const list = wanted.has(key) ? first : place.isLast ? last : rest;
    if (list.length >= LISTED) continue;
    listed.add(key);
    list.push(place);
  }
  return [...first, ...rest, ...last].slice(0, LISTED);
}

/** Tells whether new search hits or documents should come before the listed passages. */
function isOvertaken(
  { wanted, store, source }: BackgroundOptions,
  next: PassagePlace,
  passed: ReadonlySet<string>,
): boolean {
  if (wanted.has(hashKey(next.low, next.high))) return false;
  if (next.isLast)
    for (const { low, high, isLast } of source.passages())
      if (!isLast && store.rowOf(low, high) < 0 && !passed.has(hashKey(low, high))) return true;
  for (const key of wanted) {
    const [low = 0, high = 0] = key.split('/').map(Number);
    if (store.rowOf(low, high) < 0) return true;
  }
  return false;
}

async function embedStretch(
  { embedder, store, source, onDone, wait }: BackgroundOptions,
  places: readonly PassagePlace[],
  signal: AbortSignal,
): Promise<void> {
  const passages = await source.texts(places);
  const texts = passages.flatMap((passage) => (passage ? [embeddingText(passage)] : []));
  if (texts.length === 0) return;
  const vectors = await withRetries(() => embedder.embed(texts, { signal }), signal, wait);
  await store.add(Uint32Array.from(texts.flatMap(passageHash)), vectors);
  onDone(texts.length);
}

async function withRetries<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  wait: BackgroundOptions['wait'],
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (tries >= RETRY.most || !(error instanceof Failure) || !PASSING.includes(error.code)) throw error;
      await wait(Math.max(pauseAfter(tries), requestedPause(error)), signal);
    }
  }
}

function pauseAfter(tries: number): number {
  return Math.min(RETRY.longest, RETRY.first * 2 ** (tries - 1));
}

/** Returns the pause in milliseconds that the server asks for, if it is reasonable. */
function requestedPause({ details }: Failure): number {
  const { retry_after: seconds } = (details ?? {}) as { retry_after?: unknown };
  return typeof seconds === 'number' ? Math.min(seconds * 1000, 4 * RETRY.longest) : 0;
}
