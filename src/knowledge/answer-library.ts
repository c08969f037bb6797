// Answers questions from the library: finds matching passages, and the text around them.
//
// - The guide yields: with documents of the user's own, it answers only questions about Perilune.
import { type AnswerOptions, GUIDE_SOURCE, type LibraryAnswer } from '../core/answer.ts';
import { ATTACHED_SOURCE, type DocumentMeta, type SearchOptions } from '../core/document.ts';
import { couldBeAboutGuide, isAboutGuide, mayBeAboutGuide } from '../search/answer/about-guide.ts';
import {
  type AnswerCorpus,
  answerOne,
  type FoundAnswer,
  type FoundStretch,
} from '../search/answer/answer.ts';
import { asksForLibrary } from '../search/answer/asks-for-library.ts';
import { asksForOutline, namesOnly } from '../search/answer/asks-for-outline.ts';
import { compoundsWith } from '../search/answer/document-compounds.ts';
import type { Features } from '../search/answer/measures.ts';
import { wholeAnswer } from '../search/answer/whole-answer.ts';
import type { Terms } from '../search/answer/terms.ts';
import type { Language } from '../search/language.ts';
import { parseQuery } from '../search/parsed-query.ts';
import type { DocumentFilter, KeywordHit } from '../search/keyword-index.ts';
import { readTerm } from '../search/scored-terms.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import { outlineOf } from './document-outline.ts';
import { type FoundBy, LOOKED_AT, stretchesAround } from './answer-stretches.ts';
import { filterOf, type Question, toSearchHit } from './find.ts';
import type { Languages } from './languages.ts';
import { SUMMED_UP, summaryOf } from './library-summary.ts';
import type { Limited } from './members.ts';
import { idOfKey, type LiveIndex } from './live-index.ts';
import type { Nearness } from './nearness.ts';

/**
 * Margins of confidence. The guide answers a question about Perilune unless another document is better by more than
 * `near`. For a question that may be about Perilune, it must be better than the others by `above`; for one about any
 * app's features, it also needs at least `sure`.
 */
const GUIDE = { near: 0.1, above: 0.3, sure: 0.85 } as const;

export interface AnsweringLibrary {
  live: LiveIndex;
  languages: Languages;
  store: Pick<DocumentStore, 'metasOf' | 'passages'>;
}

export interface AnswerCall {
  /** Called at most once, with a better answer found by semantic search. */
  onBetter?: ((answer: LibraryAnswer) => void) | undefined;
  /** With `onBetter`: no better answer will follow. */
  onEnd?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
  /** No person asked, so no model is loaded for it. */
  isRehearsal?: boolean | undefined;
  /** Compares by meaning; absent: words alone decide. */
  nearTo?: Nearness | undefined;
  /** For benchmarks: the measurements of each part's best candidate. */
  onMeasured?: ((features: Features) => void) | undefined;
}

type Found = FoundAnswer<FoundBy>;

/** @throws Failure `bad_request` like a search */
export async function answerFromLibrary(
  library: AnsweringLibrary,
  question: string,
  options: AnswerOptions = {},
  call: AnswerCall = {},
): Promise<LibraryAnswer> {
  const { live } = library;
  const asked = { ...parseQuery(question), languages: await library.languages.load(live.index.languages) };
  const summary = asksForLibrary(asked.text)
    ? await summaryFor({ library, asked, options, call })
    : undefined;
  if (summary) return summary;
  const { answer, best } = await answerByWords({ library, asked, options, call });
  const outline =
    answer.answer &&
    best &&
    asksForOutline(asked.text) &&
    namesOnly(asked.text, answer.answer.document.title, best)
      ? await outlineOf(answer.answer.document.id, library.store)
      : undefined;
  return outline ?? answer;
}

interface ByWords {
  answer: LibraryAnswer;
  /** The terms of the first part that is answered, and the language of its text. */
  best?: { terms: Terms; language: Language };
}

