// Passage sizes against search quality: nDCG@10 of the keyword index over the app's own passages, for each setting.
//
// node bench/chunking.mjs [folder of collections] default: ../shared/data/ir
//
// A collection is a folder with corpus.jsonl ({id, title, text}), queries.jsonl ({id, text}) and qrels.tsv.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { collectionsIn, CUT, meanNdcg, readCollection } from './collections.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, '../shared/data/ir'));
if (!existsSync(folder)) {
  console.log(`skipped: no test collections at ${folder}`);
  process.exit(0);
}

const load = async (path) => (await runnerImport(join(root, path), { root, configFile: false })).module;
const { buildSegment } = await load('src/search/segment.ts');
const { KeywordIndex } = await load('src/search/keyword-index.ts');
const { chunkBody, SIZES } = await load('src/knowledge/chunk.ts');

const COLLECTIONS = collectionsIn(folder);
const SETTINGS = {
  ours: {},
  'target 300': { target: 300, small: 100, longest: 600 },
  'target 500': { target: 500, small: 200, longest: 900 },
  'target 700': { target: 700, small: 250, longest: 1200 },
  'target 1200': { target: 1200, small: 300, longest: 2000 },
  'target 1600': { target: 1600, small: 300, longest: 2400 },
  'target 2400': { target: 2400, small: 300, longest: 3200 },
  'small 0': { small: 0 },
  'small 150': { small: 150 },
  'small 500': { small: 500 },
  'longest 1000': { longest: 1000 },
  'longest 2400': { longest: 2400 },
  'section 0': { section: 0 },
  'section 100': { section: 100 },
  'section 400': { section: 400 },
  'section 900': { section: 900 },
  whole: { target: Infinity, small: 0, longest: Infinity, section: Infinity },
};

const rows = {};
for (const [label, setting] of Object.entries(SETTINGS)) {
  rows[label] = {};
  let passages = 0;
  for (const name of COLLECTIONS) {
    const { documents, queries, judged } = readCollection(folder, name);
    const chunks = documents.flatMap(({ id, title, text }) =>
      chunkBody(text, true, [], { ...SIZES, ...setting }).map((passage) => ({
        document: id,
        title,
        ...passage,
      })),
    );
    passages += chunks.length;
    const index = new KeywordIndex();
    index.add(buildSegment(chunks));
    rows[label][name] = await meanNdcg(queries, judged, (query) =>
      index.search(query, { limit: CUT }).map((hit) => hit.document),
    );
  }
  rows[label].passages = passages;
}
console.table(rows);
