// Finds the documents of a table question: the one it names, or those whose tables the SQL names.
//
// Files of a chat are found by id alone, which only that chat knows. The guide's tables are not the user's.
import { GUIDE_SOURCE } from '../../core/answer.ts';
import { ATTACHED_SOURCE, type DocumentMeta } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import { plainTitle } from '../../core/plain-title.ts';
import type { TableDocuments, TabularScope } from '../../core/ports/tables.ts';
import { isTabular, type TableQuestion } from '../../core/table.ts';
import { sqlName } from './sql-names.ts';

/** Documents per question. */
const MOST_DOCUMENTS = 4;
const PAGE = 500;
const HIDDEN: readonly string[] = [GUIDE_SOURCE, ATTACHED_SOURCE];

/** The named document, or those whose tables the SQL names, or the only one with tables. */
export async function meantDocuments(
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
  if (tabular.length === 0) throw new Failure('not_found', 'the library contains no table');
  if (sql === '') return tabular.slice(0, MOST_DOCUMENTS);
  const names = tabular.slice(0, 20).map((meta) => fileName(meta));
  throw new Failure('bad_request', `name the document by its title or id: ${names.join(', ')}`);
}

async function byName(documents: TableDocuments, name: string): Promise<{ id: string }> {
  const wanted = name.trim().toLowerCase();
  let near: DocumentMeta | undefined;
  for await (const meta of all(documents)) {
    if (meta.id === name) return meta;
    if (meta.source === ATTACHED_SOURCE) continue;
    const names = [
      meta.title,
      plainTitle(meta.title),
      fileName(meta),
      sqlName(fileName(meta)),
      sqlName(meta.title),
    ];
    if (!near && names.some((one) => one.toLowerCase() === wanted)) near = meta;
  }
  // Remote documents are not in the list: table questions stay on this device.
  if (!near) throw new Failure('not_found', `the library has no document '${name}'`);
  return near;
}

export async function allTabular(
  documents: Pick<TableDocuments, 'list'>,
  { sources, documents: ids, within = [] }: TabularScope = {},
): Promise<DocumentMeta[]> {
  const isMeant = ({ id, source }: DocumentMeta): boolean =>
    ids || sources
      ? (ids?.includes(id) ?? false) || (sources?.includes(source) ?? false)
      : !HIDDEN.includes(source);
  const isWithin = ({ collections = [] }: DocumentMeta): boolean =>
    within.every((list) => list.some((id) => collections.includes(id)));
  const found: DocumentMeta[] = [];
  for await (const meta of all(documents))
    if ((isTabular(meta) || (ids?.includes(meta.id) ?? false)) && isMeant(meta) && isWithin(meta))
      found.push(meta);
  return found;
}

async function* all({ list }: Pick<TableDocuments, 'list'>): AsyncGenerator<DocumentMeta> {
  for (let offset = 0; ; offset += PAGE) {
    const { documents, total } = await list({ limit: PAGE, offset });
    yield* documents;
    if (offset + PAGE >= total || documents.length === 0) return;
  }
}

export function fileName({ source_id, title }: Pick<DocumentMeta, 'source_id' | 'title'>): string {
  const name = source_id.split(/[/\\]/).at(-1) ?? '';
  return /\.[a-z0-9]{1,5}$/i.test(name) ? name : plainTitle(title);
}
