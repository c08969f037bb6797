// Computes figures over many documents: when and from where they were added, and the largest. Pure.
import { groupBy } from '../../../base/group-by.ts';
import type { DocumentMeta } from '../../../core/document.ts';

export interface SourceFigures {
  source: string;
  documents: number;
  passages: number;
  /** Characters. */
  size: number;
}

export interface DocumentFigures {
  documents: number;
  passages: number;
  size: number;
  /** Most documents first. */
  sources: SourceFigures[];
  /**
   * Documents of each source by month of their last change, `2026-11`, oldest first; empty months are included with
   * 0.
   */
  months: { month: string; source: string; documents: number }[];
  /** Documents before those months. */
  earlier: number;
  /** By their characters. */
  largest: Document[];
}

type Document = Pick<
  DocumentMeta,
  'id' | 'title' | 'source' | 'source_id' | 'updated_at' | 'chunks' | 'size'
>;

/** Of a longer period, only the end is kept: as many bars as fit on a screen. */
const MOST_MONTHS = 12;
/** Sources shown separately; the others are merged. */
const MOST_SOURCES = 12;
const LARGEST = 5;

/** @param others label for the merged smaller sources */
export function summariseDocuments(all: readonly Document[], others = 'other sources'): DocumentFigures {
  const bySource = groupBy(all, ({ source }) => source);
  const sources = [...bySource]
    .map(([source, own]) => ({ source, ...figuresOf(own) }))
    .sort((a, b) => b.documents - a.documents || (a.source < b.source ? -1 : 1));
  const names = sources.map(({ source }) => source);
  const months = monthsOf(all, names, others);
  const first = months[0]?.month ?? '';
  return {
    ...figuresOf(all),
    sources,
    months,
    earlier: all.filter(({ updated_at }) => updated_at.slice(0, 7) < first).length,
    largest: [...all].sort((a, b) => b.size - a.size).slice(0, LARGEST),
  };
}

function figuresOf(documents: readonly Document[]): Omit<SourceFigures, 'source'> {
  return {
    documents: documents.length,
    passages: documents.reduce((sum, { chunks }) => sum + chunks, 0),
    size: documents.reduce((sum, { size }) => sum + size, 0),
  };
}

function monthsOf(
  all: readonly Document[],
  sources: readonly string[],
  others: string,
): DocumentFigures['months'] {
  const told = new Set(sources.slice(0, sources.length > MOST_SOURCES ? MOST_SOURCES - 1 : MOST_SOURCES));
  const [largest] = sources;
  const dated = all.filter(({ updated_at }) => /^\d{4}-\d{2}/.test(updated_at));
  const byMonth = groupBy(dated, ({ updated_at }) => updated_at.slice(0, 7));
  const found = [...byMonth.keys()].sort();
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined || largest === undefined) return [];
  return monthsUpTo(first, last).flatMap((month) => {
    const own = groupBy(byMonth.get(month) ?? [], ({ source }) => (told.has(source) ? source : others));
    if (own.size === 0) return [{ month, source: largest, documents: 0 }];
    return [...own].map(([source, documents]) => ({ month, source, documents: documents.length }));
  });
}

function monthsUpTo(first: string, last: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 0] = last.split('-').map(Number);
  for (let name = last; name >= first && months.length < MOST_MONTHS;) {
    months.unshift(name);
    month -= 1;
    if (month < 1) [year, month] = [year - 1, 12];
    name = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  }
  return months;
}
