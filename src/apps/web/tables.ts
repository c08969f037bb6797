// Wires questions about tables: the feature that answers them reads the library's documents.
import type { Extensions } from '../../core/extensions.ts';
import type { TableDocuments, Tables } from '../../core/ports/tables.ts';

interface TablesDeps {
  extensions: Pick<Extensions, 'one'>;
  knowledge: TableDocuments;
}

/** @throws Failure `unavailable` in a build without the feature */
export async function openTables({ extensions, knowledge }: TablesDeps): Promise<Tables> {
  const { open } = await extensions.one('tables', 'questions to tables');
  return open({
    list: (options) => knowledge.list(options),
    open: (id) => knowledge.open(id),
  });
}
