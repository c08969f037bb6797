// The page of the large search benchmark: Perilune's index and its peers over the same passages, queried alternately.
import { create, insertMultiple, search as searchOrama } from '@orama/orama';
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { KeywordIndex } from '../../src/search/keyword-index.ts';
import { buildSegment, decodeSegment, encodeSegment } from '../../src/search/segment.ts';
import type { IndexedChunk } from '../../src/search/segment-types.ts';
import { STOP_WORDS } from '../../src/search/stop-words.ts';
import { synthetic } from '../corpus.mjs';

const LIMIT = 10;
/** A library of 100,000 passages has about ten segments until they are merged. */
const SEGMENT = 10_000;

type Ask = (query: string) => unknown;
interface Built {
  build: number;
  ask: Ask;
}

let corpus: { chunks: IndexedChunk[]; content: string[]; questions: string[] };
const asks = new Map<string, Ask>();

const processTerm = (term: string): string | null => {
  const word = term.toLowerCase();
  return STOP_WORDS.has(word) ? null : stemmer(word);
};

const BUILDERS: Record<string, () => Built | Promise<Built>> = {
  perilune: () => buildOurs(),
  'perilune, again': () => buildOurs(),
  'minisearch, stop words + stems': () => buildMiniSearch({ processTerm }),
  'minisearch, stop words': () =>
    buildMiniSearch({
      processTerm: (term) => (STOP_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
    }),
  minisearch: () => buildMiniSearch({}),
  orama: () => buildOrama({}),
  'orama, stop words + stems': () => buildOrama({ stemming: true, stemmer, stopWords: [...STOP_WORDS] }),
};

function buildOurs(): Built {
  const { chunks } = corpus;
  const index = new KeywordIndex();
  let build = 0;
  for (let from = 0; from < chunks.length; from += SEGMENT) {
    const start = performance.now();
    const segment = buildSegment(chunks.slice(from, from + SEGMENT));
    build += performance.now() - start;
    index.add(decodeSegment(encodeSegment(segment)));
  }
  return { build, ask: (query) => index.search(query, { limit: LIMIT, explain: false }) };
}

function buildMiniSearch(options: { processTerm?: (term: string) => string | null }): Built {
  const start = performance.now();
  const index = new MiniSearch({ fields: ['text', 'title', 'headings'], ...options });
  index.addAll(corpus.chunks.map(recordOf));
  return { build: performance.now() - start, ask: (query) => index.search(query).slice(0, LIMIT) };
}

async function buildOrama(tokenizer: object): Promise<Built> {
  const start = performance.now();
  const index = create({
    schema: { text: 'string', title: 'string', headings: 'string' } as const,
    components: { tokenizer: { language: 'english', ...tokenizer } as never },
  });
  await insertMultiple(
    index,
    corpus.chunks.map(({ text, title, heading }) => ({ text, title, headings: heading.join(' ') })),
    5000,
  );
  return {
    build: performance.now() - start,
    ask: (term) => searchOrama(index, { term, limit: LIMIT }),
  };
}

function recordOf({ text, title, heading }: IndexedChunk, id: number): object {
  return { id, text, title, headings: heading.join(' ') };
}

const bench = {
  isolated: crossOriginIsolated,
  engines: Object.keys(BUILDERS),

  make(count: number): number {
    corpus = synthetic(count, STOP_WORDS) as typeof corpus;
    return corpus.chunks.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  },

  /** @returns milliseconds */
  async build(engine: string): Promise<number> {
    const { build, ask } = await BUILDERS[engine]!();
    asks.set(engine, ask);
    return build;
  },

  /** Milliseconds of each of these queries, numbers `from` up to `to` of their kind. */
  async ask(engine: string, kind: 'content' | 'questions', from: number, to: number): Promise<number[]> {
    const ask = asks.get(engine)!;
    const times: number[] = [];
    for (const query of corpus[kind].slice(from, to)) {
      const start = performance.now();
      await ask(query);
      times.push(performance.now() - start);
    }
    return times;
  },
};

export type Bench = typeof bench;
Object.assign(globalThis, { bench });
