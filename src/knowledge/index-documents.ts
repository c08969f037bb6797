// Makes the index segment of documents: their passages, and what filters ask of each document.
import { revisionKey, type StoredDocument, tagsOf } from '../core/document.ts';
import type { Language } from '../search/language.ts';
import { buildSegment } from '../search/segment.ts';
import type { Segment } from '../search/segment-types.ts';
import { rulesOf } from './languages.ts';
import { isObject } from '../base/json.ts';

/** @param languages the rules that the documents need, as far as they are loaded */
export function indexDocuments(
  documents: readonly StoredDocument[],
  languages: readonly Language[],
): Segment {
  return buildSegment(
    documents.flatMap((document) =>
      document.passages.map(({ index, text, heading }) => ({
        document: revisionKey(document),
        index,
        text,
        heading,
        title: document.title,
      })),
    ),
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

/** False for a record out of storage that is damaged. */
export function isWhole({ id, title, body, metadata, passages }: StoredDocument): boolean {
  const areTexts = [id, title, body].every((text: unknown) => typeof text === 'string');
  return (
    areTexts &&
    isObject(metadata) &&
    passages.every(({ text, heading }) => typeof text === 'string' && Array.isArray(heading))
  );
}
