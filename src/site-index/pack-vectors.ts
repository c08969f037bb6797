// Fetches the vectors of a site index for a question: those of its best passages, or all of a small site.
import { packedRow, products, type Quantised } from '../search/vectors/quantise.ts';
import type { FileKey } from './format.ts';
import type { PackFiles } from './pack-files.ts';
import { decodeVectorPlaces, decodeVectors, rowProduct, type VectorPlaces } from './vector-files.ts';

/** Maximum files per question, of up to 16 passages each: 150 KB. A site with no more files is measured completely. */
const MOST_FILES = 24;

/** A passage and its similarity to the question. */
export interface Measured {
  page: number;
  passage: number;
  cosine: number;
}

interface Places extends VectorPlaces {
  /** Number of each page's first passage, followed by the total. */
  firsts: readonly number[];
  /** The same for files. */
  starts: readonly number[];
}

export class PackVectors {
  readonly #files: PackFiles;
  readonly #list: FileKey;

  /** @param list names the file that lists the places of all vectors */
  constructor(files: PackFiles, list: FileKey) {
    this.#files = files;
    this.#list = list;
  }

  /** Tells whether all vectors can be measured for each question. */
  async isSmall(): Promise<boolean> {
    return (await this.#places()).files.length <= MOST_FILES;
  }

  /** Returns the number of pages of the site. */
  async pages(): Promise<number> {
    return (await this.#places()).counts.length;
  }

  /** Returns every passage of the site, in order. For small sites. */
  async all(vector: Float32Array): Promise<Measured[]> {
    const places = await this.#places();
    const cosines = await this.#cosines(places, [...places.files.keys()], vector);
    return places.counts.flatMap((count, page) =>
      Array.from({ length: count }, (_, passage) => ({
        page,
        passage,
        cosine: cosines(places.firsts[page]! + passage)!,
      })),
    );
  }

  /**
   * Returns the cosines of these passages, given best first, as far as their files are within the limit.
   * @returns undefined for passages that were not measured
   */
  async of(
    passages: readonly { page: number; passage: number }[],
    vector: Float32Array,
  ): Promise<(number | undefined)[]> {
    const places = await this.#places();
    const wanted = new Set<number>();
    const ordinals = passages.map(({ page, passage }) => places.firsts[page]! + passage);
    for (const ordinal of ordinals) {
      if (wanted.size >= MOST_FILES) break;
      wanted.add(lastUpTo(places.starts, ordinal));
    }
    return ordinals.map(await this.#cosines(places, [...wanted], vector));
  }

  /** Returns the cosines of measured passages with each other: a square table, row by row. */
  async likeness(passages: readonly { page: number; passage: number }[]): Promise<Float32Array> {
    const { firsts, starts, files } = await this.#places();
    const rows = passages.map(async ({ page, passage }) => {
      const ordinal = firsts[page]! + passage;
      const file = lastUpTo(starts, ordinal);
      return packedRow(await this.#rows(files[file]!), ordinal - starts[file]!);
    });
    return products(await Promise.all(rows));
  }

  async #cosines(
    { starts, files }: Places,
    wanted: readonly number[],
    vector: Float32Array,
  ): Promise<(ordinal: number) => number | undefined> {
    const loaded = await Promise.all(wanted.map((file) => this.#rows(files[file]!)));
    const rowsOf = new Map(wanted.map((file, i) => [file, loaded[i]!]));
    return (ordinal) => {
      const file = lastUpTo(starts, ordinal);
      const rows = rowsOf.get(file);
      return rows && rowProduct(rows, ordinal - starts[file]!, vector);
    };
  }

  #rows(file: FileKey): Promise<Quantised> {
    return this.#files.load('vectors', file, decodeVectors);
  }

  #places(): Promise<Places> {
    return this.#files.load('vectors', this.#list, (bytes) => {
      const places = decodeVectorPlaces(bytes);
      return { ...places, firsts: sums(places.counts), starts: sums(places.sizes) };
    });
  }
}

/** Returns the prefix sums: the start of each, followed by the end. */
function sums(numbers: readonly number[]): number[] {
  let sum = 0;
  return [0, ...numbers.map((number) => (sum += number))];
}

/** Returns the index of the last number that is not greater, in ascending numbers. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
