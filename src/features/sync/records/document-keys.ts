// The keys and marks of documents, and the messages of the worker that writes them.
import type { DocumentMeta } from '../../../core/document.ts';
import type { Incoming, Outcome } from '../engine/ports.ts';
import { markOf } from './record-kind.ts';

export type ToDocumentsWorker = readonly Incoming[];
export type WrittenDocuments = readonly (readonly [key: string, outcome: Outcome])[];

export function documentKey({ source, source_id }: Pick<DocumentMeta, 'source' | 'source_id'>): string {
  return `document/${encodeURIComponent(source)}/${source_id}`;
}

export function identityIn(key: string): [source: string, sourceId: string] {
  const [, source = '', ...rest] = key.split('/');
  return [decodeURIComponent(source), rest.join('/')];
}

/** Without what differs between devices that have added the same file, with any version of the app. */
export function documentMark({ id: _, added_at: _a, file_size: _f, ...meta }: DocumentMeta): string {
  return markOf(meta);
}
