// Packed vectors compared with exact arithmetic, in both kernels.
import { describe, expect, it } from 'vitest';
import { BLOCK_ROWS, type Kernel, makeKernel, scalarKernel } from './kernel.ts';
import { product, quantise, quantiseQuery, rowLength } from './quantise.ts';
import { VectorTable } from './vector-table.ts';

function randomUnits(count: number, dimensions: number, seed = 1): Float32Array[] {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random());
    const norm = Math.sqrt(product(vector, vector));
    return vector.map((value) => value / norm);
  });
}

const kernels: [string, Kernel][] = [
  ['WebAssembly', makeKernel()],
  ['JavaScript', scalarKernel],
];

describe.each(kernels)('a table of vectors in %s', (_, kernel) => {
  it('scores every row by its cosine, within the error of packing', () => {
    const vectors = randomUnits(1003, 384);
    const [query] = randomUnits(1, 384, 7);
    const table = new VectorTable(384, kernel);
    table.append(quantise(vectors, 384));
    const scores = table.scan(query!);
    expect(scores).toHaveLength(1003);
    vectors.forEach((vector, row) => expect(scores[row]).toBeCloseTo(product(vector, query!), 2));
  });

  it('accepts dimensions that do not fill a step of the kernel', () => {
    const vectors = randomUnits(5, 50);
    const table = new VectorTable(50, kernel);
    table.append(quantise(vectors, 50));
    expect(table.scan(vectors[3]!)[3]).toBeCloseTo(1, 2);
    expect(rowLength(50)).toBe(64);
  });

  it('scores each row the same in any batch, across a block boundary', () => {
    const vectors = randomUnits(BLOCK_ROWS + 10, 32);
    const whole = new VectorTable(32, kernel);
    whole.append(quantise(vectors, 32));
    const parts = new VectorTable(32, kernel);
    for (const [from, to] of [
      [0, 3],
      [3, BLOCK_ROWS - 1],
      [BLOCK_ROWS - 1, vectors.length],
    ] as const) {
      expect(parts.append(quantise(vectors.slice(from, to), 32))).toBe(from);
    }
    expect([...parts.scan(vectors[0]!)]).toEqual([...whole.scan(vectors[0]!)]);
  });

  it('compares rows with each other, across a block boundary', () => {
    const vectors = randomUnits(BLOCK_ROWS + 10, 40);
    const table = new VectorTable(40, kernel);
    table.append(quantise(vectors, 40));
    const rows = [2, BLOCK_ROWS + 3, BLOCK_ROWS - 1];
    const likeness = table.likeness(rows);
    rows.forEach((row, i) =>
      rows.forEach((other, j) =>
        expect(likeness[i * rows.length + j]).toBeCloseTo(product(vectors[row]!, vectors[other]!), 2),
      ),
    );
  });

  it('scores a zero vector as zero, and everything as zero for a zero query', () => {
    const table = new VectorTable(32, kernel);
    table.append(quantise([new Float32Array(32), ...randomUnits(1, 32)], 32));
    expect(table.scan(randomUnits(1, 32)[0]!)[0]).toBe(0);
    expect([...table.scan(new Float32Array(32))]).toEqual([0, 0]);
  });

  it('reports how many rows fit when memory runs out, and keeps those', () => {
    let left = 1;
    const small: Kernel = {
      simd: kernel.simd,
      block: (numbers) => {
        if (left-- === 0) throw new RangeError('no memory');
        return kernel.block(numbers);
      },
    };
    const table = new VectorTable(32, small);
    const vectors = randomUnits(BLOCK_ROWS + 1, 32);
    expect(() => table.append(quantise(vectors, 32))).toThrow('no memory for more than 4,096 embeddings');
    expect(table.count).toBe(BLOCK_ROWS);
    expect(table.scan(vectors[9]!)[9]).toBeCloseTo(1, 2);
  });
});

describe('packing', () => {
  it('uses SIMD if the engine supports it', () => {
    expect(makeKernel().simd).toBe(true);
  });

  it('cannot overflow with the largest numbers of a long row', () => {
    const dimensions = 4096;
    const flat = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
    const table = new VectorTable(dimensions, makeKernel());
    table.append(quantise([flat], dimensions));
    expect(table.scan(flat)[0]).toBeCloseTo(1, 3);
  });

  it('quantises the query more finely than the rows', () => {
    const [query] = randomUnits(1, 384);
    const { values, scale } = quantiseQuery(query!);
    query!.forEach((value, i) => expect(Math.abs(values[i]! * scale - value)).toBeLessThan(1e-4));
  });
});
