// The fields that a document keeps from its predecessor, and the documents that join a collection.
import type { DocumentMeta } from '../core/document.ts';
import { withCollections } from '../core/document-change.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';

/** An existing document, and the collection that it joins. */
export interface Joining {
  id: string;
  collection: string;
}

/** Returns a person's own fields of the replaced document. */
export function ofPerson(existing: DocumentMeta | undefined): Pick<DocumentMeta, 'own' | 'collections'> {
  const { own, collections } = existing ?? {};
  return { ...(own && { own }), ...(collections && { collections }) };
}

/** Adds existing documents to their collections. @returns their ids */
export async function joinKnown(store: DocumentStore, joining: readonly Joining[]): Promise<string[]> {
  for (const collection of new Set(joining.map((one) => one.collection))) {
    const ids = joining.filter((one) => one.collection === collection).map(({ id }) => id);
    await store.changeMetas(ids, (meta) => withCollections(meta, [collection]));
  }
  return joining.map(({ id }) => id);
}
