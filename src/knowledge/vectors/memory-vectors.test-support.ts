// A vector store in memory, shared by several "tabs"; a tab can end after a number of writes.
import type { VectorBatch, VectorInfo, VectorStore } from '../../core/ports/vector-store.ts';

export class MemoryVectors {
  readonly batches = new Map<string, VectorBatch>();
  swept = 0;
  failure: Error | undefined;
  #last = 0;

  /** @param writes the tab ends after this many changes: the next one neither happens nor returns */
  tab(writes = Infinity, keepsExact = true): VectorStore {
    let left = writes;
    const change = async (work: () => void): Promise<void> => {
      if (this.failure) throw this.failure;
      if (left-- <= 0) return new Promise<never>(() => undefined);
      work();
    };
    return {
      ids: async () => [...this.batches.keys()],
      infos: async (ids) => ids.flatMap((id) => this.#info(id)),
      packed: async (id) => {
        const batch = this.batches.get(id);
        return batch && { values: batch.values, scales: batch.scales };
      },
      exact: async (id, places) => {
        const { exact, dimensions } = this.batches.get(id) ?? { dimensions: 0 };
        return exact && keepsExact
          ? places.map((at) => exact.slice(at * dimensions, (at + 1) * dimensions))
          : undefined;
      },
      write: async (batch, replaced = []) => {
        if (!replaced.every((id) => this.batches.has(id))) return undefined;
        const id = `b${++this.#last}`;
        await change(() => {
          this.batches.set(id, batch);
          for (const old of replaced) this.batches.delete(old);
        });
        return this.#info(id)[0];
      },
      remove: async (ids) => change(() => ids.forEach((id) => this.batches.delete(id))),
      sweep: async () => void this.swept++,
    };
  }

  #info(id: string): VectorInfo[] {
    const batch = this.batches.get(id);
    return batch ? [{ id, model: batch.model, dimensions: batch.dimensions, hashes: batch.hashes }] : [];
  }
}
