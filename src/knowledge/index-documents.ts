// Builds the index segment of documents: their passages, and the values that filters need.
import { revisionKey, type StoredDocument, tagsOf } from '../core/document.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { Language } from '../search/language.ts';
import { ownTitle } from '../search/own-title.ts';
import { buildSegment } from '../search/segment.ts';
import type { Segment } from '../search/segment-types.ts';
import { rulesOf } from './languages.ts';
import { isObject } from '../base/json.ts';

/** Passages indexed together when an index is rebuilt. */
const REINDEX_BATCH = 2000;

/** @param languages the rules that the documents need, if loaded */
export function indexDocuments(
  documents: readonly StoredDocument[],
  languages: readonly Language[],
): Segment {
  return buildSegment(
    documents.flatMap((document) => {
      const own = ownTitle(
        document.title,
        document.passages.flatMap(({ heading }) => heading[0] ?? []),
      );
      return document.passages.map(({ index, text, heading }) => ({
        document: revisionKey(document),
        index,
        text,
        heading,
        title: document.title,
        ownTitle: own,
      }));
    }),
    documents.map((document) => ({
      document: revisionKey(document),
      source: document.source,
      updated: Date.parse(document.updated_at) || 0,
      tags: [...new Set(tagsOf(document))],
      language: rulesOf(document.language),
    })),
    languages,
  );
}

/** Yields stored documents in batches for indexing. A damaged record stays unchanged. */
export async function* wholeDocuments(
  store: Pick<DocumentStore, 'open'>,
  ids: readonly string[],
): AsyncGenerator<StoredDocument[]> {
  let batch: StoredDocument[] = [];
  let passages = 0;
  for (const id of ids) {
    const document = await store.open(id);
    if (!document || !isWhole(document)) continue;
    batch.push(document);
    passages += Math.max(1, document.chunks);
    if (passages < REINDEX_BATCH) continue;
    yield batch;
    batch = [];
    passages = 0;
  }
  if (batch.length > 0) yield batch;
}

function isWhole({ id, title, body, metadata, passages }: StoredDocument): boolean {
  const areTexts = [id, title, body].every((text: unknown) => typeof text === 'string');
  return (
    areTexts &&
    isObject(metadata) &&
    passages.every(({ text, heading }) => typeof text === 'string' && Array.isArray(heading))
  );
}
