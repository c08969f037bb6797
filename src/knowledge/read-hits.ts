// Reads the stored passages of hits, with the metadata of their documents.
import type { KeywordHit } from '../search/keyword-index.ts';
import type { EmbeddedPassage } from '../search/passage-hash.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { PassagePlace } from './embedding/background.ts';
import { idOfKey } from './live-index.ts';
import type { FoundPassage } from './phrase-search.ts';

/** In the order given; undefined for one that another tab has just removed. */
export async function readHits(
  store: Pick<DocumentStore, 'places'>,
  hits: readonly KeywordHit[],
): Promise<(FoundPassage | undefined)[]> {
  const keys = hits.map(({ document, chunk }): [string, number] => [idOfKey(document), chunk]);
  const places = await store.places(keys);
  return places.map((place, i) => {
    if (!place) return undefined;
    return { found: { meta: place.meta, hit: hits[i]!, rank: i + 1 }, passage: place.passage };
  });
}

/** Returns the embedded text of passages; undefined for removed ones. */
export async function readTexts(
  store: Pick<DocumentStore, 'places'>,
  places: readonly PassagePlace[],
): Promise<(EmbeddedPassage | undefined)[]> {
  const keys = places.map(({ document, index }): [string, number] => [idOfKey(document), index]);
  const found = await store.places(keys);
  return found.map((place) => place && { ...place.passage, title: place.meta.title });
}
