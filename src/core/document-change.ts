// Changes to documents other than their text: title, tags and collections. Pure.
import { type DocumentMeta, tagsOf } from './document.ts';

export interface DocumentChange {
  /** Ids of collections. */
  join?: readonly string[];
  leave?: readonly string[];
  /** Set by the person from now on: it stays when the document is read again. */
  title?: string;
  tag?: readonly string[];
  untag?: readonly string[];
}

/** Tells whether the change affects the index: title and tags are searched, collections are not. */
export function changesIndex({ title, tag = [], untag = [] }: DocumentChange): boolean {
  return title !== undefined || tag.length > 0 || untag.length > 0;
}

export function withChange<Meta extends DocumentMeta>(meta: Meta, change: DocumentChange): Meta {
  const { title, tag = [], untag = [], join = [], leave = [] } = change;
  const changed = withCollections(meta, join, leave);
  if (!changesIndex(change)) return changed;
  const own = { ...meta.own };
  if (title !== undefined) own.title = title;
  if (tag.length > 0 || untag.length > 0) {
    const gone = new Set(untag.map((one) => one.toLowerCase()));
    const all = [...tagsOf(meta), ...tag.map((one) => one.trim().toLowerCase())];
    own.tags = [...new Set(all)].filter((one) => one !== '' && !gone.has(one));
  }
  return withOwn({ ...changed, own });
}

/** Merges the values read from the document with the person's own, which win. */
export function withOwn<Meta extends Pick<DocumentMeta, 'title' | 'metadata' | 'own'>>(meta: Meta): Meta {
  const { title, tags } = meta.own ?? {};
  return {
    ...meta,
    ...(title !== undefined && { title }),
    ...(tags && { metadata: { ...meta.metadata, tags } }),
  };
}

export function withCollections<Meta extends Pick<DocumentMeta, 'collections'>>(
  meta: Meta,
  join: readonly string[],
  leave: readonly string[] = [],
): Meta {
  const { collections: before = [], ...rest } = meta;
  const collections = [...new Set([...before, ...join])].filter((id) => !leave.includes(id));
  return { ...rest, ...(collections.length > 0 && { collections }) } as Meta;
}
