// What the browser keeps for this page, by kind: what is measured, and what of it can be given back.

/**
 * - `documents`: documents with their texts and passages; `index`: the keyword index, made from them
 * - `originals`: the files that documents were made of
 * - `embeddings`: made from the passages by a model; `model`: what was downloaded for that
 * - `removed`: tools that can still be brought back; `files`: the folders of tools
 * - `secrets`: counted only; `app`: the program itself, for use without a network; `other`: settings, links, counts
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

/** What can be given back, and with what it must be named. */
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
  /** Documents, segments, tools, chats… whatever the kind is counted in. */
  items: number;
  /** What was put there; the browser packs it, and keeps room beside it. */
  bytes: number;
  /** Of many records some were measured. */
  estimated: boolean;
}

export interface StorageUse {
  kinds: KindUse[];
  /** What the browser says of everything together. Absent where it says nothing. */
  used?: number;
  quota?: number;
  /** Whether it has promised to keep it. */
  persisted?: boolean;
}

export interface FreeOptions {
  /** Documents of this collection. */
  source?: string;
  /** Runs and conversations that are older. */
  olderThanDays?: number;
  /** Files of this folder: the id of a tool's folder. */
  folder?: string;
}

/** What went. */
export interface Freed {
  items: number;
}
