// Keyword and semantic search over a real library, with a model small enough to compute by hand.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import type { LibraryAnswer } from '../core/answer.ts';
import type { SearchHit, SearchOptions } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { makeKernel } from '../search/vectors/kernel.ts';
import { openDatabase } from '../storage/database.ts';
import { DocumentTable } from '../storage/documents.ts';
import type { Library } from './library.ts';
import type { Meaning } from './meaning.ts';
import { MemoryVectors } from './vectors/memory-vectors.test-support.ts';
import { Vectors } from './vectors/vectors.ts';
import { memoryLibrary, tickingClock } from './library.test-support.ts';

/** Synonyms, each group on one axis. */
const MEANINGS = [
  ['boat', 'ship', 'vessel', 'dinghy'],
  ['cat', 'kitten', 'feline'],
  ['rain', 'drizzle', 'shower'],
  ['bread', 'loaf', 'rye'],
];

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(32);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const axis = MEANINGS.findIndex((words) => words.includes(word));
    vector[axis < 0 ? 4 + (word.length % 28) : axis]! += axis < 0 ? 0.1 : 1;
  }
  const norm = Math.hypot(...vector) || 1;
  return vector.map((value) => value / norm);
}

class SmallModel implements Meaning<Vectors> {
  isOff = false;
  isLoaded = true;
  isNeeded = false;
  readonly vectorStore = new Vectors('small', {
    store: new MemoryVectors().tab(),
    kernel: makeKernel,
    exclusive: (work) => work(),
    announce: () => undefined,
  });
  readonly asked: string[][] = [];
  readonly wanted: (readonly [number, number])[] = [];
  failure: Error | undefined;
  /** Milliseconds a call takes. */
  delay = 0;

  hold(): void {
    // There is no background.
  }
  need(): void {
    this.isNeeded = true;
  }

  want(hashes: Iterable<readonly [number, number]>): void {
    this.wanted.push(...hashes);
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    this.asked.push([...texts]);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    signal?.throwIfAborted();
    if (this.failure) throw this.failure;
    return texts.map(vectorOf);
  }
}

let names = 0;
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function openLibrary(meaning?: Meaning): Promise<Library> {
  const db = await openDatabase({ name: `search-library-${++names}` });
  closing.push(() => db.close());
  let ids = 0;
  const library = memoryLibrary({
    store: new DocumentTable(db),
    newId: () => `id-${String(++ids).padStart(4, '0')}`,
    now: tickingClock(),
    meaning: () => meaning,
  });
  await library.load();
  return library;
}

const NOTES = {
  Harbour: 'The old vessel lies in the harbour all winter.',
  Weather: 'A light drizzle falls on the harbour.',
  Pets: 'Our kitten sleeps near the stove.',
  Baking: 'Knead the loaf twice, and let the rye rest.',
};

async function fill(library: Library, notes: Record<string, string> = NOTES): Promise<void> {
  await library.add(
    Object.entries(notes).map(([title, body]) => ({
      document: { title, body, source: title === 'Weather' ? 'sky' : 'notes', updated_at: '2026-01-01' },
    })),
  );
}

/** Returns a library in which every passage has a vector. */
async function embedded(): Promise<{ library: Library; model: SmallModel }> {
  const model = new SmallModel();
  const library = await openLibrary(model);
  await fill(library);
  for (const word of ['harbour', 'kitten', 'loaf']) await library.search(word, { patience: 500 });
  expect(model.vectorStore.count).toBe(4);
  model.asked.length = 0;
  return { library, model };
}

const titles = (hits: readonly SearchHit[]): (string | undefined)[] => hits.map(({ title }) => title);

describe('sources', () => {
  const among = async (library: Library, query: string, options: SearchOptions): Promise<string[]> =>
    (await library.search(query, options)).map(({ source }) => source);

  it.each(['keyword', 'semantic', 'hybrid'] as const)('are respected in %s mode', async (mode) => {
    const { library } = await embedded();
    expect(new Set(await among(library, 'harbour rain', { mode }))).toEqual(new Set(['sky', 'notes']));
    expect(new Set(await among(library, 'harbour rain', { mode, sources: ['sky'] }))).toEqual(
      new Set(['sky']),
    );
    expect(await among(library, 'harbour rain', { mode, sources: [] })).toEqual([]);
    expect(await among(library, 'harbour rain', { mode, sources: ['nowhere'] })).toEqual([]);
  });

  it('may be any of several, combined with the other filters', async () => {
    const { library } = await embedded();
    const both = { sources: ['sky', 'notes'] };
    expect(new Set(await among(library, 'harbour', both))).toEqual(new Set(['sky', 'notes']));
    expect(await among(library, 'harbour', { ...both, source: 'sky' })).toEqual(['sky']);
    expect(await among(library, 'harbour source:notes', { sources: ['sky'] })).toEqual([]);
  });

  it('apply to phrases, lists and later, better rankings', async () => {
    const { library } = await embedded();
    expect(await among(library, '"the harbour"', { sources: ['sky'] })).toEqual(['sky']);
    expect(await among(library, 'source:notes', { sources: ['sky'] })).toEqual([]);
    const later: string[] = [];
    await new Promise<void>((resolve) => {
      const onUpdate = (hits: SearchHit[]): void => void later.push(...hits.map(({ source }) => source));
      void library.search('boat', { sources: ['sky'] }, { onUpdate, onEnd: resolve });
    });
    expect(new Set(later)).not.toContain('notes');
  });
});

