// The tables of the library, as tools and scripts ask them. A feature answers.
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

/** Which tables may answer: of these sources, or these documents, and in these collections. Absent: all of the library. */
export interface TabularScope {
  sources?: readonly string[];
  documents?: readonly string[];
  within?: Within;
}

/** A question in words as SQL. */
export interface ComputedQuestion {
  sql: string;
  /** Id of the document whose first table is `data`. */
  document: string;
  title: string;
  /** Rows of the table. */
  of: number;
  /** Which rows it is about, as a condition in words: `status is cancelled`. Absent: all. */
  where?: string;
  /** So many rows are the answer, or so many different values of a column. */
  list?: { count: number; values?: string };
}

export interface Tables {
  /** @throws Failure `bad_request` for SQL that does not only read, `not_found`, `timeout`, `too_large` */
  query(question: TableQuestion, signal: AbortSignal): Promise<TableAnswer>;
  /** The SELECT that answers a question in words. Undefined: no table does, or a word of it is not understood. */
  compute(question: string, scope: TabularScope, signal: AbortSignal): Promise<ComputedQuestion | undefined>;
}
