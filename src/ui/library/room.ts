// Whether what is to be added fits into the space that the browser leaves. An estimate, and a careful one.
import type { DocumentInput } from '../../core/document.ts';

/** Bytes. */
export interface Room {
  needed: number;
  left: number;
}

type Storage = Pick<StorageManager, 'estimate'>;
type Item = File | { file: File } | DocumentInput;

/** Bytes that are not worth a question: every library has that much to spare, or says so when it has not. */
const SMALL = 8 * 1024 * 1024;
/** Bytes left below which it is said while documents come in: some batches, and what merging the index takes meanwhile. */
export const LOW = 100 * 1024 * 1024;
/** Of what the browser says is left, as much is counted on: it rounds, and the index needs its room twice when it is merged. */
const COUNTED_ON = 0.8;
/**
 * What a byte of text takes: itself, itself again in passages, a quarter in the index (1.85 MB for 8 MB), and 2.4 in vectors
 * (2 KB for each passage of 800 characters).
 */
const OF_TEXT = 5;
/** Of packed files most is pictures, fonts and layout. */
const OF_PACKED = 1;
const PACKED = /\.(pdf|docx|pptx|xlsx|epub|odt|ods|odp)$/i;

/** Undefined when it fits, or when the browser says nothing about it. */
export async function lackOfRoom(
  items: readonly Item[],
  storage: Storage | undefined = globalThis.navigator?.storage,
): Promise<Room | undefined> {
  const needed = spaceFor(items);
  const left = needed > SMALL ? await spaceLeft(storage) : undefined;
  return left !== undefined && needed > left * COUNTED_ON ? { needed, left } : undefined;
}

/** Bytes; undefined where the browser does not say. */
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
