// Finds names by a stored 32-bit hash, so that no string has to be created first.
import type { Names } from './names.ts';

/** FNV-1a over UTF-16 units. */
export function hashOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Positions of many names by their hashes. Two names with the same hash are both kept. */
export class NameHashes {
  readonly #names: Names;
  readonly #hashes: Uint32Array;
  /** Open addressing: position + 1, or 0. At most half full. */
  readonly #slots: Uint32Array;

  constructor(names: Names, hashes: Uint32Array) {
    this.#names = names;
    this.#hashes = hashes;
    this.#slots = slotsFor(hashes.length);
    for (let i = 0; i < hashes.length; i++) {
      let slot = this.#first(hashes[i]!);
      while (this.#slots[slot] !== 0) slot = this.#next(slot);
      this.#slots[slot] = i + 1;
    }
  }

  /** Returns the position of a name, or -1. */
  positionOf(name: string, hash = hashOfName(name)): number {
    for (let slot = this.#first(hash); this.#slots[slot] !== 0; slot = this.#next(slot)) {
      const position = this.#slots[slot]! - 1;
      if (this.#hashes[position] === hash && this.#names.at(position) === name) return position;
    }
    return -1;
  }

  #first(hash: number): number {
    return spread(hash) & (this.#slots.length - 1);
  }

  #next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}

/**
 * Returns the hashes of `added` that occur again, there or in `others`: those of possibly equal names, and few
 * others.
 */
export function sharedHashes(
  added: readonly Uint32Array[],
  others: readonly Uint32Array[],
): ReadonlySet<number> {
  const shared = new Set<number>();
  const slots = slotsFor(added.reduce((sum, { length }) => sum + length, 0));
  const mask = slots.length - 1;
  // An empty slot is 0, so a hash of 0 counts as shared, which costs one comparison of names.
  for (const hashes of added) {
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i]!;
      let slot = spread(hash) & mask;
      while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) & mask;
      if (slots[slot] === hash) shared.add(hash);
      else slots[slot] = hash;
    }
  }
  for (const hashes of others) {
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i]!;
      let slot = spread(hash) & mask;
      while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) & mask;
      if (slots[slot] === hash) shared.add(hash);
    }
  }
  return shared;
}

function slotsFor(count: number): Uint32Array {
  return new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
}

/** Mixes the bits, because FNV-1a gives names with the same ending similar low bits. */
function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8;
}
