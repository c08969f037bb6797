// Quality of semantic search on test collections: nDCG@10 by keyword, by meaning, by both, and over a library without
// vectors whose best 50 keyword hits are embedded. The app's own ranking and model, in Chromium.
//
// node bench/hybrid.quality.mjs [folder of collections] default: ../shared/data/ir
//
// Embeddings are cached in bench/.cache as they arrive; computing them takes half an hour on two cores, once.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { collectionsIn, CUT, meanNdcg, readCollection } from './collections.mjs';
import { embedAll } from './embed.mjs';
import { embeddingText, rankingsOf } from './rankings.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '../shared/data/ir'));
if (!existsSync(folder)) {
  console.log(`skipped: no test collections at ${folder}`);
  process.exit(0);
}
const { chunkBody } = (await runnerImport(join(root, 'src/knowledge/chunk.ts'), { root, configFile: false }))
  .module;

/** Long documents, split into passages; the others are abstracts, one passage each. */
const LONG = ['next-docs'];

const collections = collectionsIn(folder).map(chunked);
const vectorOf = await embedAll(
  collections.flatMap(({ chunks, queries }) => [
    ...chunks.map(embeddingText),
    ...queries.map(({ text }) => text),
  ]),
);
const rows = {};
for (const { name, chunks, queries, judged } of collections) {
  rows[name] = {};
  for (const [way, rank] of Object.entries(await rankingsOf(chunks, vectorOf, CUT)))
    rows[name][way] = await meanNdcg(queries, judged, rank);
}
console.log('nDCG@10; one setting for all collections\n');
console.table(rows);

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