async function answerByWords({ library, asked, options, call }: Asking): Promise<ByWords> {
  let best: ByWords['best'];
  const answer = await wholeAnswer(
    asked.text,
    options,
    async (part, borrowed) => {
      const found = await withoutGuideIfPossible({ library, asked, options, call }, part, borrowed);
      if (found.features) call.onMeasured?.(found.features);
      if (found.answer && found.best) best ??= { terms: found.terms, language: found.best.language };
      return found;
    },
    ({ hit: { meta, keyword, passage } }, text, rank) =>
      toSearchHit({ meta, hit: keyword, rank }, passage, text, false, library.languages.of(meta.language)),
    library.live.index.languages,
  );
  return { answer, ...(best && { best }) };
}

/** `Summarise it` after other questions means what they were about. */
const POINTS_BACK = /\b(?:it|this|that)\b/i;

/** Tells whether the question continues an earlier one. After a refused one there is nothing to continue. */
async function goesOn({ library, asked, options, call }: Asking): Promise<boolean> {
  const previous = options.previous ?? [];
  const last = previous.at(-1);
  if (last === undefined || !POINTS_BACK.test(asked.text)) return false;
  const { onMeasured: _, ...quiet } = call;
  const before = { ...options, previous: previous.slice(0, -1) };
  const { answer } = await answerByWords({
    ...{ library, options: before, call: quiet },
    asked: { ...asked, ...parseQuery(last) },
  });
  return answer.answer !== null;
}

async function summaryFor(asking: Asking): Promise<LibraryAnswer | undefined> {
  const { library, asked, options } = asking;
  const { live, store, languages } = library;
  if (await goesOn(asking)) return undefined;
  const guide = isGuideNamed(asked, options) || isGuideAlone(live, options) ? 'with' : 'without';
  const accept = bounded(filterOf(asked, searchOptions(options)), options, guide);
  const hits = live.index.newest(SUMMED_UP, accept);
  const metas = await store.metasOf(hits.map(({ document }) => idOfKey(document)));
  const only = metas.length === 1 && asksForOutline(asked.text) ? metas[0] : undefined;
  const outline = only && (await outlineOf(only.id, store));
  if (outline) return outline;
  const hitOf = new Map(hits.map((hit) => [idOfKey(hit.document), hit]));
  const about = (meta: DocumentMeta): Promise<Found> => {
    const find = (): Promise<FoundStretch<FoundBy>[]> =>
      stretchesAround([hitOf.get(meta.id)!], store, languages);
    const corpus = { ...corpusOf(library, asked, options, 'with'), find };
    return answerOne(corpus, `What is ${meta.title} about?`, undefined, 0);
  };
  return summaryOf(metas, about, live.index.count(accept));
}

interface Asking {
  library: AnsweringLibrary;
  asked: Question;
  options: AnswerOptions;
  call: AnswerCall;
}

async function withoutGuideIfPossible(
  { library, asked, options, call }: Asking,
  question: string,
  borrowed: string | undefined,
): Promise<Found> {
  const from = (guide: 'with' | 'without' | 'only'): Promise<Found> =>
    answerOne({ ...corpusOf(library, asked, options, guide), nearTo: call.nearTo }, question, borrowed);
  const counts = library.live.index.countBySource();
  if (isGuideNamed(asked, options) || isGuideAlone(library.live, options) || !counts.has(GUIDE_SOURCE))
    return from('with');
  const own = await from('without');
  const isAsked = (is: (text: string) => boolean): boolean =>
    is(question) || (borrowed !== undefined && is(borrowed));
  const isLikely = isAsked(mayBeAboutGuide);
  if (!isLikely && !isAsked(couldBeAboutGuide)) return own;
  const guide = await from('only');
  const above = isAsked(isAboutGuide) ? -GUIDE.near : GUIDE.above;
  const least = Math.max(own.confidence + above, isLikely ? 0 : GUIDE.sure);
  return guide.answer && guide.confidence >= least ? guide : own;
}

