// What a person changes about documents besides their text: title, tags, and the collections that they are in. Pure.
import { type DocumentMeta, tagsOf } from './document.ts';

export interface DocumentChange {
  /** Ids of collections. */
  join?: readonly string[];
  leave?: readonly string[];
  /** From now on the person's own: it stays when the document is read again. */
  title?: string;
  tag?: readonly string[];
  untag?: readonly string[];
}

/** True when the index has to hear of it: a title and tags are searched, collections are not. */
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

/** What was read, with what the person said of it above that. */
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
