// Answers from the library: which of its passages a question finds, and the text around them.
//
// - The guide steps back: where there are documents of the user's own it answers only what is about Perilune.
import { type AnswerOptions, GUIDE_SOURCE, type LibraryAnswer } from '../core/answer.ts';
import {
  ATTACHED_SOURCE,
  type Chunk,
  CONTENT_TYPES,
  type DocumentMeta,
  type SearchOptions,
} from '../core/document.ts';
import { isAboutGuide, mayBeAboutGuide } from '../search/answer/about-guide.ts';
import {
  type AnswerCorpus,
  answerOne,
  type FoundAnswer,
  type FoundStretch,
} from '../search/answer/answer.ts';
import type { Features } from '../search/answer/rate.ts';
import type { Stretch } from '../search/answer/sections.ts';
import { beginsInTable, lastTableHead, withoutOpenCode } from '../search/answer/structure.ts';
import { wholeAnswer } from '../search/answer/whole-answer.ts';
import type { Terms } from '../search/answer/terms.ts';
import { parseQuery } from '../search/parsed-query.ts';
import type { DocumentFilter, KeywordHit } from '../search/keyword-index.ts';
import { readTerm } from '../search/scored-terms.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import { filterOf, type Question, toSearchHit } from './find.ts';
import type { Languages } from './languages.ts';
import { idOfKey, type LiveIndex } from './live-index.ts';
import type { Nearness } from './nearness.ts';

/**
 * Passages that are looked at, of so many documents, and of one document; around each so many before and after it. Of the
 * best documents the beginning is read, too: there stands what they are about.
 */
const LOOKED_AT = { passages: 24, documents: 10, ofDocument: 4, before: 2, after: 4, openings: 4 } as const;

/**
 * The guide answers what is about Perilune unless other documents do so better by more than the first; and what may be
 * about it, where it is better than they are by the second.
 */
const GUIDE = { near: 0.1, above: 0.3 } as const;

export interface AnsweringLibrary {
  live: LiveIndex;
  languages: Languages;
  store: Pick<DocumentStore, 'metasOf' | 'passages'>;
}

export interface AnswerCall {
  /** A better answer than the one that was given, found by meaning. At most one comes. */
  onBetter?: ((answer: LibraryAnswer) => void) | undefined;
  /** With `onBetter`: none comes any more. */
  onEnd?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Nobody asked: no model is loaded for it. */
  isRehearsal?: boolean | undefined;
  /** Compares by meaning; absent: the words alone decide. */
  nearTo?: Nearness | undefined;
  /** For benchmarks: how the best candidate of each part was measured. */
  onMeasured?: ((features: Features) => void) | undefined;
}

/** What a stretch was found by. */
export interface FoundBy {
  keyword: KeywordHit;
  meta: DocumentMeta;
  passage: Chunk;
}

type Found = FoundAnswer<FoundBy>;

/** @throws Failure `bad_request` as a search does */
export async function answerFromLibrary(
  library: AnsweringLibrary,
  question: string,
  options: AnswerOptions = {},
  call: AnswerCall = {},
): Promise<LibraryAnswer> {
  const { live } = library;
  const asked = { ...parseQuery(question), languages: await library.languages.load(live.index.languages) };
  return wholeAnswer(
    asked.text,
    options,
    async (part, borrowed) => {
      const found = await withoutGuideIfPossible({ library, asked, options, call }, part, borrowed);
      if (found.features) call.onMeasured?.(found.features);
      return found;
    },
    ({ hit: { meta, keyword, passage } }, text, rank) =>
      toSearchHit({ meta, hit: keyword, rank }, passage, text, false, library.languages.of(meta.language)),
  );
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
  if (!isAsked(mayBeAboutGuide)) return own;
  const guide = await from('only');
  const least = isAsked(isAboutGuide) ? own.confidence - GUIDE.near : own.confidence + GUIDE.above;
  return guide.answer && guide.confidence >= least ? guide : own;
}

