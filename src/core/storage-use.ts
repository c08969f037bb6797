// Storage use of this page in the browser, by kind, and which kinds can be freed.

/**
 * - `documents`: documents with their texts and passages; `index`: the keyword index, derived from them
 * - `originals`: the files that documents were made from
 * - `embeddings`: computed from the passages by a model; `model`: the downloads for that
 * - `removed`: tools that can still be restored; `files`: the folders of tools
 * - `secrets`: counted only; `app`: the program itself, for offline use; `other`: settings, links, counts
 */
export const STORAGE_KINDS = [
  'documents',
  'originals',
  'index',
  'embeddings',
  'model',
  'tools',
  'removed',
  'files',
  'runs',
  'conversations',
  'secrets',
  'app',
  'other',
] as const;

export type StorageKind = (typeof STORAGE_KINDS)[number];

/** Kinds that can be freed. */
export const FREEABLE: readonly StorageKind[] = [
  'documents',
  'originals',
  'embeddings',
  'model',
  'removed',
  'files',
  'runs',
  'conversations',
];

export interface KindUse {
  kind: StorageKind;
  /** Number of documents, segments, tools, chats … depending on the kind. */
  items: number;
  /** Size of the stored data. The browser compresses it and reserves extra space. */
  bytes: number;
  /** Measured from a sample of the records. */
  estimated: boolean;
}

export interface StorageUse {
  kinds: KindUse[];
  /** The browser's own total. Absent when it gives none. */
  used?: number;
  quota?: number;
  /** Whether the browser has promised to keep the data. */
  persisted?: boolean;
}

export interface FreeOptions {
  /** Only documents of this source. */
  source?: string;
  /** Runs and conversations older than this. */
  olderThanDays?: number;
  /** Files of this folder: the id of a tool's folder. */
  folder?: string;
}

/** What was freed. */
export interface Freed {
  items: number;
}
