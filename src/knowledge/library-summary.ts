// Answers `What is this about?`: for each document, the part that says what it is about.
import type { AnswerPart, LibraryAnswer } from '../core/answer.ts';
import type { DocumentMeta } from '../core/document.ts';
import type { FoundAnswer } from '../search/answer/answer.ts';
import { plainBlock } from '../search/answer/plain-block.ts';
import { piecesOf } from '../search/answer/structure.ts';
import type { FoundBy } from './answer-stretches.ts';

/** More documents would hide each other; the library lists them. */
export const SUMMED_UP = 6;

type Found = FoundAnswer<FoundBy>;

/**
 * @param metas of the documents, in their order
 * @param about answers a question from one document
 * @param isNewest there are more documents
 * @returns undefined without an answer
 */
export async function summaryOf(
  metas: readonly DocumentMeta[],
  about: (meta: DocumentMeta) => Promise<Found>,
  isNewest: boolean,
): Promise<LibraryAnswer | undefined> {
  const found = await Promise.all(metas.map(async (meta) => ({ meta, found: await about(meta) })));
  const parts = found.flatMap(({ meta, found: one }): AnswerPart[] =>
    one.answer ? [{ ...briefly(one, metas.length > 1), question: meta.title }] : [],
  );
  const [first] = parts;
  if (!first?.answer) return undefined;
  return {
    kind: first.kind,
    answer: first.answer,
    confidence: first.confidence,
    passages: [],
    ...(parts.length > 1 && { parts }),
    ...(isNewest && { asked: `What are the newest ${metas.length} documents about?` }),
  };
}

const CONFIDENCE = 0.75;
/** Characters for each of several documents. */
const ENOUGH = 400;

/** Of several documents only the first paragraphs that sum each up are shown. */
function briefly({ kind, answer, question, best }: Found, isOneOfSeveral: boolean): AnswerPart {
  const part = { question, kind, answer, confidence: CONFIDENCE };
  const { mark } = answer ?? {};
  if (!answer || !best || !mark || !isOneOfSeveral || kind === 'table' || kind === 'code') return part;
  const { start } = mark;
  const shown = best.text.slice(start - best.offset, answer.end - best.offset);
  const pieces = piecesOf(shown, best.isMarkdown);
  const next = pieces.findIndex(({ kind }) => kind === 'heading' || kind === 'term');
  const own = next < 0 ? pieces : pieces.slice(0, next);
  const last = own.findLast((piece) => piece.end <= ENOUGH) ?? own[0];
  const end = last ? start + last.end : mark.end;
  const markdown = best.text.slice(start - best.offset, end - best.offset);
  const text = plainBlock(markdown, best.isMarkdown);
  const { marks: _, ...block } = answer;
  return {
    ...part,
    answer: { ...block, start, end, text, markdown, section: { start, end, markdown, complete: false } },
  };
}
