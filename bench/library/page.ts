// The page of the library benchmark: the real client and knowledge worker, and the measurements for
// bench/library.mjs.
import type { DocumentInput } from '../../src/core/document.ts';
import { KnowledgeClient } from '../../src/knowledge/client.ts';
import { STOP_WORDS } from '../../src/search/stop-words.ts';
import { passages, queries } from '../corpus.mjs';

/** Documents per batch: their texts stay in the page until added. */
const PART = 2000;

const query = new URLSearchParams(location.search).get('q');
const started = performance.now();
const client = new KnowledgeClient(
  new Worker(new URL('../../src/apps/web/knowledge-worker.ts', import.meta.url), {
    type: 'module',
    name: 'knowledge',
  }),
);

/** Milliseconds from navigation, and from the start of the worker, to the first hits. */
const first =
  query === null
    ? Promise.resolve(undefined)
    : client.search(query, { mode: 'keyword' }).then((hits) => ({
        hits: hits.length,
        sinceNavigation: performance.now(),
        sinceWorker: performance.now() - started,
      }));

/** Documents of `each` passages in one section. They declare their language, since made-up words have none. */
function* documents(count: number, each: number): Generator<DocumentInput> {
  const metadata = { language: 'en' };
  let body = '';
  let title = '';
  let name = '';
  for (const passage of passages(count, STOP_WORDS, each)) {
    if (passage.index === 0) {
      if (body !== '') yield { title, body, source: 'bench', source_id: name, metadata };
      [body, title, name] = ['', passage.title, passage.document];
    }
    body += `## ${passage.heading[0] ?? ''}\n\n${passage.text}\n\n`;
  }
  if (body !== '') yield { title, body, source: 'bench', source_id: name, metadata };
}

async function fill(count: number, each: number): Promise<{ chunks: number; ms: number }> {
  let part: DocumentInput[] = [];
  let chunks = 0;
  let ms = 0;
  const flush = async (): Promise<void> => {
    const start = performance.now();
    chunks += (await client.add(part)).chunks;
    ms += performance.now() - start;
    part = [];
    console.log(`${chunks} passages in ${(ms / 1000).toFixed(1)} s`);
  };
  for (const document of documents(count, each)) {
    part.push(document);
    if (part.length === PART) await flush();
  }
  if (part.length > 0) await flush();
  return { chunks, ms };
}

/** Query times; the first hundred only warm up. */
async function times(kind: 'content' | 'questions', what: 'search' | 'answer' = 'search'): Promise<number[]> {
  const asked = queries([...passages(2000, STOP_WORDS)], STOP_WORDS)[kind];
  const measured: number[] = [];
  for (const [i, text] of asked.entries()) {
    const start = performance.now();
    if (what === 'answer') await client.answer(text);
    else await client.search(text, { mode: 'keyword', limit: 10 });
    if (i >= 100) measured.push(performance.now() - start);
  }
  return measured;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const bench = {
  first: () => first,
  fill,
  times,
  list: () => timed(() => client.list({ limit: 50 })),
  listDeep: () => timed(() => client.list({ limit: 50, offset: 10_000 })),
  listByWord: () => timed(() => client.list({ limit: 50, query: 'zzz' })),
  sources: () => client.sources(),
};
export type Bench = typeof bench;
Object.assign(globalThis, { bench });