describe('modes (SPEC-0003)', () => {
  it('reject an unknown mode', async () => {
    const { library } = await embedded();
    await expect(library.search('x', { mode: 'fuzzy' as never })).rejects.toMatchObject({
      code: 'bad_request',
      message: 'Unknown search mode: fuzzy. Use keyword, semantic, or hybrid.',
    });
  });

  it('reject semantic mode when disabled, and answer hybrid by keywords', async () => {
    const model = new SmallModel();
    model.isOff = true;
    const library = await openLibrary(model);
    await fill(library);
    await expect(library.search('boat', { mode: 'semantic' })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Search by meaning is turned off. Turn it on in Settings, or use keyword.',
    });
    expect(titles(await library.search('harbour'))).toEqual(
      titles(await library.search('harbour', { mode: 'keyword' })),
    );
    expect(model.asked).toEqual([]);
  });

  it('are deterministic', async () => {
    const { library } = await embedded();
    for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
      const first = await library.search('old harbour boat', { mode, explain: true });
      expect(await library.search('old harbour boat', { mode, explain: true })).toEqual(first);
    }
  });

  it('return nothing for an empty query', async () => {
    const { library, model } = await embedded();
    for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
      expect(await library.search('  ', { mode })).toEqual([]);
    }
    expect(model.asked).toEqual([]);
  });

  it('return nothing without a match', async () => {
    const library = await openLibrary(new SmallModel());
    for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
      expect(await library.search('boat', { mode })).toEqual([]);
    }
    const { library: full } = await embedded();
    expect(await full.search('zzzz', { mode: 'keyword' })).toEqual([]);
  });

  it('treat hyphenated terms in hybrid search as user text', async () => {
    const model = new SmallModel();
    const library = await openLibrary(model);
    await fill(library, { Flags: 'Merge with no-ff to keep the branch.', Other: 'A branch of a tree.' });
    for (const mode of ['keyword', 'hybrid'] as const) {
      expect(titles(await library.search('no-ff', { mode, patience: 500 }))[0]).toBe('Flags');
    }
  });

  it('have scores between 0 and 1, best first', async () => {
    const { library } = await embedded();
    for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
      const scores = (await library.search('harbour boat drizzle', { mode })).map(({ score }) => score);
      expect(scores.length).toBeGreaterThan(1);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
  });
});

describe('semantic search', () => {
  it('finds passages without any word of the question, also in hybrid mode but not in keyword mode', async () => {
    const { library } = await embedded();
    expect(await library.search('ship', { mode: 'keyword' })).toEqual([]);
    expect(titles(await library.search('ship', { mode: 'semantic' }))[0]).toBe('Harbour');
    expect(titles(await library.search('ship', { mode: 'hybrid' }))[0]).toBe('Harbour');
    expect(titles(await library.search('harbour ship'))[0]).toBe('Harbour');
  });

  it('filters before the limit', async () => {
    const { library } = await embedded();
    expect(titles(await library.search('ship', { mode: 'semantic', source: 'sky' }))).toEqual(['Weather']);
    expect(titles(await library.search('ship source:sky'))).toEqual(['Weather']);
    expect(await library.search('ship', { mode: 'semantic', since: '2026-02-01' })).toEqual([]);
  });

  it('finds nothing that was removed', async () => {
    const { library } = await embedded();
    const [hit] = await library.search('ship');
    await library.remove([hit!.id]);
    expect(titles(await library.search('ship', { mode: 'semantic' }))).not.toContain('Harbour');
  });

  it('explains each leg: rank, score, and weight', async () => {
    const { library } = await embedded();
    const hits = await library.search('harbour ship', { explain: true });
    const [harbour, weather] = [hits[0]!.explain!, hits.find(({ title }) => title === 'Weather')!.explain!];
    expect(harbour.weights.keyword + harbour.weights.semantic).toBeCloseTo(1);
    expect(harbour.keyword!.terms).toHaveProperty('harbour');
    expect(harbour.keyword!.score).toBeGreaterThan(0);
    expect(harbour.semantic).toMatchObject({ rank: 1, score: expect.closeTo(0.9, 1) });
    expect(weather.semantic!.rank).toBeGreaterThan(1);
    const [pets] = await library.search('feline', { explain: true });
    expect(pets!.explain).not.toHaveProperty('keyword');
    expect(pets).toMatchObject({ title: 'Pets', explain: { semantic: { rank: 1 } } });
    const [byMeaning] = await library.search('harbour ship', { mode: 'semantic', explain: true });
    expect(byMeaning!.explain!.weights).toEqual({ keyword: 0, semantic: 1 });
  });

  it('matches a phrase word for word in every mode', async () => {
    const { library, model } = await embedded();
    expect(titles(await library.search('"light drizzle"'))).toEqual(['Weather']);
    expect(await library.search('"heavy drizzle"')).toEqual([]);
    expect(model.asked).toEqual([]);
  });
});

