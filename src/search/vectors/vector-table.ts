// Packed vectors in memory: rows are appended and never move; a scan scores all of them.
import { Failure } from '../../core/errors.ts';
import { type Block, BLOCK_ROWS, type Kernel } from './kernel.ts';
import { packedRow, products, type Quantised, quantiseQuery, rowLength } from './quantise.ts';

export class VectorTable {
  readonly dimensions: number;
  readonly #kernel: Kernel;
  readonly #length: number;
  readonly #blocks: Block[] = [];
  #count = 0;
  #scores = new Float32Array(0);

  constructor(dimensions: number, kernel: Kernel) {
    this.dimensions = dimensions;
    this.#kernel = kernel;
    this.#length = rowLength(dimensions);
  }

  /** Number of rows. */
  get count(): number {
    return this.#count;
  }

  /** Memory of the rows in bytes, including reserved space. */
  get bytes(): number {
    return this.#blocks.length * BLOCK_ROWS * (this.#length + 8) + this.#scores.byteLength;
  }

  /**
   * @returns the row of the first one; the others follow.
   * @throws Failure `unavailable` when the device has no memory for more; those that fitted stay.
   */
  append({ values, scales }: Quantised): number {
    const first = this.#count;
    for (let done = 0; done < scales.length;) {
      const place = this.#count % BLOCK_ROWS;
      if (place === 0) this.#grow();
      const fitting = Math.min(scales.length - done, BLOCK_ROWS - place);
      const block = this.#blocks.at(-1)!;
      const length = this.#length;
      block.values().set(values.subarray(done * length, (done + fitting) * length), place * length);
      block.scales().set(scales.subarray(done, done + fitting), place);
      this.#count += fitting;
      done += fitting;
    }
    return first;
  }

  /**
   * Returns the cosine of each row with a query of length 1, within the error of packing (.005). Valid until the next
   * scan.
   */
  scan(query: Float32Array): Float32Array {
    if (this.#scores.length < this.#count) {
      this.#scores = new Float32Array(this.#blocks.length * BLOCK_ROWS);
    }
    const { values, scale } = quantiseQuery(query);
    const scores = this.#scores.subarray(0, this.#count);
    this.#blocks.forEach((block, i) => {
      const at = i * BLOCK_ROWS;
      block.score(values, scale, Math.min(BLOCK_ROWS, this.#count - at), scores, at);
    });
    return scores;
  }

  /**
   * Returns the cosine of each of some rows with each other one, within the error of packing: a square table, row by
   * row.
   */
  likeness(rows: readonly number[]): Float32Array {
    return products(
      rows.map((row) => {
        const block = this.#blocks[Math.floor(row / BLOCK_ROWS)]!;
        return packedRow({ values: block.values(), scales: block.scales() }, row % BLOCK_ROWS);
      }),
    );
  }

  #grow(): void {
    try {
      this.#blocks.push(this.#kernel.block(this.#length));
    } catch {
      throw new Failure(
        'unavailable',
        `This device has no memory for more than ${this.#count.toLocaleString('en')} embeddings. The other passages are found by their words.`,
      );
    }
  }
}
