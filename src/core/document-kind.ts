// The kind of file a document came from, in one word, for lists, icons and models. Pure.
import type { DocumentMeta } from './document.ts';

/** File name extension. */
const ENDING = /\.([a-z0-9]{1,8})$/i;
const SUBTYPE = /^[a-z]+\/(?:x-)?([a-z0-9]+)/i;
const KINDS: Readonly<Record<string, string>> = { md: 'markdown', htm: 'html', txt: 'text', plain: 'text' };

/** `pdf`, `markdown`, `csv`; lower case. */
export function kindOf({
  metadata,
  source_id,
  content_type,
}: Pick<DocumentMeta, 'metadata' | 'source_id' | 'content_type'>): string {
  const { format } = metadata;
  const named = typeof format === 'string' ? format : ENDING.exec(source_id)?.[1];
  const kind = (named ?? SUBTYPE.exec(content_type)?.[1] ?? 'text').toLowerCase().slice(0, 12);
  return KINDS[kind] ?? kind;
}
