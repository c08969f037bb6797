// The vectors of the library in memory, over a given storage: found by the hash of a text, for one model.
//
// - Searchable as soon as they are added; written together a little later. Vectors lost in a crash are embedded
//   again.
// - Vectors of other models are neither read nor mixed in. They stay until `dropOthers`, so returning to the old
//   model before the new one is complete costs nothing.
// - Writing, merging and sweeping hold one lock across all tabs; other tabs read new data when notified.
import type { Failure } from '../../core/errors.ts';
import { HashRows } from '../../search/vectors/hash-rows.ts';
import type { Kernel } from '../../search/vectors/kernel.ts';
import { type Quantised, quantise, rowLength } from '../../search/vectors/quantise.ts';
import { VectorTable } from '../../search/vectors/vector-table.ts';
import { joined, mergeBatches, pick, wantedOf } from './merge-batches.ts';
import { planVectorMerge } from './vector-merge.ts';
import type { VectorBatch, VectorInfo, VectorStore } from '../../core/ports/vector-store.ts';

export interface VectorsDeps {
  store: VectorStore;
  kernel(): Kernel;
  /** Runs `work` while no other tab runs any; Web Locks in the browser. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Notifies the other tabs of new records. */
  announce(): void;
}

/** Vectors are written in batches of this size, or after this many milliseconds: a crash costs no more work than that. */
const WRITTEN = { vectors: 1024, delay: 5000 } as const;

/** The place of a row's vector on disk. */
interface Place {
  record: string;
  at: number;
}

export class Vectors {
  readonly model: string;
  readonly #deps: VectorsDeps;
  readonly #rows = new HashRows();
  #table: VectorTable | undefined;
  /** By row; undefined until it is written. */
  readonly #places: (Place | undefined)[] = [];
  /** Unwritten vectors by row. */
  #pending = new Map<number, Float32Array>();
  readonly #known = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Why no more vectors are accepted. */
  #full: Failure | undefined;
  #lost = 0;

  constructor(model: string, deps: VectorsDeps) {
    this.model = model;
    this.#deps = deps;
  }

  /** Number of vectors in memory, which only grows. Includes those of removed passages. */
  get count(): number {
    return this.#rows.count;
  }

  /** Number of stored vectors that are missing or damaged: their passages are embedded again. */
  get lost(): number {
    return this.#lost;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#table?.bytes ?? 0;
  }

  /** Returns the row of a text's vector, or -1. */
  rowOf(low: number, high: number): number {
    return this.#rows.rowOf(low, high);
  }

  /** Reads stored vectors that memory lacks: at the start, and when another tab has written. */
  load(): Promise<void> {
    return this.#inTurn(() => this.#readNew());
  }

