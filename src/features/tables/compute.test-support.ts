// For tests: questions in words, computed from CSV texts by the real engine.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { JsonObject } from '../../base/json.ts';
import type { DocumentMeta } from '../../core/document.ts';
import { extractCsv } from '../../knowledge/extract/csv.ts';
import { computedQuestion } from './compute.ts';
import { TableStore } from './table-store.ts';

export const SALES = `Region,Product,Revenue,Units,Month
North,Lamp,1200.5,3,2026-01-31
South,Lamp,80,1,2026-02-28
North,Tent,500,2,2026-02-28
`;

let loading: ReturnType<typeof sqlite3InitModule> | undefined;

/** The answer to the question: rows, or undefined. */
export async function computedFrom(question: string, files: Record<string, string>, previous: string[] = []) {
  const store = new TableStore(await (loading ??= sqlite3InitModule()));
  const tables = new Map(
    Object.entries(files).map(([title, csv]) => [title, store.load(title, extractCsv(csv).body)[0]!]),
  );
  const query = (sql: string, document: string, table = 0): JsonObject[] => {
    const limits = { rows: 1000, text: 100_000, milliseconds: 2_000 };
    return store.query(sql, [{ name: 'data', document, table }], limits).rows;
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
      tablesOf: async (id) => {
        const { columns, rows, summaries } = tables.get(id)!;
        return [{ name: 'orders', document: id, title: id, columns, rows: rows - summaries }];
      },
      ask: async (sql, { document, table }) => query(sql, document, table),
    },
  );
  return found && { ...found, counted: found.rows, rows: query(found.sql, found.document) };
}
