// The answer to all parts of a question, from what each part has found: the same for a library and a site index.
import type { AnswerOptions, AnswerPart, LibraryAnswer } from '../../core/answer.ts';
import { ANSWER_FLOOR } from '../../core/answer.ts';
import type { SearchHit } from '../../core/document.ts';
import { type FoundAnswer, type FoundStretch, questionsIn } from './answer.ts';
import { otherWayToAsk } from './other-way.ts';
import { readQuestion } from './question.ts';

/** Documents named beside an answer, or as near where nothing answers; what they must have of a confidence for it. */
const OTHERS = { default: 3, most: 100, beside: ANSWER_FLOOR / 2, near: 0.04 } as const;

/** @param toHit what a list shows of a stretch; `rank` counts from 1, the answer itself being the first */
export async function wholeAnswer<Hit>(
  question: string,
  options: AnswerOptions,
  find: (question: string, borrowed: string | undefined) => Promise<FoundAnswer<Hit>>,
  toHit: (stretch: FoundStretch<Hit>, question: string, rank: number) => SearchHit,
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
  const parts = found.map(({ question: part, kind, answer, confidence }): AnswerPart => ({
    question: part,
    kind,
    answer,
    confidence,
  }));
  const completed = questions[0]?.borrowed;
  return {
    kind: main.kind,
    answer: main.answer,
    confidence: main.confidence,
    passages: main.answer ? hits : [],
    ...(parts.length > 1 && { parts }),
    ...(!main.answer && { near: { passages: hits, ...otherWayToAsk(main.terms) } }),
    ...(completed !== undefined && { asked: `${completed.trim()} ${text}` }),
  };
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
