// A site's index: the bytes a question costs a visitor, and how they grow with the site.
//
// node bench/pack.mjs [pages …] default: 10000 100000 (the latter takes some minutes and 3 GB)
//
// Synthetic pages of four passages of 800 characters, the same in every run. Each question is asked of a freshly
// opened index; bytes are those of the files on the host, including the manifest and the root. Then the same
// questions are typed letter by letter into one open index with every file in memory: milliseconds of CPU time, which
// other load does not change.
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { inflateRawSync } from 'node:zlib';
import { deflateSync } from 'fflate';
import { runnerImport } from 'vite';
import { passages, queries } from './corpus.mjs';

const root = resolve(import.meta.dirname, '..');
const load = async (path) => (await runnerImport(join(root, path), { root, configFile: false })).module;
const { buildSegment } = await load('src/search/segment.ts');
const { mergeSegments } = await load('src/search/merge-segments.ts');
const { STOP_WORDS } = await load('src/search/stop-words.ts');
const { writePack } = await load('src/site-index/write-pack.ts');
const { openPack } = await load('src/site-index/open-pack.ts');

const EACH = 4;
const ASKED = 100;
const BATCH = 20_000;

const sizes = process.argv.slice(2).map(Number);
const means = [];
for (const pages of sizes.length > 0 ? sizes : [10_000, 100_000]) means.push(await report(pages));
if (means.length > 1) {
  const growth = Object.keys(means[0]).map((kind) => [kind, round(means.at(-1)[kind] / means[0][kind])]);
  console.log('\nmean bytes of the last size against the first');
  console.table(Object.fromEntries(growth));
}

async function report(pages) {
  const start = performance.now();
  const { files, sample } = build(pages);
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(
    `\n${pages} pages: built in ${round((performance.now() - start) / 1000)} s, ${files.size} files, ${round(total / 1e6)} MB`,
  );
  console.table(kindsOf(files));
  const asked = questionsFrom(sample);
  const rows = {};
  const mean = {};
  for (const [kind, list] of Object.entries(asked)) {
    const costs = [];
    for (const query of list) costs.push(await cost(files, query));
    const bytes = costs.map((one) => one.bytes).sort((a, b) => a - b);
    mean[kind] = bytes.reduce((sum, one) => sum + one, 0) / bytes.length;
    const parts = (name) => kb(costs.reduce((sum, one) => sum + (one.parts[name] ?? 0), 0) / costs.length);
    rows[kind] = {
      'mean KB': kb(mean[kind]),
      'p50 KB': kb(quantile(bytes, 0.5)),
      'p95 KB': kb(quantile(bytes, 0.95)),
      'most KB': kb(bytes.at(-1)),
      requests: round(costs.reduce((sum, one) => sum + one.requests, 0) / costs.length),
      vocabulary: parts('terms'),
      spelling: parts('spelling'),
      postings: parts('postings'),
      texts: round(parts('text') + parts('places')),
    };
  }
  console.table(rows);
  const pack = await openPack(sourceOf(files, () => undefined));
  for (const query of Object.values(asked).flat()) await pack.search(query);
  const typed = asked.content
    .slice(0, 40)
    .flatMap((query) => [...query].map((_, i) => query.slice(0, i + 1)));
  const times = {};
  for (const [kind, list] of Object.entries({ ...asked, keystrokes: typed })) {
    for (const query of list) await pack.search(query);
    const taken = [];
    for (const query of list) {
      const from = process.cpuUsage();
      await pack.search(query);
      const { user, system } = process.cpuUsage(from);
      taken.push((user + system) / 1000);
    }
    taken.sort((a, b) => a - b);
    times[kind] = { 'p50 ms': round(quantile(taken, 0.5)), 'p95 ms': round(quantile(taken, 0.95)) };
  }
  console.table(times);
  return mean;
}

function build(pages) {
  const files = new Map();
  const writer = {
    put: (name, bytes) => files.set(name, bytes),
    deflate: (bytes) => deflateSync(bytes, { level: 6 }),
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    encode: (text) => new TextEncoder().encode(text),
  };
  const count = pages * EACH;
  const segments = [];
  const sample = [];
  let batch = [];
  let number = 0;
  const close = () => {
    if (batch.length > 0) segments.push(buildSegment(batch));
    batch = [];
  };
  for (const chunk of passages(count, STOP_WORDS, EACH)) {
    if (number++ % Math.ceil(count / 4000) === 0) sample.push(chunk);
    batch.push(chunk);
    if (batch.length === BATCH) close();
  }
  close();
  const segment = mergeSegments(segments);
  writePack({ name: 'Site', tools: [], widget: {}, segment, pages: pagesOf(count) }, writer);
  return { files, sample };
}

function* pagesOf(count) {
  let open = [];
  for (const chunk of passages(count, STOP_WORDS, EACH)) {
    open.push(chunk);
    if (open.length < EACH) continue;
    let body = '';
    const placed = open.map(({ text, heading }, i) => {
      if (i > 0) body += '\n\n';
      const start = body.length;
      body += text;
      return { start, end: body.length, heading, anchor: `section-${i}` };
    });
    const { title, document } = open[0];
    yield { title, url: `/guide/${document}.html`, body, passages: placed, meta: {}, filters: {} };
    open = [];
  }
}

function questionsFrom(sample) {
  const { content, questions } = queries(sample, STOP_WORDS);
  const words = content.map((query) => query.split(' ')[0]);
  return {
    words: words.slice(0, ASKED),
    content: content.slice(0, ASKED),
    questions: questions.slice(0, ASKED),
    beginnings: content
      .slice(0, ASKED)
      .map((query, i) => query.slice(0, query.lastIndexOf(' ') + 3 + (i % 3))),
    slips: words
      .filter((word) => word.length > 6)
      .slice(0, ASKED)
      .map((word) => `${word.slice(0, 3)}q${word.slice(4)}`),
  };
}

async function cost(files, query) {
  const parts = {};
  let requests = 0;
  const pack = await openPack(
    sourceOf(files, (name, { length }) => {
      const kind = name.split('/')[0];
      parts[kind] = (parts[kind] ?? 0) + length;
      requests++;
    }),
  );
  await pack.search(query);
  return { parts, requests, bytes: Object.values(parts).reduce((sum, one) => sum + one, 0) };
}

function sourceOf(files, note) {
  return {
    read: async (name) => {
      const bytes = files.get(name);
      note(name, bytes);
      return bytes;
    },
    inflate: async (bytes) => new Uint8Array(inflateRawSync(bytes)),
    decode: (bytes) => new TextDecoder().decode(bytes),
  };
}

function kindsOf(files) {
  const kinds = {};
  for (const [name, { length }] of files) {
    const kind = name.split('/')[0];
    const known = (kinds[kind] ??= { files: 0, KB: 0, 'mean KB': 0 });
    known.files++;
    known.KB += length / 1000;
  }
  for (const known of Object.values(kinds)) {
    known['mean KB'] = round(known.KB / known.files);
    known.KB = round(known.KB);
  }
  return kinds;
}

function kb(bytes) {
  return round(bytes / 1000);
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function round(value) {
  return Number(value.toPrecision(3));
}
