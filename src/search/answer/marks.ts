// Determines what is marked in an answer: the sentences, items and cells that answer, which are less than what is
// shown.
import type { Language } from '../language.ts';
import { askedCells, columnsNamed, type TableQuestion } from './asked-cells.ts';
import { asksForRows, namedCell } from './part-fits.ts';
import type { ParsedQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import type { Range } from './structure.ts';
import { matchTerms, type Terms } from './terms.ts';
import { cellRanges } from '../../core/table-cells.ts';

/** Facts about a question's words. */
export interface Words {
  terms: Terms;
  language: Language;
}

/** Sentences with a rank this close to the best one answer as well. */
const NEARLY = 0.05;
/** From this coverage on the heading asks the question, and everything below it answers. */
const ASKING = 0.8;

/**
 * Returns the sentences or items in `range` that answer, including the best one; undefined when the whole range
 * answers.
 */
export function markedParts(ranked: readonly Candidate[], range: Range): Range[] | undefined {
  const best = ranked[0]!;
  const { atom, stretch, features, isNamed } = best;
  const isAsked = features.headed >= ASKING && features.about >= ASKING;
  if (!isNamed || isAsked || (atom.kind !== 'sentence' && atom.kind !== 'item')) return undefined;
  if (atom.start < range.start || atom.end > range.end) return undefined;
  const near = ranked.filter(
    (one) =>
      one.stretch === stretch &&
      one.atom.piece === atom.piece &&
      one.isNamed &&
      one.rank >= best.rank - NEARLY &&
      one.atom.start >= range.start &&
      one.atom.end <= range.end,
  );
  return near.map(({ atom: { start, end } }) => ({ start, end })).sort((a, b) => a.start - b.start);
}

export function tableQuestion(question: ParsedQuestion, { terms, language }: Words): TableQuestion {
  return {
    question,
    weightIn: (cell) => {
      const found = new Map<number, number>();
      for (const { term, certainty } of matchTerms(cell, terms, language))
        found.set(term, Math.max(found.get(term) ?? 0, certainty * terms.list[term]!.weight));
      return [...found.values()].reduce((sum, weight) => sum + weight, 0);
    },
  };
}

/** Returns for each row the requested cells, otherwise the cell with the requested value, otherwise the row. */
export function markedCells(
  text: string,
  head: string,
  rows: readonly Range[],
  asked: TableQuestion,
  { terms, language }: Words,
): Range[] {
  return rows.flatMap((row) => {
    const words = text.slice(row.start, row.end);
    const cells = askedCells(head, words, asked);
    if (cells.length > 0) return cells.map((cell) => moved(cell, row.start));
    if (!asksForRows(asked.question)) return [row];
    const named = namedCell(words, { start: 0, end: words.length }, matchTerms(words, terms, language));
    return named > 0 ? [moved(cellRanges(words)[named]!, row.start)] : [row];
  });
}

/** Returns the cells of the requested column in all rows; undefined when the question names none. */
export function markedColumn(
  text: string,
  head: string,
  rows: readonly Range[],
  asked: TableQuestion,
): Range[] | undefined {
  const columns = columnsNamed(head, asked);
  if (columns.length === 0) return undefined;
  return rows.flatMap((row) => {
    const cells = cellRanges(text.slice(row.start, row.end));
    return columns.flatMap((column) => {
      const cell = cells[column];
      return cell && cell.end > cell.start ? [moved(cell, row.start)] : [];
    });
  });
}

function moved({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}
