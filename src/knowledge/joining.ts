// What a document keeps of the one whose place it takes, and which documents join a collection with it.
import type { DocumentMeta } from '../core/document.ts';
import { withCollections } from '../core/document-change.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';

/** A document that is there already, and the collection that it joins. */
export interface Joining {
  id: string;
  collection: string;
}

/** What the person said of the document that this one replaces. */
export function ofPerson(existing: DocumentMeta | undefined): Pick<DocumentMeta, 'own' | 'collections'> {
  const { own, collections } = existing ?? {};
  return { ...(own && { own }), ...(collections && { collections }) };
}

/** Documents that were there already join their collections. @returns their ids */
export async function joinKnown(store: DocumentStore, joining: readonly Joining[]): Promise<string[]> {
  for (const collection of new Set(joining.map((one) => one.collection))) {
    const ids = joining.filter((one) => one.collection === collection).map(({ id }) => id);
    await store.changeMetas(ids, (meta) => withCollections(meta, [collection]));
  }
  return joining.map(({ id }) => id);
}