function isGuideNamed({ sources: inQuery }: Question, { source, sources }: AnswerOptions): boolean {
  return source === GUIDE_SOURCE || sources?.includes(GUIDE_SOURCE) === true || inQuery.length > 0;
}

/** There are no documents of the user's own that may answer. */
function isGuideAlone({ index }: LiveIndex, { attached = [] }: AnswerOptions): boolean {
  const isOwn = (name: string): boolean =>
    name === ATTACHED_SOURCE ? attached.length > 0 : name !== GUIDE_SOURCE;
  return [...index.countBySource()].every(([name, { documents }]) => documents === 0 || !isOwn(name));
}

/** Which documents may answer: those that the question and the options let through, without the guide unless it is asked. */
export function filterForAnswers(
  { live }: AnsweringLibrary,
  asked: Question,
  options: AnswerOptions,
): DocumentFilter {
  const isWithGuide = isGuideNamed(asked, options) || isGuideAlone(live, options) || isAboutGuide(asked.text);
  return bounded(filterOf(asked, searchOptions(options)), options, isWithGuide ? 'with' : 'without');
}

/** The block around one passage that answers best, however little of the question's words it has. */
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
    counts: vocabulary,
    read: (terms) => terms.map((term) => readTerm(term, vocabulary)),
    find: async (terms: Terms) => {
      const hits = index.search('', {
        scored: terms.scored,
        limit: LOOKED_AT.passages,
        passages: true,
        explain: false,
        accept,
      });
      return stretchesAround(hits, store, languages);
    },
  };
}

