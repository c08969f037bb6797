// Multiplies a query with many rows: WebAssembly with SIMD if the engine supports it, plain JavaScript otherwise.
//
// - Rows are in blocks that stay in place in one growing memory, so nothing is copied when rows are added.
// - Both give the same scores to the last significant bit, because products and sums are integers.
import dots from './dots.wat';

/** Rows of a block. 1.6 MB at 384 numbers each: small libraries need little, large ones grow rarely. */
export const BLOCK_ROWS = 4096;

export interface Block {
  /** `BLOCK_ROWS` rows, one after another. Use the view immediately: it is detached when the memory grows. */
  values(): Int8Array;
  /** The scale of each row's products; a view like the other. */
  scales(): Float32Array;
  /** Writes the scores of the first `count` rows, times `scale`, to `scores` from `at` on. */
  score(query: Int16Array, scale: number, count: number, scores: Float32Array, at: number): void;
}

export interface Kernel {
  readonly simd: boolean;
  /**
   * Allocates rows of this many numbers.
   * @throws RangeError when there is no memory for it.
   */
  block(numbers: number): Block;
}

/** The engine's global, which the types of pure modules lack. */
interface Engine {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
  Memory: new (size: { initial: number; maximum: number }) => Memory;
}

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

type Dots = (
  query: number,
  rows: number,
  scales: number,
  scores: number,
  numbers: number,
  count: number,
  scale: number,
) => void;

/** Returns the fastest kernel that this engine supports. */
export function makeKernel(): Kernel {
  const { WebAssembly: engine } = globalThis as unknown as { WebAssembly?: Engine };
  return engine?.validate(dots) ? new SimdKernel(engine) : scalarKernel;
}

const PAGE = 65_536;
/** 4 GB, the limit of a 32-bit memory. */
const MOST_PAGES = 65_536;

class SimdKernel implements Kernel {
  readonly simd = true;
  readonly #memory: Memory;
  readonly #dots: Dots;
  /** The first page holds the query. */
  #used = PAGE;

  constructor(engine: Engine) {
    this.#memory = new engine.Memory({ initial: 1, maximum: MOST_PAGES });
    const { exports } = new engine.Instance(new engine.Module(dots), { vectors: { memory: this.#memory } });
    this.#dots = exports['dots'] as Dots;
  }

  block(numbers: number): Block {
    const memory = this.#memory;
    const values = this.#take(BLOCK_ROWS * numbers);
    const scales = this.#take(BLOCK_ROWS * 4);
    const results = this.#take(BLOCK_ROWS * 4);
    return {
      values: () => new Int8Array(memory.buffer, values, BLOCK_ROWS * numbers),
      scales: () => new Float32Array(memory.buffer, scales, BLOCK_ROWS),
      score: (query, scale, count, scores, at) => {
        new Int16Array(memory.buffer, 0, numbers).set(query);
        // Four rows at a time; results beyond `count` are never read.
        this.#dots(0, values, scales, results, numbers, Math.ceil(count / 4) * 4, scale);
        scores.set(new Float32Array(memory.buffer, results, count), at);
      },
    };
  }

  #take(bytes: number): number {
    const at = this.#used;
    const missing = at + bytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    this.#used += bytes;
    return at;
  }
}

/** For engines without SIMD; 15 times slower. */
export const scalarKernel: Kernel = {
  simd: false,
  block: (numbers) => {
    const values = new Int8Array(BLOCK_ROWS * numbers);
    const scales = new Float32Array(BLOCK_ROWS);
    return {
      values: () => values,
      scales: () => scales,
      score: (query, scale, count, scores, at) => {
        for (let row = 0; row < count; row++) {
          scores[at + row] = dot(query, values, row * numbers) * scales[row]! * scale;
        }
      },
    };
  },
};

function dot(query: Int16Array, values: Int8Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < query.length; i += 4) {
    a += query[i]! * values[from + i]!;
    b += query[i + 1]! * values[from + i + 1]!;
    c += query[i + 2]! * values[from + i + 2]!;
    d += query[i + 3]! * values[from + i + 3]!;
  }
  return Math.fround(a + b + c + d);
}
