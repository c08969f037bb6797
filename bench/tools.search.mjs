// Tool search: quality on bfcl-tools (a user's message must find the function), and speed with 5,000 tools.
//
// node bench/tools.search.mjs [folder of the collection] default: ../shared/data/ir/bfcl-tools
//
// Weights were tuned on a random half of the queries; the other half is the one to report. `500` is the mean over six
// random sets of 500 tools, with the queries whose tool is in the set.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { seeded, shuffled } from './random.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '../shared/data/ir/bfcl-tools'));
if (!existsSync(folder)) {
  console.log(`skipped: no test collection at ${folder}`);
  process.exit(0);
}

const load = async (path) => (await runnerImport(join(root, path), { root, configFile: false })).module;
const { ToolIndex } = await load('src/search/tool-index.ts');
const { KeywordIndex } = await load('src/search/keyword-index.ts');
const { buildSegment } = await load('src/search/segment.ts');

const OFFERED = 20;
const CUT = 10;
const SETS = 6;
const INSTALLED = 500;
const MANY = 5000;

const lines = (file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
const corpus = lines('corpus.jsonl').map((line) => JSON.parse(line));
const tools = corpus.map(({ id, text }) => {
  const [description, parameters = ''] = text.split(' Parameters: ');
  return { id, name: id.replace(/#.*$/, ''), slug: '', description, parameters, tags: [], bundle: '' };
});
const wanted = new Map(lines('qrels.tsv').map((line) => line.split('\t')));
const random = seeded(1);
const queries = shuffled(
  lines('queries.jsonl')
    .map((line) => JSON.parse(line))
    .filter(({ id }) => wanted.has(id)),
  random,
);
const middle = Math.floor(queries.length / 2);
const halves = { 'tuned on': queries.slice(0, middle), 'the other half': queries.slice(middle) };
const sets = Array.from({ length: SETS }, () => shuffled(tools, random).slice(0, INSTALLED));

const rows = {};
for (const [half, asked] of Object.entries(halves)) {
  for (const [engine, searcher] of Object.entries({
    tools: toolSearch,
    'documents’ ranking': documentSearch,
  })) {
    const all = quality(tools, asked, searcher);
    const some = sets.map((set) => quality(set, asked, searcher));
    rows[`${half}, ${engine}`] = {
      'recall@20': all.recall,
      'nDCG@10': all.gain,
      'recall@20, 500': mean(some.map(({ recall }) => recall)),
      'nDCG@10, 500': mean(some.map(({ gain }) => gain)),
    };
  }
}
console.table(rows);
speed();

function toolSearch(set) {
  const index = new ToolIndex();
  index.update(set);
  return (query) => index.search(query, { limit: OFFERED }).map(({ id }) => id);
}

/** The unmodified document index, for comparison: the name as title, everything else as text. */
function documentSearch(set) {
  const index = new KeywordIndex();
  index.add(
    buildSegment(
      set.map(({ id, name, description, parameters }) => ({
        document: id,
        index: 0,
        title: name,
        text: `${description} ${parameters}`,
        heading: [],
      })),
    ),
  );
  return (query) => index.search(query, { limit: OFFERED }).map(({ document }) => document);
}

function quality(set, asked, searcher) {
  const search = searcher(set);
  const present = new Set(set.map(({ id }) => id));
  const ranks = asked
    .filter(({ id }) => present.has(wanted.get(id)))
    .map(({ id, text }) => search(text).indexOf(wanted.get(id)));
  return {
    recall: mean(ranks.map((rank) => (rank < 0 ? 0 : 1))),
    gain: mean(ranks.map((rank) => (rank < 0 || rank >= CUT ? 0 : 1 / Math.log2(rank + 2)))),
  };
}

/** Repeats the collection under other names until there are enough tools. */
function speed() {
  const many = Array.from({ length: MANY }, (_, n) => {
    const tool = tools[n % tools.length];
    return { ...tool, id: `tool-${n}`, name: `${tool.name}_${letters(Math.floor(n / tools.length))}` };
  });
  const build = timed(() => new ToolIndex().update(many));
  const index = new ToolIndex();
  index.update(many);
  index.search('warm up', { limit: OFFERED });
  const change = timed(() => index.update([...many.slice(1), { ...many[0], description: 'Changed.' }]));
  const times = (asked) => {
    const before = process.cpuUsage().user;
    const sorted = asked
      .map((query) => timed(() => index.search(query, { limit: OFFERED })))
      .sort((a, b) => a - b);
    const at = (share) => Number(sorted[Math.floor(share * (sorted.length - 1))].toFixed(2));
    // CPU time, which is meaningful even on a busy machine.
    const cpu = Number(((process.cpuUsage().user - before) / 1000 / asked.length).toFixed(2));
    return { cpu, p50: at(0.5), p95: at(0.95), longest: at(1) };
  };
  const questions = shuffled(queries, random)
    .slice(0, 500)
    .map(({ text }) => text);
  console.log(`${MANY} tools: built in ${build.toFixed(0)} ms, one changed in ${change.toFixed(1)} ms`);
  console.table({
    'a question, ms': times(questions),
    'typing a name, ms': times(
      tools.slice(0, 300).flatMap(({ name }) => [name.slice(0, 3), name.slice(0, 8)]),
    ),
    'a name with a slip, ms': times(
      tools.slice(0, 300).map(({ name }) => `${name.slice(0, 4)}${name.slice(5)}`),
    ),
  });
}

function letters(number) {
  return String.fromCharCode(97 + number);
}

function timed(action) {
  const started = performance.now();
  action();
  return performance.now() - started;
}

function mean(values) {
  return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4));
}
