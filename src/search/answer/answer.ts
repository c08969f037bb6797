// Answers a question from a library or a site index by words, the same way for both.
//
// - Nothing waits for a model. The answer by words is complete and final; better hits by meaning are reported
//   separately.
// - Time is bounded by limits on the words of the question, the passages, and the text around each of them.
import {
  ANSWER_FLOOR,
  countText,
  type AnswerBlock,
  type AnswerDocument,
  type AnswerKind,
  type AnswerPart,
} from '../../core/answer.ts';
import { HEADING_SEPARATOR } from '../../core/document.ts';
import type { Language } from '../language.ts';
import { bestByMeaning, type Compare, type PlacedPassage } from './by-meaning.ts';
import { confidenceOf } from './calibration.ts';
import { compose } from './compose.ts';
import { doubted, doubtOf, lacksRequested } from './doubts.ts';
import { undoubted, UNDOUBTED, withoutDoubts } from './undoubted.ts';
import type { Read } from './read.ts';
import { extremeRows } from './extreme-rows.ts';
import { type Completed, completed } from './follow-up.ts';
import { questionFirst } from './other-language.ts';
import { plainBlock } from './plain-block.ts';
import { partsOf, readQuestion } from './question.ts';
import type { Features } from './measures.ts';
import { smallness } from './rarity.ts';
import { isStudy } from './records.ts';
import { rowsWithout } from './rows-without.ts';
import { type Candidate, type Dated, rateStretch } from './rate.ts';
import type { Stretch } from './sections.ts';
import type { Range } from './structure.ts';
import { monthsIn } from './time-ranges.ts';
import { variantsIn } from './variants.ts';
import { readTerms, type ReadAll, type Terms, type WordCounts } from './terms.ts';

/** A document named by its title, or nearly, is summarised however little of the question its text contains. */
const OVERVIEW = { from: 0.37, confidence: 0.75 } as const;

/** What is ruled out completely is not allowed, whatever else the question says. */
const RULED_OUT = 0.6;

/** Rows with the most or least of something, or without it, in a table about what is asked for. */
const CHOSEN = 0.8;

export interface FoundPassage {
  index: number;
  start: number;
  end: number;
  heading: readonly string[];
  page?: number | undefined;
  recognised?: true | undefined;
  url?: string | undefined;
  /** Search score relative to the best passage; 0 for a neighbouring passage that was not found itself. */
  score: number;
}

/** A stretch of a document around found passages. */
export interface FoundStretch<Hit> extends Stretch {
  document: AnswerDocument;
  url?: string | undefined;
  language: Language;
  /** Its passages, in order. */
  passages: readonly FoundPassage[];
  /** Score of its best found passage, relative to the best of all. */
  share: number;
  /** The search hit that led to it. */
  hit: Hit;
}

/** The documents to answer from. */
export interface AnswerCorpus<Hit> {
  languages: readonly Language[];
  counts: WordCounts;
  read: ReadAll;
  /** Starts a semantic comparison of a question with passages; absent or undefined: only words decide. */
  nearTo?(question: string): Compare | undefined;
  /** Returns stretches around the passages that match these terms, best first. */
  find(terms: Terms): Promise<readonly FoundStretch<Hit>[]>;
}

export interface FoundAnswer<Hit> extends AnswerPart {
  /** The question with its context. */
  terms: Terms;
  /** The best stretch of each document with its own confidence, best first. */
  others: { found: FoundStretch<Hit>; confidence: number }[];
  /** The best stretch, even below the confidence floor. */
  best?: FoundStretch<Hit>;
  /** The measurements of the best candidate, from which `confidence` was computed. */
  features?: Features;
}

