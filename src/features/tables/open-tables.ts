// Answers questions to the tables of the library: finds the documents that are meant, loads them, and runs the SQL.
import { GUIDE_SOURCE } from '../../core/answer.ts';
import type { DocumentMeta, StoredDocument } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import { plainTitle } from '../../core/plain-title.ts';
import type { TableDocuments, Tables } from '../../core/ports/tables.ts';
import { isTabular, TABLE_ROWS, type TableInfo, type TableQuestion } from '../../core/table.ts';
import { engine } from './engine.ts';
import { sqlName } from './sql-names.ts';
import type { NamedTable } from './table-store.ts';

const MILLISECONDS = 10_000;
/** Characters of an answer: about what a model reads in one go. */
const TEXT = 200_000;
/** Documents whose tables one question can be about. */
const MOST_DOCUMENTS = 4;
const PAGE = 500;

type Named = NamedTable & { info: TableInfo };

export async function openTables(documents: TableDocuments): Promise<Tables> {
  return {
    query: async ({ sql, document, limit }, signal) => {
      const found = await meant(documents, {
        ...(sql !== undefined && { sql }),
        ...(document !== undefined && { document }),
      });
      const named = (await Promise.all(found.map((meta) => tablesOf(documents, meta)))).flat();
      if (named.length === 0) throw new Failure('not_found', 'this document has no table');
      const tables = named.map(({ info }) => info);
      if (sql === undefined) return { columns: [], rows: [], truncated: false, tables };
      // The first one can always be called `data`.
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
  return tables.map(({ heading, columns, rows }, table) => {
    const name = sqlName(tables.length > 1 && heading !== '' ? heading : fileName(stored));
    return { name, document: key, table, info: { name, document: id, title, columns, rows } };
  });
}

/** The document that is named, or those whose tables the SQL names, or the only one with tables. */
async function meant(
  documents: TableDocuments,
  { sql = '', document }: Pick<TableQuestion, 'sql' | 'document'>,
) {
  if (document !== undefined) return [await byName(documents, document)];
  const tabular = await allTabular(documents);
  const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
  const named = tabular.filter(
    (meta) => words.has(sqlName(fileName(meta))) || words.has(sqlName(meta.title)),
  );
  if (named.length > 0) return named.slice(0, MOST_DOCUMENTS);
  if (tabular.length === 1) return tabular;
  if (tabular.length === 0) throw new Failure('not_found', 'no document of the library is a table');
  if (sql === '') return tabular.slice(0, MOST_DOCUMENTS);
  const names = tabular.slice(0, 20).map((meta) => fileName(meta));
  throw new Failure('bad_request', `say which document is meant, by its title or id: ${names.join(', ')}`);
}

async function byName(documents: TableDocuments, name: string): Promise<{ id: string }> {
  const wanted = name.trim().toLowerCase();
  let near: DocumentMeta | undefined;
  for await (const meta of all(documents)) {
    if (meta.id === name) return meta;
    const names = [
      meta.title,
      plainTitle(meta.title),
      fileName(meta),
      sqlName(fileName(meta)),
      sqlName(meta.title),
    ];
    if (!near && names.some((one) => one.toLowerCase() === wanted)) near = meta;
  }
  // Documents elsewhere are not in the list: a question to tables leaves nothing.
  if (!near) throw new Failure('not_found', `the library has no document '${name}'`);
  return near;
}

async function allTabular(documents: TableDocuments): Promise<DocumentMeta[]> {
  const found: DocumentMeta[] = [];
  for await (const meta of all(documents))
    if (meta.source !== GUIDE_SOURCE && isTabular(meta)) found.push(meta);
  return found;
}

async function* all({ list }: TableDocuments): AsyncGenerator<DocumentMeta> {
  for (let offset = 0; ; offset += PAGE) {
    const { documents, total } = await list({ limit: PAGE, offset });
    yield* documents;
    if (offset + PAGE >= total || documents.length === 0) return;
  }
}

function fileName({ source_id, title }: Pick<DocumentMeta, 'source_id' | 'title'>): string {
  const name = source_id.split(/[/\\]/).at(-1) ?? '';
  return /\.[a-z0-9]{1,5}$/i.test(name) ? name : plainTitle(title);
}

/** SQLite says what is unknown; this says what there is. */
function explained(error: unknown, tables: readonly TableInfo[]): unknown {
  if (!(error instanceof Failure) || !/^no such (?:column|table)/.test(error.message)) return error;
  const known = tables.map(
    ({ name, columns }) => `${name} (${columns.map((column) => column.name).join(', ')})`,
  );
  return new Failure('bad_request', `${error.message}. There is data, the first of: ${known.join('; ')}`);
}
