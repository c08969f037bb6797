// The vectors of a pack as a question asks for them: those of its best passages, or all where the site is small.
import type { FileKey } from './format.ts';
import type { PackFiles } from './pack-files.ts';
import { decodeVectorPlaces, decodeVectors, rowProduct, type VectorPlaces } from './vector-files.ts';

/** Files that a question costs at most, of up to 16 passages: 150 KB. A site with no more is known whole. */
const MOST_FILES = 24;

/** A passage and what its vector has with the question's. */
export interface Measured {
  page: number;
  passage: number;
  cosine: number;
}

interface Places extends VectorPlaces {
  /** The number of each page's first passage; behind the last one, how many there are. */
  firsts: readonly number[];
  /** The same of files. */
  starts: readonly number[];
}

export class PackVectors {
  readonly #files: PackFiles;
  readonly #list: FileKey;

  /** @param list names the file that says where all vectors are */
  constructor(files: PackFiles, list: FileKey) {
    this.#files = files;
    this.#list = list;
  }

  /** Few enough for all of them to be measured for each question. */
  async isSmall(): Promise<boolean> {
    return (await this.#places()).files.length <= MOST_FILES;
  }

  /** How many the site has. */
  async pages(): Promise<number> {
    return (await this.#places()).counts.length;
  }

  /** Every passage of the site, in order. For small sites. */
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
   * The cosines of these passages, the best first: as many as lie in the files that one question may cost.
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

  async #cosines(
    { starts, files }: Places,
    wanted: readonly number[],
    vector: Float32Array,
  ): Promise<(ordinal: number) => number | undefined> {
    const loaded = await Promise.all(
      wanted.map((file) => this.#files.load('vectors', files[file]!, decodeVectors)),
    );
    const rowsOf = new Map(wanted.map((file, i) => [file, loaded[i]!]));
    return (ordinal) => {
      const file = lastUpTo(starts, ordinal);
      const rows = rowsOf.get(file);
      return rows && rowProduct(rows, ordinal - starts[file]!, vector);
    };
  }

  #places(): Promise<Places> {
    return this.#files.load('vectors', this.#list, (bytes) => {
      const places = decodeVectorPlaces(bytes);
      return { ...places, firsts: sums(places.counts), starts: sums(places.sizes) };
    });
  }
}

/** Where each begins, and behind the last one where all end. */
function sums(numbers: readonly number[]): number[] {
  let sum = 0;
  return [0, ...numbers.map((number) => (sum += number))];
}

/** Position of the last number that is not more, of ascending ones. */
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
