// The vectors of a pack, a row of 8-bit numbers a passage, in files of neighbours; and the list that says where each is.
//
// - A file holds whole small pages, or a part of a large one: what a question needs of a page comes in one piece or few,
//   and a page that changes changes the file that it is in.
// - The list of all files is fetched once a visit, when the first question with a vector is asked: 6 bytes a file.
import { Reader, Writer } from '../search/segment-bytes.ts';
import { type Quantised, rowLength } from '../search/vectors/quantise.ts';
import { type FileKey, readKey, writeKey } from './format.ts';

/** Passages of a file: 3 to 6 KB. */
const ROWS = { least: 8, most: 16 } as const;

/**
 * How many passages each file has.
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

/** What a row is worth for a question's vector: the cosine, when both were made of vectors of length 1. */
export function rowProduct({ values, scales }: Quantised, row: number, vector: Float32Array): number {
  const from = row * rowLength(vector.length);
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += values[from + i]! * vector[i]!;
  return sum * scales[row]!;
}

export interface VectorPlaces {
  /** Of each page, how many passages it has. */
  counts: readonly number[];
  /** Of each file, how many. */
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
