// A site's index with vectors: nDCG@10 by keyword, and with meaning as a visitor's browser ranks it; the cost of a
// question.
//
// node bench/pack.meaning.mjs [folder of collections] default: ../shared/data/ir
//
// Vectors of passages and questions are those of bench/.cache (see embed.mjs), packed as by `perilune build
// --vectors`. Each question is asked of a freshly opened index; bytes are those of the files on the host.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { deflateSync } from 'fflate';
import { runnerImport } from 'vite';
import { collectionsIn, CUT, meanNdcg, readCollection } from './collections.mjs';
import { embedAll } from './embed.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '../shared/data/ir'));
if (!existsSync(folder)) {
  console.log(`skipped: no test collections at ${folder}`);
  process.exit(0);
}
const load = async (path) => (await runnerImport(join(root, path), { root, configFile: false })).module;
const { chunkBody } = await load('src/knowledge/chunk.ts');
const { buildSegment } = await load('src/search/segment.ts');
const { embeddingText } = await load('src/search/passage-hash.ts');
const { quantise } = await load('src/search/vectors/quantise.ts');
const { openPack } = await load('src/site-index/open-pack.ts');
const { writePack } = await load('src/site-index/write-pack.ts');

const DIMENSIONS = 384;
/** Long documents, split into passages; the others are abstracts, one passage each. */
const LONG = ['next-docs'];

const rows = {};
for (const name of collectionsIn(folder).filter((one) => one !== 'bfcl-tools'))
  rows[name] = await measure(name);
console.log('nDCG@10, and mean KB and requests of a question; of vectors alone in the last two columns\n');
console.table(rows);

async function measure(name) {
  const { documents, queries, judged } = readCollection(folder, name);
  const pages = documents
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, title, text }) => ({
      id,
      title,
      text,
      passages: LONG.includes(name)
        ? chunkBody(text, true)
        : [{ start: 0, end: text.length, text, heading: [], index: 0 }],
    }));
  const chunks = pages.flatMap(({ id, title, passages }) =>
    passages.map(({ text, heading }, index) => ({ document: id, index, text, title, heading })),
  );
  const texts = chunks.map(embeddingText);
  const vectorOf = await embedAll([...texts, ...queries.map(({ text }) => text)]);
  const files = new Map();
  const none = new Uint8Array(0);
  writePack(
    {
      name,
      tools: [],
      widget: {},
      segment: buildSegment(chunks),
      pages: pages.map(({ id, title, text, passages }) => ({
        title,
        url: `/${id}`,
        body: text,
        meta: {},
        filters: {},
        passages: passages.map(({ start, end, heading }) => ({ start, end, heading, anchor: '' })),
      })),
      vectors: {
        model: 'bench',
        dimensions: DIMENSIONS,
        rows: quantise(texts.map(vectorOf), DIMENSIONS),
        files: { graph: none, tokenizer: none, runtime: none },
      },
    },
    {
      put: (file, bytes) => files.set(file, bytes),
      deflate: (bytes) => deflateSync(bytes, { level: 6 }),
      sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
      encode: (text) => new TextEncoder().encode(text),
    },
  );
  const ask = async (text, vector) => {
    const cost = { bytes: 0, requests: 0, vectors: 0, vectorFiles: 0 };
    const pack = await openPack({
      read: async (file) => {
        const bytes = files.get(file);
        cost.bytes += bytes.length;
        cost.requests++;
        if (file.startsWith('vectors/')) {
          cost.vectors += bytes.length;
          cost.vectorFiles++;
        }
        return bytes;
      },
      inflate: async (bytes) => new Uint8Array(inflateRawSync(bytes)),
      decode: (bytes) => new TextDecoder().decode(bytes),
    });
    const { hits } = await pack.search(text, { limit: CUT, ...(vector && { vector }) });
    return { found: hits.map(({ url }) => url.slice(1)), cost };
  };
  const costs = { words: [], both: [] };
  const ranked = (way, vectorFor) => async (text) => {
    const { found, cost } = await ask(text, vectorFor(text));
    costs[way].push(cost);
    return found;
  };
  const words = await meanNdcg(
    queries,
    judged,
    ranked('words', () => undefined),
  );
  const both = await meanNdcg(queries, judged, ranked('both', vectorOf));
  const mean = (way, key) => costs[way].reduce((sum, cost) => sum + cost[key], 0) / costs[way].length;
  const round = (value) => Number(value.toPrecision(3));
  return {
    pages: pages.length,
    passages: chunks.length,
    words,
    'words and meaning': both,
    'KB, words': round(mean('words', 'bytes') / 1000),
    'KB, both': round(mean('both', 'bytes') / 1000),
    requests: round(mean('both', 'requests')),
    'KB of vectors': round(mean('both', 'vectors') / 1000),
    'files of vectors': round(mean('both', 'vectorFiles')),
  };
}
