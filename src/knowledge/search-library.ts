// One search, from the question to its hits: words, phrases, filters, meaning, and what comes later and is better.
//
// - Nobody waits for embeddings: the keywords answer when the question has no vector in `PROMPT` milliseconds. Whoever
//   passes `onUpdate` hears the better rankings that come later; whoever has `patience` waits for them so long.
// - Hits without a vector are embedded only while somebody waits for them; for all others the background embeds them first.
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
 * Milliseconds that a question is given to become a vector. With a model at hand it takes 10 to 20, and behind a batch of the
 * background some hundreds. Who hears better hits later has the keywords soon; who does not is given the time, where there
 * are vectors to compare with.
 */
const PROMPT = { withUpdates: 40, once: 500 } as const;

export interface SearchedLibrary {
  live: LiveIndex;
  languages: Languages;
  /** Absent: there are no embeddings here. */
  meaning: Meaning | undefined;
  /** What is stored of hits, each in its place; undefined for one that is gone. */
  read(hits: readonly KeywordHit[]): Promise<(FoundPassage | undefined)[]>;
}

/** @throws Failure `bad_request` for an unknown mode or date; `unavailable` for `semantic` without embeddings. */
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
  // Nobody waits for a model that is not there yet, or not to be loaded: the next search may have it.
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
  // Without a single vector there is nothing that the question's own could be compared with in time.
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
  // Storage that fails now is told to whoever asks next.
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

/** The keywords, then the better rankings. When those fail the keywords stand. */
async function* wordsFirst(
  words: () => Hit[],
  rankings: AsyncGenerator<Hit[], void>,
): AsyncGenerator<Hit[], void> {
  yield words();
  try {
    yield* rankings;
  } catch {
    // There is no model, or the search was given up. Its status says why.
  }
}

function checkMode({ mode }: SearchOptions, meaning: Meaning | undefined): void {
  if (mode !== 'semantic') return;
  if (!meaning) throw new Failure('unavailable', 'There are no embeddings here. Use keyword.');
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
