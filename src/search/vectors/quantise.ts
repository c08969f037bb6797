// Quantises unit vectors to 8-bit numbers with a scale each: a quarter of the memory, and the input of the kernel.
const PEAK = 127;
/** Row lengths are a multiple of this: the kernel's step. */
const ROW_STEP = 32;
/** The largest number of a query; a larger one could overflow the kernel's 32 bits on long rows. */
const QUERY_PEAK = 2047;

/** Vectors packed for scanning. */
export interface Quantised {
  /** `rowLength(dimensions)` numbers per vector, padded with 0. */
  values: Int8Array;
  /** Per vector: the value of one step of its numbers. */
  scales: Float32Array;
}

/** Returns the length of a packed row. */
export function rowLength(dimensions: number): number {
  return Math.ceil(dimensions / ROW_STEP) * ROW_STEP;
}

/**
 * Scales each vector so that its largest number is 127. A common scale would waste a bit or more: the largest number
 * of a MiniLM vector lies anywhere between .12 and .3.
 */
export function quantise(vectors: readonly Float32Array[], dimensions: number): Quantised {
  const length = rowLength(dimensions);
  const values = new Int8Array(vectors.length * length);
  const scales = new Float32Array(vectors.length);
  vectors.forEach((vector, row) => {
    const peak = peakOf(vector);
    if (peak === 0) return;
    scales[row] = peak / PEAK;
    for (let i = 0; i < dimensions; i++) {
      values[row * length + i] = Math.round((vector[i]! / peak) * PEAK);
    }
  });
  return { values, scales };
}

/** Quantises a query more finely than the rows, so that it adds nothing to their error. */
export function quantiseQuery(query: Float32Array): { values: Int16Array; scale: number } {
  const values = new Int16Array(rowLength(query.length));
  const peak = peakOf(query);
  if (peak === 0) return { values, scale: 0 };
  query.forEach((value, i) => (values[i] = Math.round((value / peak) * QUERY_PEAK)));
  return { values, scale: peak / QUERY_PEAK };
}

function peakOf(vector: Float32Array): number {
  let peak = 0;
  for (const value of vector) peak = Math.max(peak, Math.abs(value));
  return peak;
}

/** Returns the dot product of two vectors: their cosine when both have length 1. */
export function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** A row of a packed table. */
export interface PackedRow {
  values: Int8Array;
  scale: number;
}

export function packedRow({ values, scales }: Quantised, row: number): PackedRow {
  const length = values.length / scales.length;
  return { values: values.subarray(row * length, (row + 1) * length), scale: scales[row]! };
}

/** Returns the products of rows with each other, within the error of packing: a square table, row by row. */
export function products(rows: readonly PackedRow[]): Float32Array {
  const table = new Float32Array(rows.length ** 2);
  rows.forEach((one, i) => {
    for (let j = 0; j <= i; j++) {
      const other = rows[j]!;
      let sum = 0;
      for (let k = 0; k < one.values.length; k++) sum += one.values[k]! * other.values[k]!;
      table[i * rows.length + j] = table[j * rows.length + i] = sum * one.scale * other.scale;
    }
  });
  return table;
}
