// The tables of the library, as tools and scripts ask them. A feature answers.
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

export interface Tables {
  /** @throws Failure `bad_request` for SQL that does not only read, `not_found`, `timeout`, `too_large` */
  query(question: TableQuestion, signal: AbortSignal): Promise<TableAnswer>;
}