/** @param borrowed words of other questions that complete this one */
export async function answerOne<Hit>(
  corpus: AnswerCorpus<Hit>,
  asked: string,
  borrowed?: string,
  floor = ANSWER_FLOOR,
): Promise<FoundAnswer<Hit>> {
  const own = readQuestion(asked);
  // “And on Windows?” asks for the same as the previous question.
  const isBare = own.intent === 'keywords' && borrowed !== undefined;
  const question = isBare ? { ...readQuestion(borrowed), text: own.text } : own;
  const { counts, read } = corpus;
  const languages = questionFirst(question.text, corpus.languages);
  const terms = await readTerms({
    question: question.text,
    intent: question.intent,
    borrowed,
    languages,
    counts,
    read,
  });
  const none = {
    question: asked,
    kind: 'none' as AnswerKind,
    answer: null,
    confidence: 0,
    terms,
    others: [],
  };
  if (terms.total === 0) return none;
  const compare = corpus.nearTo?.(borrowed === undefined ? asked : `${borrowed.trim()} ${asked}`);
  const found = await corpus.find(terms);
  const byWords: Candidate[] = [];
  const foundOf = new Map<Stretch, FoundStretch<Hit>>();
  const support = supportOf(found);
  const studies = studiesIn(found);
  const dates = datesOf(found, terms);
  const variants = variantsIn(found, terms);
  for (const one of found) {
    foundOf.set(one, one);
    const { language, share, document } = one;
    const rated = {
      stretch: one,
      title: document.title,
      language,
      share,
      support: support.get(document.id) ?? 0,
      isStudy: studies.has(document.id),
      isVariant: variants.has(document.id),
      dated: dates.get(document.id),
    };
    byWords.push(...rateStretch(rated, question, terms, floor > 0));
  }
  if (byWords.length === 0) return none;
  byWords.sort((a, b) => b.rank - a.rank);
  const passageOf = (candidate: Candidate): PlacedPassage | undefined =>
    placedPassage(candidate, foundOf.get(candidate.stretch)!);
  const words = {
    terms,
    language: found[0]!.language,
    titleOf: ({ stretch }: Candidate) => foundOf.get(stretch)!.document.title,
  };
  const chosen = extremeRows(byWords, question, words) ?? rowsWithout(byWords, question, words);
  const near = compare && !chosen ? await bestByMeaning(byWords, passageOf, compare) : byWords;
  const small = smallness(counts.passages);
  const readIn = ({ stretch }: Candidate): Read => {
    const { language, document } = foundOf.get(stretch)!;
    return { question, terms, language, title: document.title, small };
  };
  const isOfElse = (candidate: Candidate): boolean => lacksRequested(candidate, readIn(candidate));
  const doubtAbout = (candidate: Candidate): number => doubtOf(candidate, readIn(candidate));
  const isSure = (candidate: Candidate, from = floor): boolean =>
    confidenceOf(candidate.features, small) >= from;
  const isFitting = ({ features }: Candidate): boolean => question.intent !== 'number' || features.fits > 0;
  const wouldBeRefused =
    near.length > 0 &&
    isSure(near[0]!) &&
    doubted(confidenceOf(near[0]!.features, small), doubtAbout(near[0]!)) < floor;
  const candidates = chosen
    ? [chosen.candidate, ...near]
    : wouldBeRefused
      ? undoubted(near, (one) => isSure(one, UNDOUBTED) && isFitting(one) && doubtAbout(one) === 0)
      : withoutDoubts(near, isOfElse, doubtAbout);
  const best = candidates[0]!;
  // The candidate preferred by meaning may have fewer of the words, but the words decide whether anything answers.
  const from = foundOf.get(best.stretch)!;
  /** It took the place of a doubtful one, whose certainty it does not inherit. */
  const isPreferred = !chosen && best !== near[0];
  const confidence = Math.max(
    doubted(
      isPreferred
        ? confidenceOf(best.features, small)
        : Math.max(confidenceOf(best.features, small), confidenceOf(byWords[0]!.features, small)),
      doubtAbout(best),
    ),
    best.overview >= OVERVIEW.from ? OVERVIEW.confidence : 0,
    best.isRuledOut ? RULED_OUT : 0,
    chosen ? CHOSEN : 0,
  );
  const others = bestOfDocuments(candidates, foundOf, small);
  if (confidence < floor) return { ...none, confidence, others, best: from, features: best.features };
  const composed = compose(candidates, question, { ...words, language: from.language }, chosen);
  const { start, end, mark, marks, count } = composed;
  const { offset, document, passages, url, isMarkdown } = from;
  const inBody = (range: Range): Range => ({ start: range.start + offset, end: range.end + offset });
  const passage = passages.findLast((one) => one.start <= mark.start + offset) ?? passages[0];
  const address = passage?.url ?? url;
  const answer: AnswerBlock = {
    text: `${count ? `${countText(count)}\n` : ''}${plainBlock(composed.markdown, isMarkdown)}`,
    markdown: composed.markdown,
    document,
    heading: best.section.path.join(HEADING_SEPARATOR),
    ...(passage?.page !== undefined && { page: passage.page }),
    ...(passage?.recognised && { recognised: true as const }),
    ...inBody({ start, end }),
    mark: inBody(mark),
    ...(marks && { marks: marks.map(inBody) }),
    ...(count && { count }),
    ...(passage && { chunk: passage.index }),
    ...(address !== undefined && { url: address }),
    section: {
      ...composed.section,
      ...inBody(composed.section),
      ...(!isMarkdown && { plain: true as const }),
    },
  };
  return {
    question: asked,
    kind: composed.kind,
    answer,
    confidence,
    terms,
    others,
    best: from,
    features: best.features,
  };
}

