// Answers composed of blocks of the documents. Shared by the library, site indexes, the chat, the widget and the page
// API.
import type { Within } from './collection.ts';
import type { SearchHit } from './document.ts';

/**
 * Kind of an answer. It decides how the answer is drawn.
 * - `text`: one or a few sentences. `definition`: the sentence that defines a term.
 * - `steps`: an ordered procedure. `list`: any other list, or some of its items.
 * - `table`: the head of a table with the matching rows, all cells included. `code`: a code block or command.
 * - `tool`, `greeting`: set by the caller when it recognises a question for a tool or a greeting. The library never
 *   returns them.
 * - `none`: nothing in the library answers. `answer` is then null, and `near` holds the closest match.
 */
export type AnswerKind =
  'text' | 'steps' | 'list' | 'table' | 'code' | 'definition' | 'tool' | 'greeting' | 'none';

export interface AnswerDocument {
  id: string;
  title: string;
  source: string;
  /** Its file name or address in its source. Absent for a page of a site index. */
  source_id?: string;
}

export interface AnswerRange {
  start: number;
  end: number;
}

/**
 * A self-contained part of the answer's section, as written in the body. It consists of whole blocks: rows, items,
 * sentences and code fences are never split.
 */
export interface AnswerSection {
  /** `body.slice(start, end)`. Render it, and mark the answer's range in it. */
  markdown: string;
  start: number;
  end: number;
  /** Ranges of the answer in `markdown`, when it is assembled from separate rows. */
  marks?: AnswerRange[];
  /** False when the section continues before or after this part. *Show more* then opens the document here. */
  complete: boolean;
  /** Set when the document is plain text: its line breaks count. */
  plain?: true;
}

/** Number of table rows that match a counting question. */
export interface AnswerCount {
  rows: number;
  /** Number of rows in the table. */
  of: number;
}

/** The block that answers the question. Ranges are offsets in the document's body. */
export interface AnswerBlock {
  /**
   * The complete answer as plain text. Cells of a row are separated by ` | `. With `count`, the first line states the
   * number of rows.
   */
  text: string;
  /** The complete answer as Markdown: tables keep their head, code blocks their fence, steps their numbers. */
  markdown: string;
  document: AnswerDocument;
  /** Titles of the enclosing sections, outermost first, joined by `HEADING_SEPARATOR`; '' if there are none. */
  heading: string;
  /** Page of the file, from 1. */
  page?: number;
  /** True when the text was recognised by OCR. */
  recognised?: true;
  /** Range of the answer. In a table it spans the matching rows, which may lie below the head. */
  start: number;
  end: number;
  /** The sentence, item or rows that answer, when the block contains more than them. */
  mark?: AnswerRange;
  /** Narrower ranges where known, in order: the requested cells, or each of several rows or sentences. */
  marks?: AnswerRange[];
  /** Index of the passage in which the answer begins, for links into the document. */
  chunk?: number;
  /** Address of the document or section, if it has one. */
  url?: string;
  /** Total for a question that counts table rows, even when fewer rows are shown. */
  count?: AnswerCount;
  section: AnswerSection;
}

export function countText({ rows, of }: AnswerCount): string {
  return `${rows} of ${of} ${of === 1 ? 'row' : 'rows'}`;
}

/** Returns the ranges of the answer in the section's Markdown. */
export function marksIn(
  { start, end, mark = { start, end }, marks }: Pick<AnswerBlock, 'start' | 'end' | 'mark' | 'marks'>,
  section: AnswerSection,
): AnswerRange[] {
  const from = section.start;
  return section.marks ?? (marks ?? [mark]).map((one) => ({ start: one.start - from, end: one.end - from }));
}

/** One of several questions asked at once. */
export interface AnswerPart {
  question: string;
  kind: AnswerKind;
  answer: AnswerBlock | null;
  confidence: number;
}

/** The closest match below the confidence floor, with a suggestion for rephrasing. */
export interface NearAnswer {
  passages: SearchHit[];
  /** Content words of the question that occur in no document. */
  missing: string[];
  /** A rephrased question, or keywords, that do find something. Absent when there is none. */
  ask?: string;
  /** Languages of the documents (ISO 639-1), if the question is in another one. */
  languages?: string[];
}

export interface LibraryAnswer {
  kind: AnswerKind;
  answer: AnswerBlock | null;
  /** Probability that the block answers the question, 0 to 1. Absolute: it compares across questions and libraries. */
  confidence: number;
  /**
   * Other relevant places, best first, at most one per document and none from the answer's document. Empty for
   * `none`.
   */
  passages: SearchHit[];
  /** Parts of a compound question, in order. `answer` is then that of the first part that has one. */
  parts?: AnswerPart[];
  /** Only with kind `none`. */
  near?: NearAnswer;
  /** The question that was answered, if the one asked was completed from `previous`. */
  asked?: string;
  /** The parts are an outline of one document: how it and its sections begin. `of` counts all of its sections. */
  outline?: { shown: number; of: number };
  /** Says what all documents are about: how many there are. */
  total?: number;
  /** Of more documents, only so many of the newest are summarized. */
  newest?: number;
  /** The tool that answers, set by the caller. */
  tool?: { name: string; arguments?: Record<string, unknown>; result?: unknown };
}

export interface AnswerOptions {
  /** Maximum number of passages. Default 3. */
  limit?: number;
  source?: string;
  /** Only documents of these sources; with `source`, both must match. */
  sources?: readonly string[];
  /** Only documents in these collections. */
  within?: Within;
  /** Only these documents. */
  documents?: readonly string[];
  /** Documents attached to the chat. They are searched along with the others. */
  attached?: readonly string[];
  /** Earlier questions of this conversation, oldest first. They complete questions such as “and on Windows?”. */
  previous?: readonly string[];
}

/** Lowest confidence of an answer. Calibrated by bench/answers.mjs. */
export const ANSWER_FLOOR = 0.5;

/** Search hits below this relevance are noise. */
export const RELEVANCE_FLOOR = 0.15;

/** The source of the product's own guide. */
export const GUIDE_SOURCE = 'guide';
