// Answers `What is this about?`: for each document, the part that says what it is about.
import type { AnswerPart, LibraryAnswer } from '../core/answer.ts';
import type { DocumentMeta } from '../core/document.ts';
import type { FoundAnswer } from '../search/answer/answer.ts';
import { plainBlock } from '../search/answer/plain-block.ts';
import type { Stretch } from '../search/answer/sections.ts';
import { piecesOf, type Range } from '../search/answer/structure.ts';
import type { FoundBy } from './answer-stretches.ts';

/** More documents would hide each other; the library lists them. */
export const SUMMED_UP = 6;

type Found = FoundAnswer<FoundBy>;

/**
 * @param metas of the documents, in their order
 * @param about answers a question from one document
 * @param total how many documents there are, of which these are the newest
 * @returns undefined without an answer
 */
export async function summaryOf(
  metas: readonly DocumentMeta[],
  about: (meta: DocumentMeta) => Promise<Found>,
  total: number,
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
    total,
    ...(total > metas.length && {
      asked: `What are the newest ${metas.length} documents about?`,
      newest: metas.length,
    }),
  };
}

const CONFIDENCE = 0.75;
/** Characters for each of several documents. */
const ENOUGH = 400;
/** So many rows are shown as a table. Fewer of a wide one are shown cell by cell, so one is enough. */
const ROWS = 4;

/** Of several documents only the first paragraphs that sum each up are shown, or the first rows. */
function briefly({ kind, answer, question, best }: Found, isOneOfSeveral: boolean): AnswerPart {
  const part = { question, kind, answer, confidence: CONFIDENCE };
  if (!answer || !best || !isOneOfSeveral) return part;
  const from = (kind === 'table' ? answer.start : (answer.mark ?? answer).start) - best.offset;
  const range =
    kind === 'table' ? firstRows(best, from) : firstParagraphs(best, from, answer.end - best.offset);
  if (!range) return part;
  const markdown = best.text.slice(range.start, range.end);
  const [start, end] = [range.start + best.offset, range.end + best.offset];
  const text = plainBlock(markdown, best.isMarkdown);
  const { mark: _, ...block } = answer;
  const { plain } = answer.section;
  const section = { start, end, markdown, complete: false, ...(plain && { plain }) };
  // Nothing in it answers more than the rest.
  return { ...part, answer: { ...block, start, end, text, markdown, marks: [], section } };
}

function firstParagraphs({ text, isMarkdown }: Stretch, start: number, end: number): Range | undefined {
  const pieces = piecesOf(text.slice(start, end), isMarkdown);
  const next = pieces.findIndex(({ kind }) => kind === 'heading' || kind === 'term');
  const own = next < 0 ? pieces : pieces.slice(0, next);
  const last = own.findLast((piece) => piece.end <= ENOUGH) ?? own[0];
  return last && { start, end: start + last.end };
}

/** The head and the first rows of the table at a place. */
function firstRows({ text, isMarkdown }: Stretch, at: number): Range | undefined {
  const table = piecesOf(text, isMarkdown).find(({ start, end }) => start <= at && at < end);
  if (table?.kind !== 'table' || table.head.end === table.head.start) return undefined;
  const last = table.rows[table.rows.length < ROWS ? 0 : ROWS - 1];
  return last && { start: table.start, end: last.end };
}
