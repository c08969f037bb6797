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
