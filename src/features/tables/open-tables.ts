// Answers questions to the library's tables: finds the documents, loads them, and runs the SQL.
import type { StoredDocument } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import { plainTitle } from '../../core/plain-title.ts';
import type { TableDocuments, Tables } from '../../core/ports/tables.ts';
import { isTabular, TABLE_ROWS, type TableInfo } from '../../core/table.ts';
import { computedQuestion } from './compute.ts';
import { engine } from './engine.ts';
import { ledgersIn } from './ledgers.ts';
import { fileName, meantDocuments } from './meant-documents.ts';
import { sqlName } from './sql-names.ts';
import type { NamedTable } from './table-store.ts';

const MILLISECONDS = 10_000;
/** The same, to look up values of a table while a question is read. */
const LOOKUP_MILLISECONDS = 1_000;
/** Characters of a result: about what a model reads at once. */
const TEXT = 200_000;

type Named = NamedTable & { info: TableInfo };

export async function openTables(documents: TableDocuments): Promise<Tables> {
  return {
    compute: (question, scope, signal) =>
      computedQuestion(question, scope, {
        list: (options) => documents.list(options),
        tablesOf: async (id) => {
          const stored = await documents.open(id);
          const found = (await tablesOf(documents, { id })).map(({ info }) => info);
          return isTabular(stored) ? found : ledgersIn(stored.body, found);
        },
        ask: async (sql, { document, table }) => {
          const found = (await tablesOf(documents, { id: document }))[table];
          if (!found) return [];
          const data = { name: 'data', document: found.document, table: found.table };
          const limits = { rows: 1, text: TEXT, milliseconds: LOOKUP_MILLISECONDS };
          return (await engine().call('query', [sql, [data], limits], signal)).rows;
        },
      }),
    query: async ({ sql, document, limit }, signal) => {
      const found = await meantDocuments(documents, {
        ...(sql !== undefined && { sql }),
        ...(document !== undefined && { document }),
      });
      const named = (await Promise.all(found.map((meta) => tablesOf(documents, meta)))).flat();
      if (named.length === 0) throw new Failure('not_found', 'this document contains no table');
      const tables = named.map(({ info }) => info);
      if (sql === undefined) return { columns: [], rows: [], truncated: false, tables };
      // The first table is always available as `data`.
      const names = [{ ...named[0]!, name: 'data' }, ...named].map(({ name, document: key, table }) => ({
        name,
        document: key,
        table,
      }));
      const limits = { rows: rowsOf(limit), text: TEXT, milliseconds: MILLISECONDS };
      const answer = await engine()
        .call('query', [sql, names, limits], signal)
        .catch((error: unknown) => Promise.reject(explained(error, tables)));
      return { ...answer, tables };
    },
  };
}

function rowsOf(limit: number | undefined): number {
  return Math.min(TABLE_ROWS.most, Math.max(1, Math.floor(limit ?? TABLE_ROWS.default)));
}

async function tablesOf(documents: TableDocuments, { id }: { id: string }): Promise<Named[]> {
  const stored: StoredDocument = await documents.open(id);
  const { key, tables } = await engine().load(stored);
  const title = plainTitle(stored.title);
  return tables.map(({ heading, columns, rows, summaries }, table) => {
    const name = sqlName(tables.length > 1 && heading !== '' ? heading : fileName(stored));
    return {
      name,
      document: key,
      table,
      info: { name, document: id, title, columns, rows: rows - summaries },
    };
  });
}

/** Adds the existing names to SQLite's message about an unknown one. */
export function explained(error: unknown, tables: readonly TableInfo[]): unknown {
  if (!(error instanceof Failure) || !/^no such (?:column|table)/.test(error.message)) return error;
  const known = tables.map(
    ({ name, columns }) => `${name} (${columns.map((column) => column.name).join(', ')})`,
  );
  return new Failure(
    'bad_request',
    `${error.message}. The tables are ${known.join('; ')}. The first one is also called data`,
  );
}
