// Background embedding: order, retries, and its end.
import { describe, expect, it } from 'vitest';
import type { Embedder } from './embedder.ts';
import { Failure } from '../../core/errors.ts';
import { embeddingText, type EmbeddedPassage, passageHash } from '../../search/passage-hash.ts';
import { countEmbedded, embedMissing, hashKey, type PassagePlace } from './background.ts';

function library(texts: string[]) {
  const passages = texts.map((text): EmbeddedPassage => ({ title: 'T', heading: [], text }));
  const places = passages.map((passage, index): PassagePlace => {
    const [low, high] = passageHash(embeddingText(passage));
    return { document: 'd', index, low, high };
  });
  const rows = new Map<string, number>();
  const asked: string[] = [];
  const waits: number[] = [];
  const failures: Error[] = [];
  const store = {
    rowOf: (low: number, high: number) => rows.get(hashKey(low, high)) ?? -1,
    async add(hashes: Uint32Array, vectors: readonly Float32Array[]) {
      vectors.forEach((_, i) => rows.set(hashKey(hashes[2 * i]!, hashes[2 * i + 1]!), rows.size));
    },
    flush: async () => undefined,
  };
  const embedder: Embedder = {
    model: 'm',
    dimensions: 1,
    async embed(given) {
      const failure = failures.shift();
      if (failure) throw failure;
      asked.push(...given.map((text) => text.split(': ').at(-1)!));
      return given.map(() => new Float32Array(1));
    },
  };
  const source = {
    passages: () => places,
    texts: async (wanted: readonly PassagePlace[]) => wanted.map(({ index }) => passages[index]),
  };
  const wanted = new Set<string>();
  const options = {
    embedder,
    store,
    source,
    wanted,
    onDone: (): void => undefined,
    stretch: 32,
    wait: async (milliseconds: number) => void waits.push(milliseconds),
  };
  return { options, passages, places, asked, waits, failures, store, wanted, source };
}

const signal = new AbortController().signal;

describe('background embedding', () => {
  it('embeds the guide after all other documents, including later ones', async () => {
    const { options, asked, places } = library(['guide 1', 'own 1', 'guide 2', 'own 2']);
    const late = places.pop()!;
    for (const guide of [0, 2]) places[guide]!.isLast = true;
    const onDone = (): void => {
      if (asked.length === 2) places.push(late);
    };
    await embedMissing({ ...options, stretch: 1, onDone }, signal);
    expect(asked).toEqual(['own 1', 'guide 1', 'own 2', 'guide 2']);
  });

  it('embeds each text once, and search hits first', async () => {
    const { options, asked, wanted, places, source, store } = library(['a', 'b', 'a', 'c']);
    wanted.add(hashKey(places[3]!.low, places[3]!.high));
    expect(countEmbedded(source, store)).toEqual({ done: 0, total: 4 });
    await embedMissing(options, signal);
    expect(asked).toEqual(['c', 'a', 'b']);
    expect(countEmbedded(source, store)).toEqual({ done: 4, total: 4 });
    await embedMissing(options, signal);
    expect(asked).toHaveLength(3);
  });

  it('turns to search hits while it works', async () => {
    const letters = Array.from({ length: 100 }, (_, i) => `n${i}`);
    const { options, asked, wanted, places } = library(letters);
    const embed = options.embedder.embed.bind(options.embedder);
    options.embedder.embed = (texts, given) => {
      wanted.add(hashKey(places[99]!.low, places[99]!.high));
      return embed(texts, given);
    };
    await embedMissing(options, signal);
    expect(asked.indexOf('n99')).toBe(32);
    expect(asked).toHaveLength(100);
  });

  it('uses the new version of a text that changed meanwhile, without repeating the old one', async () => {
    const { options, passages, store, source } = library(['a', 'b']);
    passages[0] = { title: 'T', heading: [], text: 'changed' };
    await embedMissing(options, signal);
    expect(store.rowOf(...passageHash(embeddingText(passages[0])))).toBeGreaterThanOrEqual(0);
    expect(countEmbedded(source, store)).toEqual({ done: 1, total: 2 });
  });

  it('retries after 1, 2, 4 and 8 seconds, and as late as the server asks', async () => {
    const { options, failures, waits, asked } = library(['a']);
    const down = () => new Failure('unavailable', 'down');
    failures.push(down(), down(), new Failure('rate_limited', 'slow', { retry_after: 20 }), down());
    await embedMissing(options, signal);
    expect(waits).toEqual([1000, 2000, 20_000, 8000]);
    expect(asked).toEqual(['a']);
  });

  it("ends at the fifth failure, and immediately where a retry can't help", async () => {
    const { options, failures, waits } = library(['a']);
    for (let i = 0; i < 5; i++) failures.push(new Failure('unavailable', 'down'));
    await expect(embedMissing(options, signal)).rejects.toMatchObject({ message: 'down' });
    expect(waits).toHaveLength(4);
    failures.push(new Failure('denied', 'no key'));
    await expect(embedMissing(options, signal)).rejects.toMatchObject({ message: 'no key' });
    expect(waits).toHaveLength(4);
  });

  it('stops between two batches', async () => {
    const { options, asked } = library(Array.from({ length: 100 }, (_, i) => `n${i}`));
    const stop = new AbortController();
    options.onDone = () => stop.abort();
    await expect(embedMissing(options, stop.signal)).rejects.toHaveProperty('name', 'AbortError');
    expect(asked).toHaveLength(32);
  });
});
