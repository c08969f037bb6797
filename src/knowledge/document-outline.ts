// Outlines a document without a model: how it begins, and how each of its main sections begins.
import type { AnswerBlock, AnswerPart, LibraryAnswer } from '../core/answer.ts';
import { type Chunk, CONTENT_TYPES, type DocumentMeta, HEADING_SEPARATOR } from '../core/document.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import { sentenceRanges } from '../search/answer/atoms.ts';
import { plainBlock } from '../search/answer/plain-block.ts';
import { type Section, sectionsOf, type Stretch } from '../search/answer/sections.ts';
import type { Piece, Range } from '../search/answer/structure.ts';
import { joined } from './answer-stretches.ts';

/** Passages to read, and sections to show: a book has more, and its document page lists them. */
const MOST = { passages: 400, sections: 12 } as const;
/** With fewer sections, the document is short enough to be opened. */
const LEAST_SECTIONS = 3;
/** Characters of the opening and of each section; rows of a table and items of a list. */
const SHOWN = { opening: 400, section: 220, rows: 2, items: 3 } as const;
const CONFIDENCE = 0.75;
/** Headings of sections that sum up the document better than its opening. */
const SUMS_UP =
  /^[\d.\s]*(?:abstract|(?:executive )?summary|at a glance|tl;?dr|in short|zusammenfassung|überblick|résumé|resumen)$/i;

type Passages = Pick<DocumentStore, 'metasOf' | 'passages'>;

/** @returns undefined if the document has too few sections */
export async function outlineOf(id: string, store: Passages): Promise<LibraryAnswer | undefined> {
  const [meta] = await store.metasOf([id]);
  if (!meta) return undefined;
  const count = Math.min(meta.chunks, MOST.passages);
  const keys = Array.from({ length: count }, (_, i): [string, number] => [id, i]);
  const passages = (await store.passages(keys)).filter((passage) => passage !== undefined);
  if (passages.length === 0) return undefined;
  const stretch: Stretch = {
    ...joined(passages, meta),
    isMarkdown: meta.content_type === CONTENT_TYPES.markdown,
    passages,
  };
  const all = sectionsOf(stretch);
  const { sections, opening } = mainSections(all);
  if (sections.length < LEAST_SECTIONS) return undefined;
  const shown = sections.slice(0, MOST.sections);
  const parts = [
    ...(opening ? [partOf(meta.title, opening, SHOWN.opening)] : []),
    ...shown.map((section) => partOf(section.path.at(-1)!, withText(section, all), SHOWN.section)),
  ].flatMap(({ question, section, range }): AnswerPart[] =>
    section && range
      ? [
          {
            question,
            kind: 'text',
            answer: blockOf(meta, stretch, passages, section, range),
            confidence: CONFIDENCE,
          },
        ]
      : [],
  );
  const [first] = parts;
  if (!first) return undefined;
  return {
    ...{ kind: first.kind, answer: first.answer, confidence: CONFIDENCE, passages: [], parts },
    outline: { shown: shown.length, of: sections.length },
  };

  function partOf(
    question: string,
    section: Section | undefined,
    most: number,
  ): { question: string; section: Section | undefined; range: Range | undefined } {
    return { question, section, range: section && beginningOf(stretch, section.pieces, most) };
  }
}

/** Returns the sections of the first level that has several, and the text above them. */
function mainSections(all: readonly Section[]): { sections: Section[]; opening: Section | undefined } {
  const headed = all.filter(({ heading }) => heading?.kind === 'heading');
  const deepest = Math.max(0, ...headed.map(({ path }) => path.length));
  for (let depth = 1; depth <= deepest; depth++) {
    const sections = headed.filter(({ path }) => path.length === depth);
    if (sections.length < 2) continue;
    const summary = sections.find(({ path }) => SUMS_UP.test(path.at(-1)!));
    const before = all.find(({ pieces, start }) => pieces.length > 0 && start < sections[0]!.start);
    const opening = summary ?? before;
    return { sections: sections.filter((section) => section !== opening), opening };
  }
  return { sections: [], opening: undefined };
}

/** Returns the section, or the first one below it with a text of its own. */
function withText(section: Section, all: readonly Section[]): Section | undefined {
  const next = all.slice(all.indexOf(section));
  const end = next.findIndex((one, i) => i > 0 && one.path.length <= section.path.length);
  return next.slice(0, end < 0 ? undefined : end).find(({ pieces }) => pieces.length > 0);
}

/** Returns whole sentences, items or rows from the start of a section. */
function beginningOf({ text }: Stretch, pieces: readonly Piece[], most: number): Range | undefined {
  const first = pieces.find(({ kind }) => kind !== 'code') ?? pieces[0];
  if (!first) return undefined;
  const next = pieces[pieces.indexOf(first) + 1];
  const isLead = first.kind === 'paragraph' && /:\s*$/.test(text.slice(first.start, first.end));
  const end = isLead && next ? endWithin(text, next, most) : endWithin(text, first, most);
  return { start: first.start, end };
}

function endWithin(text: string, piece: Piece, most: number): number {
  const parts =
    piece.kind === 'paragraph'
      ? sentenceRanges(text, piece)
      : piece.kind === 'list'
        ? piece.items.slice(0, SHOWN.items)
        : piece.kind === 'table'
          ? piece.rows.slice(0, SHOWN.rows)
          : [];
  const isFitting = ({ end }: Range): boolean => piece.kind === 'table' || end - piece.start <= most;
  return (parts.findLast(isFitting) ?? parts[0] ?? piece).end;
}

function blockOf(
  { id, title, source, source_id, source_url }: DocumentMeta,
  { text, offset, isMarkdown }: Stretch,
  passages: readonly Chunk[],
  { path }: Section,
  range: Range,
): AnswerBlock {
  const markdown = text.slice(range.start, range.end);
  const [start, end] = [range.start + offset, range.end + offset];
  const passage = passages.findLast((one) => one.start <= start) ?? passages[0]!;
  return {
    ...{ text: plainBlock(markdown, isMarkdown), markdown, start, end, marks: [] },
    document: { id, title, source, source_id },
    heading: path.join(HEADING_SEPARATOR),
    chunk: passage.index,
    ...(passage.page !== undefined && { page: passage.page }),
    ...(passage.recognised && { recognised: true as const }),
    ...(source_url !== undefined && { url: source_url }),
    section: { start, end, markdown, complete: false },
  };
}
