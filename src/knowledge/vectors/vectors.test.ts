// The vectors of a library: searchable at once, written soon, merged without loss, one model at a time.
import { describe, expect, it } from 'vitest';
import { passageHash } from '../../search/passage-hash.ts';
import { makeKernel } from '../../search/vectors/kernel.ts';
import { MemoryVectors } from './memory-vectors.test-support.ts';
import { planVectorMerge } from './vector-merge.ts';
import type { VectorStore } from '../../core/ports/vector-store.ts';
import { Vectors } from './vectors.ts';

const DIMENSIONS = 32;

function tab(store: VectorStore, model = 'm', announce: () => void = () => undefined): Vectors {
  return new Vectors(model, { store, kernel: makeKernel, exclusive: (work) => work(), announce });
}

/** Returns a vector along one axis, more so with a larger `weight`. */
function along(axis: number, weight = 1): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(0.01);
  vector[axis % DIMENSIONS] = weight;
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

function hashesOf(...texts: string[]): Uint32Array {
  return Uint32Array.from(texts.flatMap(passageHash));
}

async function addAll(vectors: Vectors, ...texts: string[]): Promise<void> {
  await vectors.add(
    hashesOf(...texts),
    texts.map((text) => along(text.charCodeAt(0))),
  );
}

function found(vectors: Vectors, text: string): boolean {
  const row = vectors.rowOf(...passageHash(text));
  const scores = vectors.scan(along(text.charCodeAt(0)));
  return row >= 0 && scores !== undefined && scores[row]! > 0.99;
}

describe('vectors of a library', () => {
  it('are found immediately, and by the next start once they are written', async () => {
    const memory = new MemoryVectors();
    const vectors = tab(memory.tab());
    await addAll(vectors, 'a', 'b', 'c');
    expect(['a', 'b', 'c'].every((text) => found(vectors, text))).toBe(true);
    expect(found(vectors, 'd')).toBe(false);
    expect(memory.batches.size).toBe(0);
    await vectors.flush();

    const next = tab(memory.tab());
    expect(next.scan(along(1))).toBeUndefined();
    await next.load();
    expect(next.count).toBe(3);
    expect(['a', 'b', 'c'].every((text) => found(next, text))).toBe(true);
  });

  it('are written automatically when there are enough', async () => {
    const memory = new MemoryVectors();
    const texts = Array.from({ length: 1100 }, (_, i) => `passage ${i}`);
    await addAll(tab(memory.tab()), ...texts);
    expect(memory.batches.size).toBe(1);
  });

  it('are stored once, however often they are added', async () => {
    const memory = new MemoryVectors();
    const vectors = tab(memory.tab());
    await addAll(vectors, 'a', 'b');
    await vectors.flush();
    await addAll(vectors, 'b', 'a');
    await vectors.flush();
    expect(vectors.count).toBe(2);
    expect(memory.batches.size).toBe(1);
  });

  it('are returned exactly: from memory before they are written, from storage afterwards', async () => {
    const memory = new MemoryVectors();
    const vectors = tab(memory.tab());
    await addAll(vectors, 'a', 'b');
    const rows = [vectors.rowOf(...passageHash('b')), vectors.rowOf(...passageHash('a'))];
    const expected = [along('b'.charCodeAt(0)), along('a'.charCodeAt(0))];
    expect(await vectors.exact(rows)).toEqual(expected);
    await vectors.flush();
    expect(await vectors.exact(rows)).toEqual(expected);
  });

  it('are still found where the exact ones were not kept', async () => {
    const memory = new MemoryVectors();
    const vectors = tab(memory.tab(Infinity, false));
    await addAll(vectors, 'a');
    await vectors.flush();
    expect(found(vectors, 'a')).toBe(true);
    expect(await vectors.exact([0])).toEqual([undefined]);
  });

  it('reach the other tabs when they are notified', async () => {
    const memory = new MemoryVectors();
    const other = tab(memory.tab());
    await other.load();
    let told: Promise<void> | undefined;
    const vectors = tab(memory.tab(), 'm', () => {
      told = other.load();
    });
    await addAll(vectors, 'a');
    await vectors.flush();
    await told;
    expect(found(other, 'a')).toBe(true);
  });

  it('report full storage to the caller whose batch would be written, and stay searchable', async () => {
    const memory = new MemoryVectors();
    memory.failure = new Error('no space left');
    const vectors = tab(memory.tab());
    const texts = Array.from({ length: 1024 }, (_, i) => `passage ${i}`);
    await expect(addAll(vectors, ...texts)).rejects.toThrow('no space left');
    expect(found(vectors, 'passage 7')).toBe(true);
    memory.failure = undefined;
    await vectors.flush();
    expect(memory.batches.size).toBe(1);
  });

  it('are made again when their file is gone', async () => {
    const memory = new MemoryVectors();
    const vectors = tab(memory.tab());
    await addAll(vectors, 'a');
    await vectors.flush();
    const broken = { ...memory.tab(), packed: async () => undefined };
    const next = tab(broken);
    await next.load();
    expect(next.rowOf(...passageHash('a'))).toBe(-1);
    expect(memory.batches.size).toBe(0);
    expect([vectors.lost, next.lost]).toEqual([0, 1]);
    await addAll(next, 'a');
    await next.flush();
    const healed = tab(memory.tab());
    await healed.load();
    expect([found(healed, 'a'), healed.lost]).toEqual([true, 0]);
  });
});