function searchOptions({ source, sources, documents = [], attached = [] }: AnswerOptions): SearchOptions {
  return {
    ...(source !== undefined && { source }),
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

async function stretchesAround(
  hits: readonly KeywordHit[],
  store: AnsweringLibrary['store'],
  languages: Languages,
  isNarrow = false,
): Promise<FoundStretch<FoundBy>[]> {
  const ofDocument = new Map<string, KeywordHit[]>();
  const scores = new Map<string, number>();
  for (const hit of hits) {
    scores.set(`${idOfKey(hit.document)}/${hit.chunk}`, hit.score);
    const its = ofDocument.get(hit.document);
    if (!its && ofDocument.size === LOOKED_AT.documents) continue;
    if (!its) ofDocument.set(hit.document, [hit]);
    else if (its.length < LOOKED_AT.ofDocument) its.push(hit);
  }
  const windows = [...ofDocument].flatMap(([document, its], i) =>
    windowsOf(idOfKey(document), its, !isNarrow && i < LOOKED_AT.openings, isNarrow),
  );
  const keys = windows.flatMap(({ id, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, i): [string, number] => [id, from + i]),
  );
  const [metas, passages] = await Promise.all([
    store.metasOf([...new Set(windows.map(({ id }) => id))]),
    store.passages(keys),
  ]);
  const metaOf = new Map(metas.map((meta) => [meta.id, meta]));
  let at = 0;
  const read = windows.map((window): ReadWindow => {
    const count = window.to - window.from + 1;
    const its = passages.slice(at, (at += count)).filter((passage) => passage !== undefined);
    return { window, its };
  });
  const whole = isNarrow ? read : await withWholeTable(read, metaOf, store);
  const stretches = whole.flatMap(({ window, its }): FoundStretch<FoundBy>[] => {
    const meta = metaOf.get(window.id);
    const passage = its.find(({ index }) => index === window.best.chunk) ?? its[0];
    if (!meta || !passage) return [];
    return [
      {
        ...joined(its, meta),
        isMarkdown: meta.content_type === CONTENT_TYPES.markdown,
        document: { id: meta.id, title: meta.title, source: meta.source },
        url: meta.source_url,
        language: languages.of(meta.language),
        passages: its.map((one) => ({ ...one, score: scores.get(`${meta.id}/${one.index}`) ?? 0 })),
        share: window.best.score,
        hit: { keyword: window.best, meta, passage },
      },
    ];
  });
  return Promise.all(stretches.map((stretch) => withTableHead(stretch, store)));
}

interface ReadWindow {
  window: Window;
  its: Chunk[];
}

/** A table that fills a document up to so many passages is read whole: any of its rows may be asked for. */
const WHOLE_TABLE = 120;

/** Of the best document that is such a table all passages in one window. */
async function withWholeTable(
  read: readonly ReadWindow[],
  metaOf: ReadonlyMap<string, DocumentMeta>,
  store: AnsweringLibrary['store'],
): Promise<readonly ReadWindow[]> {
  const chunksOf = (id: string): number => metaOf.get(id)?.chunks ?? 0;
  const first = read.findIndex(
    ({ window, its }) =>
      its.length > 1 &&
      its.length < chunksOf(window.id) &&
      chunksOf(window.id) <= WHOLE_TABLE &&
      its.every(({ text }) => LOOKS_LIKE_ROWS.test(text)),
  );
  if (first < 0) return read;
  const { id } = read[first]!.window;
  const to = chunksOf(id) - 1;
  const keys = Array.from({ length: to + 1 }, (_, i): [string, number] => [id, i]);
  const its = (await store.passages(keys)).filter((passage) => passage !== undefined);
  const best = read
    .flatMap(({ window }) => (window.id === id ? window.best : []))
    .reduce((most, hit) => (hit.score > most.score ? hit : most));
  const whole = { window: { id, from: 0, to, best }, its };
  return read.flatMap((one, i) => (i === first ? whole : one.window.id === id ? [] : one));
}

const LOOKS_LIKE_ROWS = /^\s*\|.*\|\s*$/m;

/** How far above a stretch the head of the table is looked for that it begins in: a long one fills many passages. */
const MOST_ABOVE = 60;

async function withTableHead(
  stretch: FoundStretch<FoundBy>,
  store: AnsweringLibrary['store'],
): Promise<FoundStretch<FoundBy>> {
  const first = stretch.passages[0]!.index;
  if (first === 0 || !stretch.isMarkdown || !beginsInTable(stretch.text)) return stretch;
  const from = Math.max(0, first - MOST_ABOVE);
  const keys = Array.from({ length: first - from }, (_, i): [string, number] => [
    stretch.document.id,
    from + i,
  ]);
  const above = (await store.passages(keys)).flatMap((passage) => passage?.text ?? []);
  const tableHead = lastTableHead(above.join('\n'));
  return tableHead === undefined ? stretch : { ...stretch, tableHead };
}

interface Window {
  id: string;
  from: number;
  to: number;
  best: KeywordHit;
}

/** Around each passage; those that touch become one. */
function windowsOf(
  id: string,
  hits: readonly KeywordHit[],
  withOpening: boolean,
  isNarrow: boolean,
): Window[] {
  const windows: Window[] = withOpening ? [{ id, from: 0, to: 1, best: hits[0]! }] : [];
  const inOrder = [...hits].sort((a, b) => a.chunk - b.chunk);
  for (const hit of inOrder) {
    const last = windows.at(-1);
    const from = isNarrow ? hit.chunk : Math.max(0, hit.chunk - LOOKED_AT.before);
    const to = isNarrow ? hit.chunk : hit.chunk + LOOKED_AT.after;
    if (last && from <= last.to + 1) {
      last.to = Math.max(to, last.to);
      if (hit.score >= last.best.score) last.best = hit;
    } else windows.push({ id, from, to, best: hit });
  }
  return windows;
}

/** Neighbouring passages as the text that they were cut from: between them nothing but blanks was left out. */
function joined(
  passages: readonly Chunk[],
  { chunks }: DocumentMeta,
): Pick<Stretch, 'text' | 'offset' | 'heading' | 'atStart' | 'atEnd'> {
  const { start: offset, heading } = passages[0]!;
  let text = '';
  for (const passage of passages) text += '\n'.repeat(passage.start - offset - text.length) + passage.text;
  const atStart = passages[0]!.index === 0;
  const atEnd = passages.at(-1)!.index >= chunks - 1;
  return { text: atStart ? text : withoutOpenCode(text), offset, heading, atStart, atEnd };
}
