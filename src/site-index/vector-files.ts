// The vectors of a site index, one row of 8-bit numbers per passage, in files of neighbours; and the list of these
// files.
//
// - A file holds whole small pages, or a part of a large one. A question needs one file or few per page, and a
//   changed page changes only its own file.
// - The list of all files is fetched once per visit, with the first question that has a vector: 6 bytes per file.
import { Reader, Writer } from '../search/segment-bytes.ts';
import { type Quantised, rowLength } from '../search/vectors/quantise.ts';
import { type FileKey, readKey, writeKey } from './format.ts';

/** Passages per file: 3 to 6 KB. */
const ROWS = { least: 8, most: 16 } as const;

/**
 * Returns the number of passages in each file.
 * @param counts passages of each page
 */
export function vectorFileSizes(counts: readonly number[]): number[] {
  const sizes: number[] = [];
  let open = 0;
  const close = (): void => {
    if (open > 0) sizes.push(open);
    open = 0;
  };
  for (const count of counts) {
    if (open + count > ROWS.most) close();
    for (let rest = count; rest > 0; rest -= ROWS.most) {
      open += Math.min(rest, ROWS.most);
      if (open >= ROWS.least) close();
    }
  }
  close();
  return sizes;
}

export function encodeVectors({ values, scales }: Quantised): Uint8Array {
  const out = new Writer(0);
  out.integer(scales.length);
  out.integer(scales.length === 0 ? 0 : values.length / scales.length);
  const numbers = new DataView(new ArrayBuffer(4 * scales.length));
  scales.forEach((scale, row) => numbers.setFloat32(4 * row, scale, true));
  out.bytes(new Uint8Array(numbers.buffer));
  out.bytes(new Uint8Array(values.buffer, values.byteOffset, values.length));
  return new Uint8Array(out.finish());
}

export function decodeVectors(bytes: Uint8Array): Quantised {
  const input = new Reader(bytes);
  const [rows, length] = [input.count(), input.count()];
  const numbers = input.fixed(4 * rows);
  const scales = Float32Array.from({ length: rows }, (_, row) => numbers.getFloat32(4 * row, true));
  const view = input.fixed(rows * length);
  return { scales, values: new Int8Array(view.buffer, view.byteOffset, view.byteLength) };
}

/** Returns the similarity of a row to a question's vector: the cosine, when both have length 1. */
export function rowProduct({ values, scales }: Quantised, row: number, vector: Float32Array): number {
  const from = row * rowLength(vector.length);
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += values[from + i]! * vector[i]!;
  return sum * scales[row]!;
}

export interface VectorPlaces {
  /** Number of passages of each page. */
  counts: readonly number[];
  /** Number of passages in each file. */
  sizes: readonly number[];
  files: readonly FileKey[];
}

export function encodeVectorPlaces({ counts, sizes, files }: VectorPlaces): Uint8Array {
  const out = new Writer(0);
  for (const numbers of [counts, sizes]) {
    out.integer(numbers.length);
    for (const number of numbers) out.integer(number);
  }
  for (const file of files) writeKey(out, file);
  return new Uint8Array(out.finish());
}

export function decodeVectorPlaces(bytes: Uint8Array): VectorPlaces {
  const input = new Reader(bytes);
  const numbers = (): number[] => Array.from({ length: input.count() }, () => input.integer());
  const [counts, sizes] = [numbers(), numbers()];
  return { counts, sizes, files: sizes.map(() => readKey(input)) };
}