describe('a search without embeddings at hand', () => {
  const waitForUpdates = async (
    library: Library,
    query: string,
    options: SearchOptions = {},
  ): Promise<{ answer: SearchHit[]; updates: SearchHit[][] }> => {
    const updates: SearchHit[][] = [];
    let answer: SearchHit[] = [];
    await new Promise<void>((resolve, reject) => {
      const onUpdate = (hits: SearchHit[]): void => void updates.push(hits);
      library.search(query, options, { onUpdate, onEnd: resolve }).then((hits) => (answer = hits), reject);
    });
    return { answer, updates };
  };

  it('answers by keywords at once without any vectors, then ranks again as passages are embedded', async () => {
    const model = new SmallModel();
    model.delay = 60;
    const library = await openLibrary(model);
    await fill(library, {
      'Harbour words': 'harbour harbour harbour harbour walls.',
      'Harbour life': 'Each boat and dinghy in the harbour has a berth for the whole winter season here.',
    });
    const start = performance.now();
    const { answer, updates } = await waitForUpdates(library, 'harbour ship vessel');
    expect(performance.now() - start).toBeLessThan(2000);
    expect(titles(answer)).toEqual(['Harbour words', 'Harbour life']);
    expect(updates.length).toBeGreaterThan(0);
    expect(titles(updates.at(-1)!)).toEqual(['Harbour life', 'Harbour words']);
    expect(model.vectorStore.count).toBe(2);
    model.delay = 0;
    expect(titles(await library.search('harbour ship vessel'))).toEqual(['Harbour life', 'Harbour words']);
  });

  it('embeds the best few first, fifty in total, each once', async () => {
    const model = new SmallModel();
    const library = await openLibrary(model);
    const notes = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`N${i}`, `harbour ${i} text`]));
    await fill(library, notes);
    await waitForUpdates(library, 'harbour');
    expect(model.asked.map((texts) => texts.length)).toEqual([1, 3, 5, 12, 30]);
    await waitForUpdates(library, 'harbour');
    expect(model.asked.slice(5)).toEqual([['harbour']]);
  });

  it('waits as long as the caller allows, and not longer', async () => {
    const model = new SmallModel();
    const library = await openLibrary(model);
    await fill(library);
    expect(titles(await library.search('harbour boat', { patience: 2000 }))[0]).toBe('Harbour');
    expect(model.vectorStore.count).toBe(2);
    model.delay = 1500;
    const start = performance.now();
    await library.search('kitten', { patience: 80 });
    expect(performance.now() - start).toBeLessThan(1400);
  });

  it("embeds no hits when the caller doesn't wait, and puts them first in the background", async () => {
    const model = new SmallModel();
    const library = await openLibrary(model);
    await fill(library);
    await library.search('harbour');
    expect(model.asked).toEqual([['harbour']]);
    expect(model.wanted).toHaveLength(2);
  });

  it('answers by keywords and requests the model when it is not loaded', async () => {
    const model = new SmallModel();
    model.isLoaded = false;
    const library = await openLibrary(model);
    await fill(library);
    expect(titles(await library.search('harbour'))).toHaveLength(2);
    expect(model.isNeeded).toBe(true);
    expect(model.asked).toEqual([]);
  });

  it('loads no model in data-saving mode', async () => {
    const model = new SmallModel();
    model.isLoaded = false;
    model.need = () => undefined;
    const library = await openLibrary(model);
    await fill(library);
    expect((await waitForUpdates(library, 'harbour')).updates).toEqual([]);
    expect(model.asked).toEqual([]);
  });

  it('keeps the keyword hits when the model fails; semantic mode reports why', async () => {
    const model = new SmallModel();
    model.failure = new Failure('unavailable', 'The model could not be loaded.');
    const library = await openLibrary(model);
    await fill(library);
    expect(titles(await library.search('harbour', { patience: 200 }))).toHaveLength(2);
    await expect(library.search('harbour', { mode: 'semantic' })).rejects.toThrow(
      'The model could not be loaded.',
    );
  });

  it('embeds the best keyword hits first in a semantic search over a library without vectors', async () => {
    const model = new SmallModel();
    const library = await openLibrary(model);
    await fill(library);
    const hits = await library.search('harbour boat', { mode: 'semantic', patience: 2000 });
    expect(titles(hits)).toEqual(['Harbour', 'Weather']);
  });

  it('stops embedding when the search is aborted', async () => {
    const model = new SmallModel();
    model.delay = 30;
    const library = await openLibrary(model);
    const notes = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`N${i}`, `harbour ${i} text`]));
    await fill(library, notes);
    const abort = new AbortController();
    const updates: SearchHit[][] = [];
    await new Promise<void>((resolve) => {
      const onUpdate = (hits: SearchHit[]): void => {
        updates.push(hits);
        abort.abort();
      };
      void library.search('harbour', {}, { onUpdate, onEnd: resolve, signal: abort.signal });
    });
    expect(updates).toHaveLength(1);
    expect(model.asked.length).toBeLessThan(4);
  });
});

