// Estimates conservatively whether new documents fit into the free space.
import type { DocumentInput } from '../../core/document.ts';

/** Bytes. */
export interface Room {
  needed: number;
  left: number;
}

type Storage = Pick<StorageManager, 'estimate'>;
type Item = File | { file: File } | DocumentInput;

/** Bytes not worth asking about: writing them succeeds or reports an error. */
const SMALL = 8 * 1024 * 1024;
/** Free bytes below which a warning shows while documents are added: room for some batches and for merging the index. */
export const LOW = 100 * 1024 * 1024;
/** Usable share of the reported free space: it is rounded, and merging needs the index's size twice. */
const COUNTED_ON = 0.8;
/**
 * Bytes stored per byte of text: 1 for itself, 1 in passages, ¼ in the index (1.85 MB for 8 MB), and 2.4 in vectors
 * (2 KB per passage of 800 characters).
 */
const OF_TEXT = 5;
/** Packed files are mostly pictures, fonts and layout. */
const OF_PACKED = 1;
const PACKED = /\.(pdf|docx|pptx|xlsx|epub|odt|ods|odp)$/i;

/** Undefined when it fits, or when the browser does not report free space. */
export async function lackOfRoom(
  items: readonly Item[],
  storage: Storage | undefined = globalThis.navigator?.storage,
): Promise<Room | undefined> {
  const needed = spaceFor(items);
  const left = needed > SMALL ? await spaceLeft(storage) : undefined;
  return left !== undefined && needed > left * COUNTED_ON ? { needed, left } : undefined;
}

/** Bytes; undefined when the browser does not report it. */
export async function spaceLeft(
  storage: Storage | undefined = globalThis.navigator?.storage,
): Promise<number | undefined> {
  const { usage, quota } = (await storage?.estimate?.().catch(() => undefined)) ?? {};
  return usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage);
}

function spaceFor(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + spaceOf(item), 0);
}

function spaceOf(item: Item): number {
  if ('body' in item) return String(item.body).length * OF_TEXT;
  const { size, name } = 'file' in item ? item.file : item;
  return size * (PACKED.test(name) ? OF_PACKED : OF_TEXT);
}
