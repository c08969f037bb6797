// Tables of the library, for tools and scripts. A feature provides them.
import type { Within } from '../collection.ts';
import type { DocumentMeta, StoredDocument } from '../document.ts';
import type { TableAnswer, TableQuestion } from '../table.ts';

declare module '../extensions.ts' {
  interface ExtensionPoints {
    tables: { open(documents: TableDocuments): Promise<Tables> };
  }
}

/** Where tables come from. */
export interface TableDocuments {
  list(options: { limit: number; offset: number }): Promise<{ documents: DocumentMeta[]; total: number }>;
  /** @throws Failure `not_found` */
  open(id: string): Promise<StoredDocument>;
}

/** Tables that may answer: of these sources or documents, in these collections. Absent: all of the library. */
export interface TabularScope {
  sources?: readonly string[];
  documents?: readonly string[];
  within?: Within;
}

export interface ComputeScope extends TabularScope {
  /** Earlier questions, oldest first, which one like `and by month?` changes. */
  previous?: readonly string[];
}

/** A question in words, translated to SQL. */
export interface ComputedQuestion {
  sql: string;
  /** Id of the document whose first table is `data`. */
  document: string;
  title: string;
  /** The document's source, and its name there. */
  source: string;
  source_id: string;
  /** Number of rows in the table. */
  of: number;
  /** The condition on rows, in words: `status is cancelled`. Absent: all rows. */
  where?: string;
  /** Number of rows that meet the condition. */
  rows?: number;
  /**
   * No row is of the days asked for, such as `May` or `2024`. With the first and last day of those rows that meet the
   * other conditions.
   */
  lacks?: { asked: readonly string[]; column?: string; first?: string; last?: string };
  /** The figure is an amount with two decimals. */
  hasCents?: true;
  /** Number of rows, or of distinct values of a column, in the answer. */
  list?: { count: number; values?: string };
  /** The names of the columns, if the question asks what the table contains. */
  columns?: readonly string[];
}

export interface Tables {
  /** @throws Failure `bad_request` for SQL other than a query, `not_found`, `timeout`, `too_large` */
  query(question: TableQuestion, signal: AbortSignal): Promise<TableAnswer>;
  /** Translates a question to a SELECT. Undefined when no table answers it, or a word is not understood. */
  compute(question: string, scope: ComputeScope, signal: AbortSignal): Promise<ComputedQuestion | undefined>;
}
