// An answer made of the documents' own blocks: what the library, a site index, the chat, the widget and the page API share.
import type { Within } from './collection.ts';
import type { SearchHit } from './document.ts';

/**
 * What the answer is, which decides how it is drawn.
 * - `text`: one or a few sentences. `definition`: the sentence that says what something is.
 * - `steps`: an ordered procedure. `list`: another list, or some of its items.
 * - `table`: a table's head with the rows that answer, each with all of its cells. `code`: a code block or command.
 * - `tool`, `greeting`: set by the caller that recognised a tool's question or a greeting; the library never returns them.
 * - `none`: nothing in the library answers. `answer` is null then, and `near` says what comes closest.
 */
export type AnswerKind =
  'text' | 'steps' | 'list' | 'table' | 'code' | 'definition' | 'tool' | 'greeting' | 'none';

export interface AnswerDocument {
  id: string;
  title: string;
  source: string;
}

export interface AnswerRange {
  start: number;
  end: number;
}

/**
 * A part of the answer's section that holds together, as it stands in the body: whole blocks only, never half a row, item,
 * sentence or code fence.
 */
export interface AnswerSection {
  /** `body.slice(start, end)`. Render it, and mark the answer's range in it. */
  markdown: string;
  start: number;
  end: number;
  /** What answers, as ranges of `markdown`, where that is put together from rows that stand apart. */
  marks?: AnswerRange[];
  /** False: the section goes on before or after this part. *Show more* then opens the document at this place. */
  complete: boolean;
}

/** So many rows of a table have what a question counts. */
export interface AnswerCount {
  rows: number;
  /** All rows of the table. */
  of: number;
}

/** The block that answers. Ranges are offsets in the body of the document. */
export interface AnswerBlock {
  /** Plain text, complete; the cells of a row are separated by ` | `. With `count` the first line says how many rows. */
  text: string;
  /** Markdown, complete: a table has its head, a code block its fences, steps their numbers. */
  markdown: string;
  document: AnswerDocument;
  /** Titles of the sections it stands in, outermost first, joined by `HEADING_SEPARATOR`; '' where there is none. */
  heading: string;
  /** The page of the file, from 1. */
  page?: number;
  /** Its text was recognised from a picture. */
  recognised?: true;
  /** What answers. Of a table it spans the matching rows; the head may stand before it. */
  start: number;
  end: number;
  /** The sentence, item or rows in it that answer, where the block is more than them. */
  mark?: AnswerRange;
  /** More closely, where that can be told: the cells that are asked for, each of several rows or sentences. In order. */
  marks?: AnswerRange[];
  /** Index of the passage that the answer begins in, for a link into the document. */
  chunk?: number;
  /** Address of the document or of the section, where it has one. */
  url?: string;
  /** Of a question that counts rows of a table: the number, also where fewer are shown. */
  count?: AnswerCount;
  section: AnswerSection;
}

export function countText({ rows, of }: AnswerCount): string {
  return `${rows} of ${of} ${of === 1 ? 'row' : 'rows'}`;
}

/** What answers, as ranges of the section's Markdown. */
export function marksIn(
  { start, end, mark = { start, end }, marks }: Pick<AnswerBlock, 'start' | 'end' | 'mark' | 'marks'>,
  section: AnswerSection,
): AnswerRange[] {
  const from = section.start;
  return section.marks ?? (marks ?? [mark]).map((one) => ({ start: one.start - from, end: one.end - from }));
}

/** One question of several that were asked at once. */
export interface AnswerPart {
  question: string;
  kind: AnswerKind;
  answer: AnswerBlock | null;
  confidence: number;
}

/** Below the floor: what comes closest, and how to ask instead. */
export interface NearAnswer {
  passages: SearchHit[];
  /** Content words of the question that no document has. */
  missing: string[];
  /** Another way to ask, as a question or keywords that do find something. Absent when there is none. */
  ask?: string;
}

export interface LibraryAnswer {
  kind: AnswerKind;
  answer: AnswerBlock | null;
  /** How likely the block answers the question, 0 to 1. Absolute: it compares across questions and libraries. */
  confidence: number;
  /** Other places worth a look, best first, one a document. The document of the answer is not among them. Empty for `none`. */
  passages: SearchHit[];
  /** With questions of several parts: each by itself, in order. `answer` is then that of the first part that has one. */
  parts?: AnswerPart[];
  /** With kind `none`. */
  near?: NearAnswer;
  /** The question that was answered, where the one asked was completed from `previous`. */
  asked?: string;
  /** A tool that answers, set by the caller. */
  tool?: { name: string; arguments?: Record<string, unknown>; result?: unknown };
}

export interface AnswerOptions {
  /** Passages at most. Default 3. */
  limit?: number;
  source?: string;
  /** Only documents of any of these sources; with `source` of it as well. */
  sources?: readonly string[];
  /** Only documents of these collections. */
  within?: Within;
  /** Only these documents. */
  documents?: readonly string[];
  /** Documents that were attached to the chat: they take part beside the others. */
  attached?: readonly string[];
  /** Questions asked before in this conversation, oldest first: they complete “and on Windows?”. */
  previous?: readonly string[];
}

/** Below this confidence there is no answer. bench/answers.mjs calibrates it. */
export const ANSWER_FLOOR = 0.5;

/** Hits of a search below this relevance are noise. */
export const RELEVANCE_FLOOR = 0.15;

/** The source that holds the product's own guide. */
export const GUIDE_SOURCE = 'guide';
