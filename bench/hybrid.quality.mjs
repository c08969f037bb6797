// Search quality with meaning on test collections: nDCG@10 by words, by meaning, by both, and over a library without a
// single vector whose best 50 keyword hits are embedded. The app's own ranking; the app's own model, in Chromium.
//
//   node bench/hybrid.quality.mjs [folder of collections]     default: ../shared/data/ir
//
// Embeddings are kept in bench/.cache as they come; making them takes half an hour on two cores, once.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';
import { findBrowser } from '../scripts/browser.mjs';
import { collectionsIn, readCollection } from './collections.mjs';
import { appConfig, servePage } from './serve.mjs';

const root = resolve(import.meta.dirname, '..');
const cache = join(root, 'bench/.cache');
const folder = resolve(process.argv[2] ?? join(root, '../shared/data/ir'));
if (!existsSync(folder)) {
  console.log(`skipped: no test collections at ${folder}`);
  process.exit(0);
}

const plugins = (await appConfig()).worker.plugins();
const load = async (path) =>
  (await runnerImport(join(root, path), { root, configFile: false, plugins })).module;
const { buildSegment } = await load('src/search/segment.ts');
const { KeywordIndex } = await load('src/search/keyword-index.ts');
const { embeddingText, passageHash } = await load('src/search/passage-hash.ts');
const { chunkBody } = await load('src/knowledge/chunk.ts');
const { rankingsByMeaning } = await load('src/knowledge/find-by-meaning.ts');
const { Vectors } = await load('src/knowledge/vectors/vectors.ts');
const { MemoryVectors } = await load('src/knowledge/vectors/memory-vectors.test-support.ts');
const { makeKernel } = await load('src/search/vectors/kernel.ts');

const CUT = 10;
const DIMENSIONS = 384;
/** Texts that go to the browser at a time. */
const STRETCH = 64;
/** Documents in pages and chapters, cut into passages; the others are abstracts, one passage each. */
const LONG = ['next-docs'];

const collections = collectionsIn(folder).map(chunked);
const vectorOf = await embedAll(
  collections.flatMap(({ chunks, queries }) => [
    ...chunks.map(embeddingText),
    ...queries.map(({ text }) => text),
  ]),
);
const rows = {};
for (const collection of collections) rows[collection.name] = await measure(collection);
console.log('nDCG@10; one setting for all collections\n');
console.table(rows);

async function measure({ chunks, queries, judged }) {
  const index = new KeywordIndex();
  index.add(buildSegment(chunks));
  const textOf = new Map(chunks.map((chunk) => [`${chunk.document}/${chunk.index}`, chunk]));
  const all = shelf();
  for (let from = 0; from < chunks.length; from += 1000) {
    const texts = chunks.slice(from, from + 1000).map(embeddingText);
    await all.add(Uint32Array.from(texts.flatMap(passageHash)), texts.map(vectorOf));
  }
  await all.flush();
  const rank = async (vectors, text, mode, embeds) => {
    const meaning = {
      shelf: vectors,
      isOff: false,
      isLoaded: true,
      isNeeded: true,
      need() {},
      want() {},
      embed: (texts) => Promise.resolve(texts.map(vectorOf)),
    };
    const read = (hits) =>
      Promise.resolve(hits.map(({ document, chunk }) => textOf.get(`${document}/${chunk}`)));
    const question = { live: { index }, meaning, text, mode, limit: CUT, search: {}, explain: false };
    let found = [];
    for await (const hits of rankingsByMeaning({ ...question, embeds, read })) found = hits;
    return found.map(({ document }) => document);
  };
  const row = {};
  row['words'] = await mean(queries, judged, (text) =>
    index.search(text, { limit: CUT, explain: false }).map(({ document }) => document),
  );
  row['meaning'] = await mean(queries, judged, (text) => rank(all, text, 'semantic', false));
  row['both'] = await mean(queries, judged, (text) => rank(all, text, 'hybrid', false));
  row['no vectors, best 50 embedded'] = await mean(queries, judged, (text) =>
    rank(shelf(), text, 'hybrid', true),
  );
  return row;
}

function shelf() {
  return new Vectors('bench', {
    store: new MemoryVectors().tab(),
    kernel: makeKernel,
    exclusive: (work) => work(),
    announce() {},
  });
}

function chunked(name) {
  const { documents, queries, judged } = readCollection(folder, name);
  const chunks = documents.flatMap(({ id, title, text }) => {
    if (!LONG.includes(name)) return [{ document: id, index: 0, text, title, heading: [] }];
    return chunkBody(text, true).map(({ index, text: part, heading }) => ({
      document: id,
      index,
      text: part,
      title,
      heading,
    }));
  });
  return { name, chunks, queries, judged };
}

/** @returns the vector of each text; those that are not kept yet are made first */
async function embedAll(texts) {
  const [hashes, vectors] = ['hashes.u32', 'vectors.f32'].map((name) => join(cache, name));
  mkdirSync(cache, { recursive: true });
  const known = new Map();
  if (existsSync(hashes)) {
    const [keys, numbers] = [new Uint32Array(bytesOf(hashes)), new Float32Array(bytesOf(vectors))];
    for (let i = 0; (i + 1) * DIMENSIONS <= numbers.length; i++) {
      known.set(`${keys[2 * i]}/${keys[2 * i + 1]}`, numbers.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS));
    }
  }
  const keyOf = (text) => passageHash(text).join('/');
  const missing = [...new Set(texts)]
    .filter((text) => !known.has(keyOf(text)))
    .sort((a, b) => a.length - b.length);
  if (missing.length > 0) {
    const { address, stop } = await servePage('hybrid/model.html');
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
    const page = await browser.newPage();
    await page.goto(address);
    const start = performance.now();
    for (let from = 0; from < missing.length; from += STRETCH) {
      const some = missing.slice(from, from + STRETCH);
      const made = await page.evaluate((given) => globalThis.bench.embed(given), some);
      const rows = made.map((vector) => Float32Array.from(vector));
      for (const [i, text] of some.entries()) known.set(keyOf(text), rows[i]);
      appendFileSync(vectors, Buffer.concat(rows.map(({ buffer }) => Buffer.from(buffer))));
      appendFileSync(hashes, Buffer.from(Uint32Array.from(some.flatMap(passageHash)).buffer));
      const each = (performance.now() - start) / (from + some.length);
      process.stdout.write(
        `\r${from + some.length} of ${missing.length} texts embedded, ${each.toFixed(0)} ms each `,
      );
    }
    process.stdout.write('\n');
    await browser.close();
    stop();
  }
  return (text) => known.get(keyOf(text));
}

function bytesOf(path) {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

async function mean(queries, judged, search) {
  let total = 0;
  for (const { id, text } of queries) total += ndcg(await search(text), judged.get(id));
  return Number((total / queries.length).toFixed(4));
}

function ndcg(found, relevance) {
  const gain = (values) => values.reduce((sum, value, i) => sum + value / Math.log2(i + 2), 0);
  const ideal = gain([...relevance.values()].sort((a, b) => b - a).slice(0, CUT));
  return ideal === 0 ? 0 : gain(found.map((document) => relevance.get(document) ?? 0)) / ideal;
}