describe('an answer', () => {
  const DOCUMENTS = [
    { title: 'Harbour', body: 'A dinghy needs a licence in the bay.' },
    { title: 'Kitchen', body: 'A loaf needs forty minutes. Nobody asks for permission.' },
  ];

  async function ask(model: SmallModel | undefined, question: string): Promise<(string | undefined)[]> {
    const library = await openLibrary(model);
    await library.add(DOCUMENTS.map((document) => ({ document })));
    const heard: (string | undefined)[] = [];
    await new Promise<void>((onEnd, reject) => {
      const call = {
        onBetter: ({ answer }: LibraryAnswer) => void heard.push(answer?.document.title),
        onEnd,
      };
      library.answer(question, {}, call).then(({ answer }) => heard.unshift(answer?.document.title), reject);
    });
    return heard;
  }

  it("that words don't find is offered by semantic search afterwards", async () => {
    const [given, better] = await ask(new SmallModel(), 'Does a vessel need permission?');
    expect(given).not.toBe('Harbour');
    expect(better).toBe('Harbour');
  });

  it('found by words is not offered again', async () => {
    expect(await ask(new SmallModel(), 'Does a dinghy need a licence?')).toEqual(['Harbour']);
  });

  describe('an answer among passages with equal keyword scores', () => {
    const QUESTION = 'What shelter from cold, dark, winter wind, snow and ice does a ship need?';
    const PAIR = [
      {
        title: 'Kitchen',
        body: 'From cold, dark, winter wind, snow and ice a loaf needs shelter on a shelf.',
      },
      { title: 'Harbour', body: 'From dark, winter wind, snow and ice a vessel needs shelter at a berth.' },
    ];

    /** @returns titles of the answer, and of the later offer */
    async function between(model: SmallModel, delay = 0): Promise<(string | undefined)[]> {
      const library = await openLibrary(model);
      await library.add(PAIR.map((document) => ({ document })));
      await library.search('loaf vessel', { patience: 500 });
      expect(model.vectorStore.count).toBe(2);
      model.delay = delay;
      const heard: (string | undefined)[] = [];
      await new Promise<void>((onEnd, reject) => {
        const onBetter = ({ answer }: LibraryAnswer) => void heard.push(answer?.document.title);
        library
          .answer(QUESTION, {}, { onBetter, onEnd })
          .then(({ answer }) => heard.unshift(answer?.document.title), reject);
      });
      return heard;
    }

    it('is chosen by meaning at once with a loaded model', async () => {
      const library = await openLibrary(undefined);
      await library.add(PAIR.map((document) => ({ document })));
      expect((await library.answer(QUESTION)).answer?.document.title).toBe('Kitchen');
      expect(await between(new SmallModel())).toEqual(['Harbour']);
    });

    it('is chosen by words, and offered by meaning later, while the model is busy', async () => {
      const started = performance.now();
      expect(await between(new SmallModel(), 200)).toEqual(['Kitchen', 'Harbour']);
      expect(performance.now() - started).toBeGreaterThan(200);
    });
  });

  it('is chosen by words alone without a model, or with one that fails', async () => {
    expect(await ask(undefined, 'vessel ship boat')).toEqual([undefined]);
    const model = new SmallModel();
    model.failure = new Failure('unavailable', 'No model.');
    expect(await ask(model, 'vessel ship boat')).toEqual([undefined]);
  });
});
