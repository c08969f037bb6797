// Merges several batches of vectors into one, without unused vectors.
import { HashRows } from '../../search/vectors/hash-rows.ts';
import { type Quantised, rowLength } from '../../search/vectors/quantise.ts';
import type { VectorBatch, VectorInfo, VectorStore } from '../../core/ports/vector-store.ts';

/** Returns undefined when nothing is left. An unreadable batch is left out: its passages are embedded again. */
export async function mergeBatches(
  infos: readonly VectorInfo[],
  isWanted: (low: number, high: number) => boolean,
  store: VectorStore,
): Promise<VectorBatch | undefined> {
  const parts: VectorBatch[] = [];
  const seen = new HashRows();
  for (const info of infos) {
    const packed = await store.packed(info.id);
    if (!packed) continue;
    const kept = wantedOf(info, isWanted).filter((i) => {
      const [low, high] = [info.hashes[2 * i]!, info.hashes[2 * i + 1]!];
      if (seen.rowOf(low, high) >= 0) return false;
      seen.push(low, high);
      return true;
    });
    if (kept.length === 0) continue;
    const exact = await store.exact(info.id, kept);
    parts.push({
      model: info.model,
      dimensions: info.dimensions,
      hashes: Uint32Array.from(kept.flatMap((i) => [info.hashes[2 * i]!, info.hashes[2 * i + 1]!])),
      ...pick(packed, kept, rowLength(info.dimensions)),
      ...(exact && { exact: joined(exact, info.dimensions) }),
    });
  }
  return together(parts);
}

/** Returns positions of a record's vectors that are in use. */
export function wantedOf({ hashes }: VectorInfo, isWanted: (low: number, high: number) => boolean): number[] {
  const wanted: number[] = [];
  for (let i = 0; i < hashes.length / 2; i++) {
    if (isWanted(hashes[2 * i]!, hashes[2 * i + 1]!)) wanted.push(i);
  }
  return wanted;
}

export function pick({ values, scales }: Quantised, rows: readonly number[], length: number): Quantised {
  const picked = { values: new Int8Array(rows.length * length), scales: new Float32Array(rows.length) };
  rows.forEach((row, i) => {
    picked.values.set(values.subarray(row * length, (row + 1) * length), i * length);
    picked.scales[i] = scales[row]!;
  });
  return picked;
}

export function joined(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const all = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, i) => all.set(vector, i * dimensions));
  return all;
}

/** Joins batches; keeps the exact vectors if all have them. */
function together(parts: readonly VectorBatch[]): VectorBatch | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const exact = parts.flatMap((part) => part.exact ?? []);
  return {
    model: first.model,
    dimensions: first.dimensions,
    hashes: concat(
      parts.map(({ hashes }) => hashes),
      (length) => new Uint32Array(length),
    ),
    values: concat(
      parts.map(({ values }) => values),
      (length) => new Int8Array(length),
    ),
    scales: concat(
      parts.map(({ scales }) => scales),
      (length) => new Float32Array(length),
    ),
    ...(exact.length === parts.length && { exact: concat(exact, (length) => new Float32Array(length)) }),
  };
}

function concat<Numbers extends Uint32Array | Int8Array | Float32Array>(
  parts: readonly Numbers[],
  make: (length: number) => Numbers,
): Numbers {
  const all = make(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
