// Reads what is stored of hits and places: passages with what is known of their documents.
import type { KeywordHit } from '../search/keyword-index.ts';
import type { EmbeddedPassage } from '../search/passage-hash.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { PassagePlace } from './embedding/background.ts';
import { idOfKey } from './live-index.ts';
import type { FoundPassage } from './phrase-search.ts';

/** Each in its place; undefined for one that another tab removed a moment ago. */
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

/** What is embedded of passages; undefined for those that are gone. */
export async function readTexts(
  store: Pick<DocumentStore, 'places'>,
  places: readonly PassagePlace[],
): Promise<(EmbeddedPassage | undefined)[]> {
  const keys = places.map(({ document, index }): [string, number] => [idOfKey(document), index]);
  const found = await store.places(keys);
  return found.map((place) => place && { ...place.passage, title: place.meta.title });
}
