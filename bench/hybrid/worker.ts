// The measurements of the hybrid search benchmark, in a worker as in the app: scans, recall, and complete rankings
// over an index of many segments with vectors in the private file system.
import { create, insertMultiple, searchVector } from '@orama/orama';
import { KeywordIndex } from '../../src/search/keyword-index.ts';
import { buildSegment } from '../../src/search/segment.ts';
import { STOP_WORDS } from '../../src/search/stop-words.ts';
import { makeKernel, scalarKernel } from '../../src/search/vectors/kernel.ts';
import { product, quantise } from '../../src/search/vectors/quantise.ts';
import { VectorTable } from '../../src/search/vectors/vector-table.ts';
import { rankingsByMeaning } from '../../src/knowledge/find-by-meaning.ts';
import type { LiveIndex } from '../../src/knowledge/live-index.ts';
import type { Meaning } from '../../src/knowledge/meaning.ts';
import { Vectors } from '../../src/knowledge/vectors/vectors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { openVectorFolder } from '../../src/storage/vector-folder.ts';
import { VectorFiles } from '../../src/storage/vectors.ts';
import { synthetic } from '../corpus.mjs';
import read from './read.wat';

const DIMENSIONS = 384;
const TOP = 10;
const RESCORED = 50;
const SEGMENT = 10_000;
/** Vectors form clusters of this size, like those of texts. */
const CLUSTER = 2000;
const LIMIT = 12;

let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const bell = (): number => random() + random() + random() + random() - 2;

function unit(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(product(vector, vector)) || 1;
  return vector.map((value) => value / norm);
}

function near(center: Float32Array, noise: number): Float32Array {
  return unit(center.map((value) => value + noise * bell()));
}

function* clustered(count: number): Generator<Float32Array> {
  const centers = Array.from({ length: Math.max(1, Math.round(count / CLUSTER)) }, () =>
    unit(new Float32Array(DIMENSIONS).map(bell)),
  );
  for (let i = 0; i < count; i++) yield near(centers[i % centers.length]!, 0.06);
}

function inBatches(count: number, take: (vectors: Float32Array[]) => void): void {
  const source = clustered(count);
  for (let from = 0; from < count; from += 4096) {
    take(Array.from({ length: Math.min(4096, count - from) }, () => source.next().value as Float32Array));
  }
}

function times(rounds: number, work: (round: number) => unknown): number[] {
  const all: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    work(round);
    all.push(performance.now() - start);
  }
  return all;
}

/** Alternates between measuring the minimum time to read so many bytes, and the time to score them. */
function scan(count: number, rounds: number): { scan: number[]; limit: number[]; bytes: number } {
  const table = new VectorTable(DIMENSIONS, makeKernel());
  inBatches(count, (vectors) => table.append(quantise(vectors, DIMENSIONS)));
  const bytes = Math.ceil((count * DIMENSIONS) / 64) * 64;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65_536) + 1 });
  new Uint8Array(memory.buffer).fill(7);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(read), { vectors: { memory } });
  const readAll = exports['read'] as (at: number, end: number) => bigint;
  const [query] = [...clustered(1)];
  const result = { scan: [] as number[], limit: [] as number[], bytes: table.bytes };
  for (let round = 0; round < rounds; round++) {
    result.scan.push(...times(1, () => table.scan(query!)));
    result.limit.push(...times(1, () => readAll(0, bytes)));
  }
  return result;
}

function scalar(count: number, rounds: number): number[] {
  const table = new VectorTable(DIMENSIONS, scalarKernel);
  inBatches(count, (vectors) => table.append(quantise(vectors, DIMENSIONS)));
  const [query] = [...clustered(1)];
  return times(rounds, () => table.scan(query!));
}

function best(scores: ArrayLike<number>, count: number): number[] {
  return Array.from({ length: scores.length }, (_, i) => i)
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, count);
}

/**
 * Share of the exact top 10 found by the packed scan, alone and with its best hits rescored. The vectors, floats in
 * one file, query each other; a vector does not count as its own hit.
 */
async function recall(address: string): Promise<object> {
  const all = new Float32Array(await (await fetch(address)).arrayBuffer());
  const vectors = Array.from({ length: Math.floor(all.length / DIMENSIONS) }, (_, i) =>
    all.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS),
  );
  const table = new VectorTable(DIMENSIONS, makeKernel());
  table.append(quantise(vectors, DIMENSIONS));
  const step = Math.ceil(vectors.length / 300);
  let [packed, rescored, asked] = [0, 0, 0];
  for (let at = 0; at < vectors.length; at += step) {
    const exact = vectors.map((vector, i) => (i === at ? -1 : product(vector, vectors[at]!)));
    const wanted = new Set(best(exact, TOP));
    const scores = table.scan(vectors[at]!).slice();
    scores[at] = -1;
    const found = best(scores, RESCORED);
    packed += found.slice(0, TOP).filter((row) => wanted.has(row)).length;
    found.sort((a, b) => exact[b]! - exact[a]!);
    rescored += found.slice(0, TOP).filter((row) => wanted.has(row)).length;
    asked++;
  }
  return {
    vectors: vectors.length,
    questions: asked,
    packed: packed / asked / TOP,
    rescored: rescored / asked / TOP,
  };
}

