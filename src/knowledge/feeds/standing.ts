// Compares an item of a scan with the library by the hash of its text: new, changed or unchanged.
import { hashOf } from '../document-hash.ts';
import type { DocumentInput, DocumentMeta } from '../../core/document.ts';

export type Standing = 'added' | 'changed' | 'unchanged';

/**
 * Compares the item's own fields with the stored ones. Fields derived from the text are equal if the text is.
 * @param known the document of the same source and source_id
 */
export async function standingOf(item: DocumentInput, known: DocumentMeta | undefined): Promise<Standing> {
  if (!known) return 'added';
  if (known.hash !== (await hashOf(known.source, item.body))) return 'changed';
  const { title, author, source_url, updated_at, metadata = {} } = item;
  const same =
    saysOrNothing(title?.trim(), known.title) &&
    saysOrNothing(author, known.author) &&
    saysOrNothing(source_url, known.source_url) &&
    saysOrNothing(updated_at, known.updated_at) &&
    Object.entries(metadata).every(
      ([key, value]) => JSON.stringify(value) === JSON.stringify(known.metadata[key]),
    );
  return same ? 'unchanged' : 'changed';
}

function saysOrNothing(said: string | undefined, known: string | undefined): boolean {
  return said === undefined || said === '' || said === known;
}
