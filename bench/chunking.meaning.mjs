// Passage sizes against search quality by keyword, by meaning and by both: nDCG@10 of the app's own ranking over its
// own passages, with its own model in Chromium.
//
// node bench/chunking.meaning.mjs [share] [collection …] default: 1, all of ../shared/data/ir
//
// A share of 3 takes every third document, and the questions that one of them answers. Each setting needs an
// embedding per passage; they are cached in bench/.cache.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { collectionsIn, CUT, meanNdcg, readCollection } from './collections.mjs';
import { embedAll } from './embed.mjs';
import { embeddingText, rankingsOf } from './rankings.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, '../shared/data/ir');
if (!existsSync(folder)) {
  console.log(`skipped: no test collections at ${folder}`);
  process.exit(0);
}
const [share = '1', ...named] = process.argv.slice(2);
const { chunkBody, SIZES } = (
  await runnerImport(join(root, 'src/knowledge/chunk.ts'), { root, configFile: false })
).module;

const SETTINGS = {
  'target 300': { target: 300, small: 100, longest: 600 },
  'target 500': { target: 500, small: 200, longest: 900 },
  ours: {},
  'target 1600': { target: 1600, small: 300, longest: 2400 },
};

for (const name of named.length > 0 ? named : collectionsIn(folder)) {
  const { documents, queries, judged } = part(readCollection(folder, name), Number(share));
  const rows = {};
  for (const [label, setting] of Object.entries(SETTINGS)) {
    const chunks = documents.flatMap(({ id, title, text }) =>
      chunkBody(text, true, [], { ...SIZES, ...setting }).map((passage) => ({
        document: id,
        title,
        ...passage,
      })),
    );
    const vectorOf = await embedAll([...chunks.map(embeddingText), ...queries.map(({ text }) => text)]);
    rows[label] = { passages: chunks.length };
    for (const [way, rank] of Object.entries(await rankingsOf(chunks, vectorOf, CUT)))
      rows[label][way] = await meanNdcg(queries, judged, rank);
  }
  console.log(`${name}: ${documents.length} documents, ${queries.length} questions\n`);
  console.table(rows);
}

/** Every n-th document, and the questions with a right answer among them. */
function part({ documents, queries, judged }, every) {
  const kept = documents.filter((_, i) => i % every === 0);
  const ids = new Set(kept.map(({ id }) => id));
  const left = new Map();
  for (const [query, relevance] of judged) {
    const known = [...relevance].filter(([id, value]) => ids.has(id) && value > 0);
    if (known.length > 0) left.set(query, new Map(known));
  }
  return { documents: kept, queries: queries.filter(({ id }) => left.has(id)), judged: left };
}
