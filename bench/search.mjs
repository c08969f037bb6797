// Keyword search compared with MiniSearch in one process: build, query, save and load times for 10,000 passages.
//
// node bench/search.mjs [passages] default: 10000
//
// Synthetic passages are the same in every run. The documentation pages of ../shared/data are measured too if
// present.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { runnerImport } from 'vite';
import { synthetic } from './corpus.mjs';

const root = resolve(import.meta.dirname, '..');
const passages = Number(process.argv[2] ?? 10_000);
const load = async (path) => (await runnerImport(join(root, path), { root, configFile: false })).module;
const { buildSegment, decodeSegment, encodeSegment } = await load('src/search/segment.ts');
const { KeywordIndex } = await load('src/search/keyword-index.ts');
const { STOP_WORDS } = await load('src/search/stop-words.ts');
const { stemmer } = await import('stemmer');

const LIMIT = 10;
const ROUNDS = 3;
/** MiniSearch without stop words takes tens of milliseconds per query: fewer are enough. */
const SLOW_QUERIES = 60;

report(`synthetic, ${passages} passages`, synthetic(passages, STOP_WORDS));
const pages = join(root, '../shared/data/ir/next-docs');
if (existsSync(pages)) report('documentation pages', documentation(pages));
else console.log(`skipped documentation pages: nothing at ${pages}`);

function report(name, corpus) {
  const megabytes = corpus.chunks.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  console.log(`\n${name}: ${corpus.chunks.length} passages, ${megabytes.toFixed(1)} MB of text`);
  const stopsAndStems = {
    processTerm: (term) => {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : stemmer(word);
    },
  };
  const engines = {
    perilune: () => measureOurs(corpus),
    minisearch: () => measureMiniSearch(corpus, {}),
    'minisearch, stop words + stems': () => measureMiniSearch(corpus, stopsAndStems),
  };
  // Alternating, with the best of each: other load affects both, and only makes them slower.
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.fromEntries(Object.entries(engines).map(([engine, measure]) => [engine, measure()])),
  );
  // Later builds have the stems of these words cached, as in the app.
  console.log(`first build of perilune: ${rounds[0].perilune['build ms']} ms`);
  const table = Object.fromEntries(
    Object.keys(engines).map((engine) => [engine, leastOf(rounds.map((round) => round[engine]))]),
  );
  console.table(table);
  console.log('ratios to perilune (above 1: perilune needs less)');
  const { perilune, ...peers } = table;
  const ratios = (peer) =>
    Object.fromEntries(Object.keys(peer).map((key) => [key, round(peer[key] / perilune[key])]));
  console.table(Object.fromEntries(Object.entries(peers).map(([engine, peer]) => [engine, ratios(peer)])));
}

function leastOf(rows) {
  return Object.fromEntries(
    Object.keys(rows[0]).map((key) => [key, Math.min(...rows.map((row) => row[key]))]),
  );
}

function measureOurs({ chunks, content, questions }) {
  const [segment, build] = timed(() => buildSegment(chunks));
  const [bytes, save] = timed(() => encodeSegment(segment));
  const index = new KeywordIndex();
  const [, loading] = timed(() => index.add(decodeSegment(bytes)));
  const search = (query) => index.search(query, { limit: LIMIT });
  return row(build, save, loading, Buffer.from(bytes), search, content, questions);
}

function measureMiniSearch({ chunks, content, questions }, options) {
  const settings = { fields: ['text', 'title', 'headings'], storeFields: ['document', 'chunk'], ...options };
  const documents = chunks.map(({ document, index, text, title, heading }, id) => ({
    id,
    document,
    chunk: index,
    text,
    title,
    headings: heading.join(' '),
  }));
  const [index, build] = timed(() => {
    const made = new MiniSearch(settings);
    made.addAll(documents);
    return made;
  });
  const [json, save] = timed(() => JSON.stringify(index));
  const [loaded, loading] = timed(() => MiniSearch.loadJSON(json, settings));
  const search = (query) => loaded.search(query).slice(0, LIMIT);
  return row(build, save, loading, Buffer.from(json), search, content, questions.slice(0, SLOW_QUERIES));
}

function row(build, save, loading, bytes, search, content, questions) {
  const [contentHalf, contentMost] = percentiles(search, content);
  const [questionHalf, questionMost] = percentiles(search, questions);
  return {
    'build ms': round(build),
    'save ms': round(save),
    'load ms': round(loading),
    MB: round(bytes.length / 1e6),
    'MB gz': round(gzipSync(bytes).length / 1e6),
    'words p50 ms': round(contentHalf),
    'words p95 ms': round(contentMost),
    'question p50 ms': round(questionHalf),
    'question p95 ms': round(questionMost),
  };
}

function percentiles(search, queries) {
  for (const query of queries.slice(0, 20)) search(query);
  const times = queries.map((query) => timed(() => search(query))[1]).sort((a, b) => a - b);
  return [0.5, 0.95].map((share) => times[Math.floor(share * (times.length - 1))]);
}

function timed(work) {
  const start = performance.now();
  const value = work();
  return [value, performance.now() - start];
}

function round(value) {
  return Number(value.toPrecision(3));
}

function documentation(folder) {
  const lines = (file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const chunks = lines('corpus.jsonl').flatMap(({ id, title, text }) =>
    (text.match(/[^]{1,800}(?=\s|$)/g) ?? []).map((piece, index) => ({
      document: id,
      index,
      text: piece,
      title,
      heading: [],
    })),
  );
  const questions = lines('queries.jsonl').map(({ text }) => text);
  const content = questions.map((text) =>
    text
      .split(/\W+/)
      .filter((word) => word.length > 3 && !STOP_WORDS.has(word.toLowerCase()))
      .slice(0, 3)
      .join(' '),
  );
  return { chunks, content, questions };
}