describe('another model', () => {
  it("finds none of the old one's vectors, which stay until dropped", async () => {
    const memory = new MemoryVectors();
    const old = tab(memory.tab(), 'old');
    await addAll(old, 'a', 'b');
    await old.flush();

    const fresh = tab(memory.tab(), 'new');
    await fresh.load();
    expect(fresh.count).toBe(0);
    await addAll(fresh, 'a');
    await fresh.flush();
    expect(memory.batches.size).toBe(2);

    const back = tab(memory.tab(), 'old');
    await back.load();
    expect(back.count).toBe(2);

    await fresh.dropOthers();
    expect([...memory.batches.values()].map(({ model }) => model)).toEqual(['new']);
    expect(found(fresh, 'a')).toBe(true);
  });
});

describe('merging', () => {
  async function many(memory: MemoryVectors): Promise<Vectors> {
    const vectors = tab(memory.tab());
    for (const text of 'abcdefgh') {
      await addAll(vectors, text);
      await vectors.flush();
    }
    return vectors;
  }

  it('joins small batches without unused vectors, and sweeps leftovers of crashes', async () => {
    const memory = new MemoryVectors();
    const vectors = await many(memory);
    const wanted = hashesOf('a', 'c', 'e', 'f', 'g', 'h');
    await vectors.tidy((low) => wanted.includes(low));
    expect(memory.swept).toBe(1);
    expect(memory.batches.size).toBe(1);
    const next = tab(memory.tab());
    await next.load();
    expect(next.count).toBe(6);
    expect(found(next, 'g')).toBe(true);
    expect(await next.exact([next.rowOf(...passageHash('g'))])).toEqual([along('g'.charCodeAt(0))]);
    // The merging tab knows all positions now.
    expect(await vectors.exact([vectors.rowOf(...passageHash('h'))])).toEqual([along('h'.charCodeAt(0))]);
  });

  it('drops a batch that is no longer in use', async () => {
    const memory = new MemoryVectors();
    const vectors = tab(memory.tab());
    await addAll(vectors, 'a');
    await vectors.flush();
    await vectors.tidy(() => false);
    expect(memory.batches.size).toBe(0);
  });

  it('follows a merge of another tab', async () => {
    const memory = new MemoryVectors();
    const other = await many(memory);
    const merging = tab(memory.tab());
    await merging.load();
    await merging.tidy(() => true);
    await other.load();
    expect(await other.exact([other.rowOf(...passageHash('b'))])).toEqual([along('b'.charCodeAt(0))]);
    expect(other.count).toBe(8);
  });

  for (const writes of [0, 1, 2, 3]) {
    it(`loses nothing when the tab ends after ${writes} of the writes of embedding again and merging`, async () => {
      const memory = new MemoryVectors();
      await many(memory);
      const ending = tab(memory.tab(writes));
      await ending.load();
      const work = (async () => {
        await addAll(ending, 'x', 'y');
        await ending.flush();
        await ending.tidy((low) => !hashesOf('a').includes(low));
        await addAll(ending, 'z');
        await ending.flush();
      })();
      await Promise.race([work, new Promise((resolve) => setTimeout(resolve, 20))]);

      const next = tab(memory.tab());
      await next.load();
      for (const text of 'bcdefgh') expect(found(next, text)).toBe(true);
      expect(found(next, 'x')).toBe(found(next, 'y'));
      expect(found(next, 'x')).toBe(writes >= 1);
      expect(found(next, 'z')).toBe(writes >= 3);
    });
  }
});

describe('the choice of batches to merge', () => {
  const batches = (count: number, size: number, wanted = size) =>
    Array.from({ length: count }, (_, i) => ({ id: `${i}`, count: size, wanted }));

  it('waits for eight small ones, and leaves large ones alone', () => {
    expect(planVectorMerge(batches(7, 10))).toEqual([]);
    expect(planVectorMerge(batches(9, 10))).toHaveLength(8);
    expect(planVectorMerge(batches(20, 8192))).toEqual([]);
  });

  it('includes mostly unused ones, large or small', () => {
    expect(planVectorMerge([...batches(1, 8192, 4000)])).toEqual(['0']);
    expect(planVectorMerge([...batches(1, 8192, 5000)])).toEqual([]);
  });
});