function isGuideNamed({ sources: inQuery }: Question, { source, sources, within }: AnswerOptions): boolean {
  // A person put the guide into the collection.
  return (
    within !== undefined ||
    source === GUIDE_SOURCE ||
    sources?.includes(GUIDE_SOURCE) === true ||
    inQuery.length > 0
  );
}

/** Tells whether no documents of the user may answer. */
function isGuideAlone({ index }: LiveIndex, { attached = [] }: AnswerOptions): boolean {
  const isOwn = (name: string): boolean =>
    name === ATTACHED_SOURCE ? attached.length > 0 : name !== GUIDE_SOURCE;
  return [...index.countBySource()].every(([name, { documents }]) => documents === 0 || !isOwn(name));
}

/**
 * Returns the documents that may answer: those that match the question and the options, without the guide unless it
 * is asked for.
 */
export function filterForAnswers(
  { live }: AnsweringLibrary,
  asked: Question,
  options: AnswerOptions,
): DocumentFilter {
  const isWithGuide = isGuideNamed(asked, options) || isGuideAlone(live, options) || isAboutGuide(asked.text);
  return bounded(filterOf(asked, searchOptions(options)), options, isWithGuide ? 'with' : 'without');
}

/** Returns the best-matching block around one passage, however few of the question's words it contains. */
export function answerAt(library: AnsweringLibrary, asked: Question, hit: KeywordHit): Promise<Found> {
  const corpus = corpusOf(library, asked, {}, 'with');
  const find = (): Promise<FoundStretch<FoundBy>[]> =>
    stretchesAround([hit], library.store, library.languages, true);
  return answerOne({ ...corpus, find }, asked.text, undefined, 0);
}

function corpusOf(
  { live, languages, store }: AnsweringLibrary,
  asked: Question,
  options: AnswerOptions,
  guide: 'with' | 'without' | 'only',
): AnswerCorpus<FoundBy> {
  const { index } = live;
  const { vocabulary } = index;
  const accept = bounded(filterOf(asked, searchOptions(options)), options, guide);
  return {
    languages: asked.languages,
    counts: {
      passages: vocabulary.passages,
      frequencyOf: (term) => vocabulary.frequencyOf(term),
      compoundsOf: (word) => vocabulary.near(compoundsWith, [word]),
    },
    read: (terms) => terms.map((term) => readTerm(term, vocabulary)),
    find: async (terms: Terms) => {
      const search = { scored: terms.scored, explain: false, accept };
      const hits = index.search('', { ...search, limit: LOOKED_AT.passages, passages: true });
      const found = new Set(hits.map(({ document }) => document));
      // A few documents may match so often that they leave no room for others.
      const others =
        hits.length === LOOKED_AT.passages && found.size < LOOKED_AT.leastDocuments
          ? index
              .search('', { ...search, limit: LOOKED_AT.leastDocuments, passages: false })
              .filter(({ document }) => !found.has(document))
          : [];
      return stretchesAround([...hits, ...others], store, languages);
    },
  };
}

function searchOptions({
  source,
  sources,
  within,
  members,
  documents = [],
  attached = [],
}: AnswerOptions & Limited): SearchOptions & Limited {
  return {
    ...(source !== undefined && { source }),
    ...(within && { within }),
    ...(members && { members }),
    ...(sources && { sources }),
    attached: [...documents, ...attached],
  };
}

function bounded(
  filter: DocumentFilter,
  { documents }: AnswerOptions,
  guide: 'with' | 'without' | 'only',
): DocumentFilter {
  const wanted = documents && new Set(documents);
  return (segment) => {
    const passes = filter(segment);
    const guideAt = segment.sources.indexOf(GUIDE_SOURCE);
    return (document) => {
      if (!passes(document)) return false;
      if (guide !== 'with' && (segment.sourceOf[document] === guideAt) !== (guide === 'only')) return false;
      return !wanted || wanted.has(idOfKey(segment.documents.at(document)!));
    };
  };
}