/** Returns the passage in which a candidate begins. */
function placedPassage<Hit>({ atom }: Candidate, found: FoundStretch<Hit>): PlacedPassage | undefined {
  const { document, offset, text, passages } = found;
  const passage = passages.findLast(({ start }) => start <= atom.start + offset) ?? passages[0];
  return (
    passage && {
      key: `${document.id} ${passage.index}`,
      title: document.title,
      heading: passage.heading,
      text: text.slice(passage.start - offset, passage.end - offset),
    }
  );
}

/** Returns the share of all hits in each document, relative to the document with most. */
function supportOf<Hit>(found: readonly FoundStretch<Hit>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { document, passages } of found)
    for (const { score } of passages) sums.set(document.id, (sums.get(document.id) ?? 0) + score);
  const most = Math.max(...sums.values(), Number.MIN_VALUE);
  return new Map([...sums].map(([id, sum]) => [id, sum / most]));
}

/** Returns the documents that are scientific papers. */
function studiesIn<Hit>(found: readonly FoundStretch<Hit>[]): ReadonlySet<string> {
  const headings = new Map<string, string[]>();
  for (const { document, passages } of found)
    headings.set(document.id, [
      ...(headings.get(document.id) ?? []),
      ...passages.flatMap(({ heading }) => heading),
    ]);
  return new Set([...headings].flatMap(([id, its]) => (isStudy(its) ? [id] : [])));
}

/** Characters at the beginning of a document that date it: `Held on 12 May 2026`. */
const DATED = 300;

/** Returns whether each dated document is of the month that the question names; empty if it names none. */
function datesOf<Hit>(found: readonly FoundStretch<Hit>[], { list }: Terms): ReadonlyMap<string, Dated> {
  const asked = list.flatMap(({ calendar, isBorrowed }) =>
    calendar?.cycle === 'month' && !isBorrowed ? [calendar.number] : [],
  );
  const dates = new Map<string, Dated>();
  if (asked.length === 0) return dates;
  for (const { document, atStart, text } of found) {
    if (!atStart) continue;
    const months = monthsIn(`${document.title}\n${text.slice(0, DATED)}`);
    if (months.size > 0) dates.set(document.id, asked.some((month) => months.has(month)) ? 'then' : 'else');
  }
  return dates;
}

function bestOfDocuments<Hit>(
  candidates: readonly Candidate[],
  foundOf: ReadonlyMap<Stretch, FoundStretch<Hit>>,
  small: number,
): FoundAnswer<Hit>['others'] {
  const seen = new Map<string, FoundAnswer<Hit>['others'][number]>();
  for (const { stretch, features } of candidates) {
    const found = foundOf.get(stretch)!;
    if (!seen.has(found.document.id))
      seen.set(found.document.id, { found, confidence: confidenceOf(features, small) });
  }
  return [...seen.values()];
}

/** Returns the parts of a question, each with its context. */
export function questionsIn(question: string, previous: readonly string[] = []): Completed[] {
  const parts = partsOf(readQuestion(question).text);
  return parts.map((part, i) => completed(part, i === 0 ? previous : [...previous, parts[i - 1]!]));
}
