// The keys and marks of documents, and the messages of the worker that writes them.
import { ATTACHED_SOURCE, type DocumentMeta } from '../../../core/document.ts';
import type { Incoming, Outcome } from '../engine/ports.ts';
import { markOf } from './record-kind.ts';

/** The library's lock and channel. */
export const LIBRARY = 'perilune-library';
export const ATTACHED = 'attached';

export type ToDocumentsWorker = readonly Incoming[];
export type WrittenDocuments = readonly (readonly [key: string, outcome: Outcome])[];

export function documentKey({ source, source_id }: Pick<DocumentMeta, 'source' | 'source_id'>): string {
  return `document/${encodeURIComponent(source)}/${source_id}`;
}

/** A file attached to a chat goes where the chat goes. */
export function attachedKey(chat: string, { source_id }: Pick<DocumentMeta, 'source_id'>): string {
  return `${ATTACHED}/${chat}/${source_id}`;
}

export function identityIn(key: string): [source: string, sourceId: string] {
  const [kind, place = '', ...rest] = key.split('/');
  return [kind === ATTACHED ? ATTACHED_SOURCE : decodeURIComponent(place), rest.join('/')];
}

/** Tells whether a value belongs to its key: otherwise a document could come as an attached file, or as another one. */
export function isKeyOf(key: string, { source, source_id }: Record<string, unknown>): boolean {
  const [wanted, id] = identityIn(key);
  const isAttached = key.startsWith(`${ATTACHED}/`);
  return source === wanted && source_id === id && isAttached === (source === ATTACHED_SOURCE);
}

/** Without what differs between devices that have added the same file, with any version of the app. */
export function documentMark({ id: _, added_at: _a, file_size: _f, ...meta }: DocumentMeta): string {
  return markOf(meta);
}