/** Rankings over this many passages with vectors: built, written, read back after a restart, queried. */
async function hybrid(count: number, name: string): Promise<object> {
  const { chunks, content, questions } = synthetic(count, STOP_WORDS);
  const index = new KeywordIndex();
  for (let from = 0; from < chunks.length; from += SEGMENT) {
    index.add(buildSegment(chunks.slice(from, from + SEGMENT)));
  }
  chunks.length = 0;
  const db = await openDatabase({ name });
  let ids = 0;
  const store = new VectorFiles(db, {
    folder: await openVectorFolder(),
    newId: () => `${name}-${++ids}`,
    now: () => new Date().toISOString(),
  });
  const deps = {
    store,
    kernel: makeKernel,
    exclusive: <Result>(work: () => Promise<Result>) => work(),
    announce: () => undefined,
  };
  const source = clustered(count);
  const writing = performance.now();
  for (const { hashes } of index.segments) {
    const vectors = Array.from({ length: hashes.length / 2 }, () => source.next().value as Float32Array);
    const { values, scales } = quantise(vectors, DIMENSIONS);
    const exact = new Float32Array(vectors.length * DIMENSIONS);
    vectors.forEach((vector, i) => exact.set(vector, i * DIMENSIONS));
    await store.write({ model: 'bench', dimensions: DIMENSIONS, hashes, values, scales, exact });
  }
  const written = performance.now() - writing;
  const vectorStore = new Vectors('bench', deps);
  const start = performance.now();
  await vectorStore.load();
  const loaded = performance.now() - start;
  const meaning: Meaning = {
    isOff: false,
    isLoaded: true,
    isNeeded: true,
    vectorStore,
    need: () => undefined,
    hold: () => undefined,
    want: () => undefined,
    embed: (texts) => Promise.resolve(texts.map(() => near([...clustered(1)][0]!, 0.06))),
  };
  const live = { index } as LiveIndex;
  const ask = async (text: string): Promise<number> => {
    const begun = performance.now();
    const rankings = rankingsByMeaning({
      live,
      meaning,
      text,
      mode: 'hybrid',
      limit: LIMIT,
      search: {},
      explain: false,
      embeds: false,
      read: () => Promise.resolve([]),
    });
    for await (const hits of rankings) if (hits.length === 0) throw new Error('found nothing');
    return performance.now() - begun;
  };
  const first = await ask(content[0]!);
  const all: Record<string, number[]> = { content: [], questions: [], keyword: [] };
  for (let i = 0; i < 100; i++) {
    all['content']!.push(await ask(content[i]!));
    all['questions']!.push(await ask(questions[i]!));
    all['keyword']!.push(...times(1, () => index.search(questions[i]!, { limit: LIMIT, explain: false })));
  }
  return { written, loaded, first, bytes: vectorStore.bytes, ...all };
}

async function orama(count: number, rounds: number): Promise<{ build: number; times: number[] }> {
  const start = performance.now();
  const index = create({ schema: { vector: `vector[${DIMENSIONS}]` } as const });
  const source = clustered(count);
  for (let from = 0; from < count; from += 5000) {
    const some = Array.from({ length: Math.min(5000, count - from) }, () => ({
      vector: [...(source.next().value as Float32Array)],
    }));
    await insertMultiple(index, some, 5000);
  }
  const build = performance.now() - start;
  const all: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const value = [...[...clustered(1)][0]!];
    const begun = performance.now();
    await searchVector(index, {
      mode: 'vector',
      vector: { value, property: 'vector' },
      similarity: 0,
      limit: TOP,
    });
    all.push(performance.now() - begun);
  }
  return { build, times: all };
}

const calls: Record<string, (...args: never[]) => unknown> = { scan, scalar, recall, hybrid, orama };

addEventListener('message', ({ data }: MessageEvent<{ id: number; name: string; args: never[] }>) => {
  const { id, name, args } = data;
  Promise.resolve()
    .then(() => calls[name]!(...args))
    .then(
      (result) => postMessage({ id, result }),
      (error: unknown) => postMessage({ id, error: String(error) }),
    );
});
