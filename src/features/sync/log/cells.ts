// How changes of several devices merge. Each record is a cell with the values that no other value has replaced: one
// after edits in turn, several after edits apart. Pure.
//
// - A change names the values that its author saw and replaced. So nothing is replaced that its author has not seen,
//   whatever the clocks say.
// - All devices that have the same changes have the same cells, in whatever order the changes came.
import type { Stamp } from './clock.ts';

/** Where a value is stored: the device's log, its entry, and the change in it. */
export type Place = readonly [device: string, seq: number, index: number];

export interface Head {
  stamp: Stamp;
  /** Digest of the value; null for a deletion. */
  hash: string | null;
  at: Place;
  /** The blob that holds a large value. */
  blob?: string;
  /** Of a deletion: stamps of the record's parts that were deleted with it. */
  covers?: readonly Stamp[];
  /** Of a file: names of the pieces that hold it. */
  pieces?: readonly string[];
}

export interface Cell {
  key: string;
  /** Values that none has replaced, oldest first. */
  heads: readonly Head[];
  /** Stamps of the heads that this device's own record shows. */
  applied: readonly Stamp[];
  /** Digest of this device's own record when it was last compared; absent when it had none. */
  mark?: string;
}

/** Returns what a head keeps of its change, besides its value. */
export function placesIn({ blob, covers, pieces }: Pick<Head, 'blob' | 'covers' | 'pieces'>): Partial<Head> {
  return { ...(blob !== undefined && { blob }), ...(covers && { covers }), ...(pieces && { pieces }) };
}

/** Returns the heads after a change. @param over stamps of the values that it replaces */
export function merged(heads: readonly Head[], head: Head, over: readonly Stamp[]): readonly Head[] {
  if (heads.some(({ stamp }) => stamp === head.stamp)) return heads;
  const rest = heads.filter(({ stamp }) => !over.includes(stamp));
  return [...rest, head].sort((a, b) => (a.stamp < b.stamp ? -1 : 1));
}

/** Returns the value to show: the latest. A value wins over a deletion that has not seen it. */
export function winner(heads: readonly Head[]): Head | undefined {
  return heads.findLast(({ hash }) => hash !== null) ?? heads.at(-1);
}

/** Returns the other values, without equal ones. */
export function losers(heads: readonly Head[]): Head[] {
  const won = winner(heads);
  const seen = new Set([won?.hash, null]);
  return heads.filter(({ hash }) => !seen.has(hash) && seen.add(hash));
}

/** Tells whether this device's own record shows all heads. */
export function isApplied({ heads, applied }: Cell): boolean {
  return heads.length === applied.length && heads.every(({ stamp }) => applied.includes(stamp));
}
