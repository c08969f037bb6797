// Combines the results of all parts of a question into one answer, for both a library and a site index.
import type {
  AnswerBlock,
  AnswerOptions,
  AnswerPart,
  AnswerRange,
  LibraryAnswer,
} from '../../core/answer.ts';
import { ANSWER_FLOOR } from '../../core/answer.ts';
import type { SearchHit } from '../../core/document.ts';
import { type FoundAnswer, type FoundStretch, questionsIn } from './answer.ts';
import { otherLanguages } from './other-language.ts';
import { otherWayToAsk } from './other-way.ts';
import { readQuestion } from './question.ts';

/** Number of further documents beside an answer, or listed as near without one, and the confidence they need. */
const OTHERS = { default: 3, most: 100, beside: ANSWER_FLOOR / 2, near: 0.04 } as const;

/**
 * @param toHit creates the list entry of a stretch; `rank` counts from 1, the answer being the first
 * @param spoken codes of the documents' languages, where known
 */
export async function wholeAnswer<Hit>(
  question: string,
  options: AnswerOptions,
  find: (question: string, borrowed: string | undefined) => Promise<FoundAnswer<Hit>>,
  toHit: (stretch: FoundStretch<Hit>, question: string, rank: number) => SearchHit,
  spoken: readonly string[] = [],
): Promise<LibraryAnswer> {
  const questions = questionsIn(question, options.previous);
  const found: FoundAnswer<Hit>[] = [];
  for (const { question: part, borrowed } of questions) found.push(await find(part, borrowed));
  const main = found.find(({ answer }) => answer !== null) ?? found[0];
  if (!main)
    return { kind: 'none', answer: null, confidence: 0, passages: [], near: { passages: [], missing: [] } };
  const { text } = readQuestion(question);
  const hits = othersOf(found, options.limit).map(({ found: stretch, confidence }, i) => ({
    ...toHit(stretch, text, i + 2),
    relevance: confidence,
  }));
  const parts = together(
    found.map(({ question: part, kind, answer, confidence }) => ({
      question: part,
      kind,
      answer,
      confidence,
    })),
  );
  const full = questions[0]?.full;
  const languages = main.answer ? [] : otherLanguages(text, spoken);
  const first = parts.find(({ answer }) => answer !== null) ?? main;
  return {
    kind: first.kind,
    answer: first.answer,
    confidence: first.confidence,
    passages: main.answer ? hits : [],
    ...(parts.length > 1 && { parts }),
    ...(!main.answer && {
      near: { passages: hits, ...otherWayToAsk(main.terms), ...(languages.length > 0 && { languages }) },
    }),
    ...(full !== undefined && { asked: full }),
  };
}

/** Merges parts that are answered by the same block: it is shown once, with the answer to each marked. */
function together(parts: readonly AnswerPart[]): AnswerPart[] {
  const joined: AnswerPart[] = [];
  for (const part of parts) {
    const at = joined.findIndex((one) => shows(one.answer, part.answer) || shows(part.answer, one.answer));
    const other = joined[at];
    if (!other?.answer || !part.answer) {
      joined.push(part);
      continue;
    }
    const [outer, inner] = shows(other.answer, part.answer) ? [other, part.answer] : [part, other.answer];
    const marks = [...marksOf(outer.answer!), ...marksOf(inner)].sort((a, b) => a.start - b.start);
    joined[at] = {
      ...outer,
      question: `${other.question} ${part.question}`,
      answer: { ...outer.answer!, marks: withoutContained(marks) },
      confidence: Math.max(other.confidence, part.confidence),
    };
  }
  return joined;
}

/** Tells whether one block contains everything that the other marks. */
function shows(outer: AnswerBlock | null, inner: AnswerBlock | null): boolean {
  if (!outer || !inner || outer.document.id !== inner.document.id) return false;
  // For a long table each shows its own rows.
  if (outer.section.marks || inner.section.marks) return false;
  return [inner, ...marksOf(inner)].every(({ start, end }) => start >= outer.start && end <= outer.end);
}

function marksOf({ marks, mark, start, end }: AnswerBlock): readonly AnswerRange[] {
  return marks ?? [mark ?? { start, end }];
}

function withoutContained(ranges: readonly AnswerRange[]): AnswerRange[] {
  const isIn = (one: AnswerRange, other: AnswerRange): boolean =>
    one.start >= other.start && one.end <= other.end;
  return ranges.filter(
    (one, i) => !ranges.some((other, j) => i !== j && isIn(one, other) && (!isIn(other, one) || j < i)),
  );
}

function othersOf<Hit>(
  found: readonly FoundAnswer<Hit>[],
  limit: number = OTHERS.default,
): FoundAnswer<Hit>['others'] {
  const shown = new Set(found.flatMap(({ answer }) => answer?.document.id ?? []));
  const least = shown.size > 0 ? OTHERS.beside : OTHERS.near;
  const others: FoundAnswer<Hit>['others'] = [];
  const most = Number.isFinite(limit)
    ? Math.min(OTHERS.most, Math.max(0, Math.floor(limit)))
    : OTHERS.default;
  for (const other of found.flatMap((one) => one.others).sort((a, b) => b.confidence - a.confidence)) {
    const { id } = other.found.document;
    if (others.length === most || other.confidence < least || shown.has(id)) continue;
    shown.add(id);
    others.push(other);
  }
  return others;
}
