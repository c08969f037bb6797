// For tests: questions in words, computed from CSV texts by the real engine.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { JsonObject } from '../../base/json.ts';
import type { DocumentMeta } from '../../core/document.ts';
import type { TableInfo } from '../../core/table.ts';
import { extractCsv } from '../../knowledge/extract/csv.ts';
import { computedQuestion } from './compute.ts';
import { sqlName } from './sql-names.ts';
import { TableStore } from './table-store.ts';

export const SALES = `Region,Product,Revenue,Units,Month
North,Lamp,1200.5,3,2026-01-31
South,Lamp,80,1,2026-02-28
North,Tent,500,2,2026-02-28
`;

let loading: ReturnType<typeof sqlite3InitModule> | undefined;

/** The answer to the question: rows, or undefined. A text that begins with `#` is Markdown, with a table per heading. */
export async function computedFrom(question: string, files: Record<string, string>, previous: string[] = []) {
  const store = new TableStore(await (loading ??= sqlite3InitModule()));
  const tables = new Map(
    Object.entries(files).map(([title, text]) => {
      const loaded = store.load(title, text.startsWith('#') ? text : extractCsv(text).body);
      const infos = loaded.map(({ heading, columns, rows, summaries }): TableInfo => {
        const name = sqlName(loaded.length > 1 ? heading : title);
        return { name, document: title, title, columns, rows: rows - summaries };
      });
      return [title, infos];
    }),
  );
  const query = (sql: string, document: string, table?: number): JsonObject[] => {
    const limits = { rows: 1000, text: 100_000, milliseconds: 2_000 };
    const sheets = tables.get(document)!.map(({ name }, at) => ({ name, document, table: at }));
    return store.query(sql, [{ name: 'data', document, table: table ?? 0 }, ...sheets], limits).rows;
  };
  const documents = [...tables.keys()].map(
    (title) =>
      ({ id: title, title, source: 'files', metadata: { format: 'csv' } }) as unknown as DocumentMeta,
  );
  const found = await computedQuestion(
    question,
    { previous },
    {
      list: async () => ({ documents, total: documents.length }),
      tablesOf: async (id) => tables.get(id)!,
      ask: async (sql, { document, table }) => query(sql, document, table),
    },
  );
  return found && { ...found, counted: found.rows, rows: query(found.sql, found.document) };
}
