// The work that nobody waits for: an embedding for each passage that has none yet, what searches found first.
//
// - A passage is taken in under the hash of the text that was embedded: what changed in between stays missing.
// - What fails is tried again after 1, 2, 4 … 32 s; what a retry cannot mend, and the fifth failure, end the work.
import type { Embedder } from './embedder.ts';
import { Failure } from '../../core/errors.ts';
import { embeddingText, type EmbeddedPassage, passageHash } from '../../search/passage-hash.ts';

/** A passage by its place, and the two halves of the hash of its text. */
export interface PassagePlace {
  document: string;
  index: number;
  low: number;
  high: number;
  /** It waits for all that is not so: the guide, which everyone has, waits for documents of the user's own. */
  isLast?: boolean;
}

/** The library, as far as this work needs it. */
export interface PassageSource {
  /** Every passage that can be found, as it is now. */
  passages(): Iterable<PassagePlace>;
  /** Undefined for those that are gone. */
  texts(places: readonly PassagePlace[]): Promise<(EmbeddedPassage | undefined)[]>;
}

/** The vectors of one model. */
export interface VectorStore {
  rowOf(low: number, high: number): number;
  /** @throws Failure `unavailable` when there is no room for more. */
  add(hashes: Uint32Array, vectors: readonly Float32Array[]): Promise<void>;
  flush(): Promise<void>;
}

export interface BackgroundOptions {
  embedder: Embedder;
  store: VectorStore;
  source: PassageSource;
  /** Hashes of what searches found: these go first. */
  wanted: ReadonlySet<string>;
  /** So many passages have come to have a vector. */
  onDone(passages: number): void;
  /** Passages that are read and embedded together. Few, so that what a search finds meanwhile comes soon. */
  stretch: number;
  /** Rejects with the signal's reason when it aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Passages that are listed at a time: to find them takes a walk over all hashes, 10 ms for a hundred thousand. */
const LISTED = 512;
const RETRY = { most: 5, first: 1000, longest: 32_000 } as const;
/** What another try may mend. */
const PASSING = ['unavailable', 'timeout', 'rate_limited'];

/** Embeds until no passage is missing. Rejects with what ended it, or with the signal's reason. */
export async function embedMissing(options: BackgroundOptions, signal: AbortSignal): Promise<void> {
  const { store, stretch: step } = options;
  /** Gone, or changed since they were listed. */
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

/** How many of all passages have a vector. Passages of the same text share one. */
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

/** A search has found passages meanwhile, or documents came, and what comes next is not of them. */
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

/** What the server asks for, if it is not unreasonable. Milliseconds. */
function requestedPause({ details }: Failure): number {
  const { retry_after: seconds } = (details ?? {}) as { retry_after?: unknown };
  return typeof seconds === 'number' ? Math.min(seconds * 1000, 4 * RETRY.longest) : 0;
}
