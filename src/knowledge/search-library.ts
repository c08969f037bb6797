// One search, from the question to its hits: words, phrases, filters, meaning, and better rankings that come later.
//
// - No search waits long for embeddings: keywords answer when the question has no vector within `PROMPT`
//   milliseconds. Callers with `onUpdate` receive better rankings later; callers with `patience` wait for them that
//   long.
// - Hits without a vector are embedded only for a waiting caller; otherwise the background embeds them first.
import type { SearchHit, SearchOptions } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { parseQuery } from '../search/parsed-query.ts';
import type { EmbeddedPassage } from '../search/passage-hash.ts';
import type { KeywordHit } from '../search/keyword-index.ts';
import {
  filterOf,
  findDocuments,
  findPassages,
  type Hit,
  limitOf,
  type Question,
  toSearchHit,
} from './find.ts';
import { rankingsByMeaning } from './find-by-meaning.ts';
import { inTime } from './in-time.ts';
import type { Languages } from './languages.ts';
import type { LiveIndex } from './live-index.ts';
import type { Meaning } from './meaning.ts';
import { type FoundPassage, saying } from './phrase-search.ts';
import type { SearchCall } from '../core/ports/remote-collections.ts';

/**
 * Milliseconds for the question's vector. With a loaded model it takes 10 to 20, and behind a background batch some
 * hundreds. A caller with updates gets the keyword hits soon; any other waits longer, if there are vectors to compare
 * with.
 */
const PROMPT = { withUpdates: 40, once: 500 } as const;

export interface SearchedLibrary {
  live: LiveIndex;
  languages: Languages;
  /** Absent without embeddings. */
  meaning: Meaning | undefined;
  /** Returns the stored passages of hits, in the order given; undefined for removed ones. */
  read(hits: readonly KeywordHit[]): Promise<(FoundPassage | undefined)[]>;
}

/** @throws Failure `bad_request` for an unknown mode or date; `unavailable` for `semantic` without embeddings */
export async function searchLibrary(
  library: SearchedLibrary,
  query: string,
  options: SearchOptions = {},
  call: SearchCall = {},
): Promise<SearchHit[]> {
  const { live, languages, meaning } = library;
  const asked = { ...parseQuery(query), languages: await languages.load(live.index.languages) };
  checkMode(options, meaning);
  const { mode = 'hybrid', patience = 0 } = options;
  if (mode === 'hybrid') meaning?.need();
  const isByWords =
    mode === 'keyword' || !meaning || meaning.isOff || asked.phrases.length > 0 || asked.text.trim() === '';
  const isWaitedFor = call.onUpdate !== undefined || patience > 0;
  // Doesn't wait for a model that isn't loaded yet, or must not be: the next search may have it.
  const isTooEarly = mode === 'hybrid' && !(meaning?.isLoaded || (isWaitedFor && meaning?.isNeeded === true));
  if (!isByWords && !isTooEarly) return byMeaning({ ...library, meaning }, asked, options, call);
  const hits = await byWords(library, asked, options);
  call.onEnd?.();
  return hits;
}

async function byWords(
  library: SearchedLibrary,
  asked: Question,
  options: SearchOptions,
): Promise<SearchHit[]> {
  const { live, read } = library;
  if (asked.phrases.length === 0) return toHits(library, asked, options, findDocuments(live, asked, options));
  const found = await saying(asked.phrases, findPassages(live, asked, options), limitOf(options), read);
  return found.map((one) => hitOf(library, one, asked, options));
}

function byMeaning(
  library: SearchedLibrary & { meaning: Meaning },
  asked: Question,
  options: SearchOptions,
  { onUpdate, onEnd, signal }: SearchCall,
): Promise<SearchHit[]> {
  const { live, meaning, read } = library;
  const { mode = 'hybrid', patience = 0 } = options;
  const rankings = rankingsByMeaning({
    live,
    meaning,
    text: asked.text,
    mode: mode === 'semantic' ? mode : 'hybrid',
    limit: limitOf(options),
    search: { accept: filterOf(asked, options), languages: asked.languages },
    explain: options.explain ?? false,
    embeds: onUpdate !== undefined || patience > 0,
    read: async (hits) => (await read(hits)).map(passageOf),
    signal,
  });
  const hasVectors = (meaning.vectorStore?.count ?? 0) > 0;
  const isOnce = options.patience === undefined && onUpdate === undefined;
  // Without any vectors, the question's own could not be compared with anything in time.
  const prompt = !hasVectors ? 0 : isOnce ? PROMPT.once : PROMPT.withUpdates;
  const answered = inTime(
    mode === 'semantic' ? rankings : wordsFirst(() => findDocuments(live, asked, options), rankings),
    {
      patience: mode === 'semantic' ? patience : Math.max(prompt, patience),
      // Never before the answer itself, and in the order in which they were made.
      onLate: onUpdate && ((hits) => void (last = last.then(() => tell(hits)).catch(() => undefined))),
      onEnd: () => void last.then(onEnd),
    },
  ).then((hits) => toHits(library, asked, options, hits ?? []));
  const tell = async (hits: readonly Hit[]): Promise<void> =>
    onUpdate?.(await toHits(library, asked, options, hits));
  // A storage failure now is reported to the next caller.
  let last: Promise<unknown> = answered.catch(() => undefined);
  return answered;
}

async function toHits(
  library: SearchedLibrary,
  asked: Question,
  options: SearchOptions,
  hits: readonly Hit[],
): Promise<SearchHit[]> {
  const found = await library.read(hits);
  return found.flatMap((one) => (one ? [hitOf(library, one, asked, options)] : []));
}

/** Yields the keyword hits, then the better rankings. When those fail, the keyword hits stand. */
async function* wordsFirst(
  words: () => Hit[],
  rankings: AsyncGenerator<Hit[], void>,
): AsyncGenerator<Hit[], void> {
  yield words();
  try {
    yield* rankings;
  } catch {
    // There is no model, or the search was aborted. The model's status says why.
  }
}

function checkMode({ mode }: SearchOptions, meaning: Meaning | undefined): void {
  if (mode !== 'semantic') return;
  if (!meaning)
    throw new Failure(
      'unavailable',
      'Semantic search needs embeddings, and there are none here. Use keyword.',
    );
  if (meaning.isOff) {
    throw new Failure(
      'unavailable',
      'Search by meaning is turned off. Turn it on in Settings, or use keyword.',
    );
  }
}

function passageOf(one: FoundPassage | undefined): EmbeddedPassage | undefined {
  return one && { title: one.found.meta.title, heading: one.passage.heading, text: one.passage.text };
}

function hitOf(
  { languages, live }: SearchedLibrary,
  { found, passage }: FoundPassage,
  { text }: Question,
  { explain }: SearchOptions,
): SearchHit {
  return toSearchHit(found, passage, text, explain, languages.of(found.meta.language), live.index.vocabulary);
}