  /**
   * Adds vectors of length 1, in the order of the hashes (two numbers each), skipping known ones.
   * @returns when they are as safe as this call requires: written, once there are enough
   * @throws Failure `unavailable` when storage or memory is full; they are searchable nevertheless, as far as they
   *   fit
   */
  async add(hashes: Uint32Array, vectors: readonly Float32Array[]): Promise<void> {
    if (this.#full) throw this.#full;
    const fresh = vectors.flatMap((vector, i) => {
      const hash = [hashes[2 * i]!, hashes[2 * i + 1]!] as const;
      return this.#rows.rowOf(...hash) < 0 ? [{ hash, vector }] : [];
    });
    const first = this.count;
    if (fresh.length > 0) {
      const dimensions = fresh[0]!.vector.length;
      this.#append(
        dimensions,
        quantise(
          fresh.map(({ vector }) => vector),
          dimensions,
        ),
        fresh.map(({ hash }) => hash),
      );
    }
    fresh.slice(0, this.count - first).forEach(({ vector }, i) => this.#pending.set(first + i, vector));
    if (this.#pending.size >= WRITTEN.vectors) await this.flush();
    else if (this.#pending.size > 0) this.#timer ??= setTimeout(() => void this.#flushLater(), WRITTEN.delay);
  }

  /** Writes unwritten vectors. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#inTurn(async () => {
      const rows = [...this.#pending.keys()];
      if (rows.length === 0) return;
      const batch = this.#batchOf(rows);
      const info = await this.#deps.exclusive(() => this.#deps.store.write(batch));
      if (!info) return;
      this.#know(info);
      for (const row of rows) this.#pending.delete(row);
      this.#deps.announce();
    });
  }

  /**
   * Returns each row's approximate cosine with a query of length 1; undefined while there are none. Valid until the
   * next scan.
   */
  scan(query: Float32Array): Float32Array | undefined {
    return this.#table?.dimensions === query.length ? this.#table.scan(query) : undefined;
  }

  /** Returns the approximate cosines of some rows with each other: a square table, row by row. */
  likeness(rows: readonly number[]): Float32Array {
    return this.#table?.likeness(rows) ?? new Float32Array(rows.length ** 2);
  }

  /** Returns the exact vectors of some rows; undefined for those that were not kept or can't be read. */
  async exact(rows: readonly number[]): Promise<(Float32Array | undefined)[]> {
    const found = rows.map((row) => this.#pending.get(row));
    const wanted = new Map<string, { at: number; to: number }[]>();
    rows.forEach((row, to) => {
      const place = this.#places[row];
      if (found[to] || !place) return;
      wanted.set(place.record, [...(wanted.get(place.record) ?? []), { at: place.at, to }]);
    });
    await Promise.all(
      [...wanted].map(async ([record, places]) => {
        const vectors = await this.#deps.store.exact(
          record,
          places.map(({ at }) => at),
        );
        vectors?.forEach((vector, i) => (found[places[i]!.to] = vector));
      }),
    );
    return found;
  }

  /**
   * Merges small batches, drops unused vectors, and removes leftovers of a crash on disk.
   * @param isWanted whether some passage has this hash
   */
  async tidy(isWanted: (low: number, high: number) => boolean): Promise<void> {
    await this.#inTurn(() => this.#deps.exclusive(() => this.#deps.store.sweep()));
    while (await this.#inTurn(() => this.#deps.exclusive(() => this.#mergeOnce(isWanted))));
  }

  /** Removes the vectors of all other models. */
  dropOthers(): Promise<void> {
    return this.#inTurn(() =>
      this.#deps.exclusive(async () => {
        const { store } = this.#deps;
        const infos = await store.infos(await store.ids());
        const others = infos.filter(({ model }) => model !== this.model);
        if (others.length > 0) await store.remove(others.map(({ id }) => id));
      }),
    );
  }

  async #readNew(): Promise<void> {
    const { store } = this.#deps;
    const ids = (await store.ids()).filter((id) => !this.#known.has(id));
    for (const id of ids) {
      const [info] = await store.infos([id]);
      if (info?.model === this.model && !this.#full) await this.#read(info);
    }
  }

  async #read(info: VectorInfo): Promise<void> {
    const { hashes, dimensions } = info;
    if (this.#table && this.#table.dimensions !== dimensions) return;
    const all = Array.from({ length: hashes.length / 2 }, (_, i) => i);
    const fresh = all.filter((i) => this.#rows.rowOf(hashes[2 * i]!, hashes[2 * i + 1]!) < 0);
    if (fresh.length > 0) {
      const packed = await this.#deps.store.packed(info.id);
      if (!packed) {
        // Its file is gone or damaged: without the record, its passages are embedded again.
        this.#lost += fresh.length;
        await this.#deps.exclusive(() => this.#deps.store.remove([info.id]));
        return;
      }
      const some = fresh.length < all.length ? pick(packed, fresh, rowLength(dimensions)) : packed;
      this.#append(
        dimensions,
        some,
        fresh.map((i) => [hashes[2 * i]!, hashes[2 * i + 1]!] as const),
      );
    }
    this.#know(info);
  }

  /** Records the positions of a record's vectors. */
  #know({ id, hashes }: VectorInfo): void {
    this.#known.add(id);
    for (let at = 0; at < hashes.length / 2; at++) {
      const row = this.#rows.rowOf(hashes[2 * at]!, hashes[2 * at + 1]!);
      if (row >= 0) this.#places[row] = { record: id, at };
    }
  }

  #append(dimensions: number, packed: Quantised, hashes: readonly (readonly [number, number])[]): void {
    this.#table ??= new VectorTable(dimensions, this.#deps.kernel());
    if (this.#table.dimensions !== dimensions) {
      throw new Error(`vectors of ${this.model} have ${this.#table.dimensions} numbers, not ${dimensions}`);
    }
    const first = this.#table.count;
    try {
      this.#table.append(packed);
    } catch (error) {
      this.#full = error as Failure;
      throw error;
    } finally {
      for (const hash of hashes.slice(0, this.#table.count - first)) this.#rows.push(...hash);
    }
  }

  #batchOf(rows: readonly number[]): VectorBatch {
    const dimensions = this.#table!.dimensions;
    const vectors = rows.map((row) => this.#pending.get(row)!);
    return {
      model: this.model,
      dimensions,
      hashes: Uint32Array.from(rows.flatMap((row) => this.#rows.hashOf(row))),
      ...quantise(vectors, dimensions),
      exact: joined(vectors, dimensions),
    };
  }

  async #mergeOnce(isWanted: (low: number, high: number) => boolean): Promise<boolean> {
    const { store } = this.#deps;
    const infos = (await store.infos(await store.ids())).filter(({ model }) => model === this.model);
    const states = infos.map((info) => ({
      id: info.id,
      count: info.hashes.length / 2,
      wanted: wantedOf(info, isWanted).length,
    }));
    const ids = planVectorMerge(states);
    if (ids.length === 0) return false;
    const merged = await mergeBatches(
      infos.filter(({ id }) => ids.includes(id)),
      isWanted,
      store,
    );
    const info = merged ? await store.write(merged, ids) : await store.remove(ids);
    if (merged && !info) return false;
    if (info) this.#know(info);
    for (const id of ids) this.#known.delete(id);
    this.#deps.announce();
    return true;
  }

  async #flushLater(): Promise<void> {
    // A failure to write is reported to the next caller of `add`.
    await this.flush().catch(() => undefined);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
