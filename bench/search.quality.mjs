// Search quality on test collections: nDCG@10 of the keyword index for several weights, compared with plain
// MiniSearch.
//
// node bench/search.quality.mjs [folder of collections] default: ../shared/data/ir
//
// A collection is a folder with corpus.jsonl ({id, title, text}), queries.jsonl ({id, text}) and qrels.tsv.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import MiniSearch from 'minisearch';
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
const { RANKING } = await load('src/search/ranking.ts');
const { KeywordIndex } = await load('src/search/keyword-index.ts');

const CHUNK = 900;

const rows = await Promise.all(collectionsIn(folder).map(measure));
console.table(Object.fromEntries(rows));

async function measure(name) {
  const { documents, queries, judged } = readCollection(folder, name);
  const chunks = documents.flatMap((document) => chunksOf(document, name === 'next-docs'));
  const row = {};
  const variants = { ours: {}, 't1 h1': { title: 1, heading: 1 }, h0: { heading: 0 }, h1: { heading: 1 } };
  for (const title of [2, 3, 5]) variants[`t${title}`] = { title };
  for (const k1 of [1.2, 2]) variants[`k1 ${k1}`] = { k1 };
  variants['b .5'] = { b: 0.5 };
  const segment = buildSegment(chunks);
  // With empty fields: at weight 0, their terms would still count as matches.
  const bare = buildSegment(chunks.map((chunk) => ({ ...chunk, title: '', heading: [] })));
  for (const [label, ranking] of [...Object.entries(variants), ['no fields', undefined]]) {
    const index = new KeywordIndex({ ...RANKING, ...ranking });
    index.add(ranking ? segment : bare);
    row[label] = await meanNdcg(queries, judged, (query) =>
      index.search(query, { limit: CUT }).map((hit) => hit.document),
    );
  }
  row.minisearch = await meanNdcg(queries, judged, miniSearch(chunks));
  return [name, row];
}

/** Whole abstracts; documentation pages in pieces of about 900 characters, split at headings and blank lines. */
function chunksOf({ id, title, text }, page) {
  if (!page) return [{ document: id, index: 0, text, title, heading: [] }];
  const chunks = [];
  const path = [];
  let buffer = '';
  const flush = () => {
    if (buffer.trim() !== '') {
      chunks.push({
        document: id,
        index: chunks.length,
        text: buffer,
        title,
        heading: [...path].filter(Boolean),
      });
    }
    buffer = '';
  };
  for (const block of text.split(/\n{2,}/)) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(block.split('\n')[0]);
    if (heading) {
      flush();
      path.length = heading[1].length - 1;
      path[heading[1].length - 1] = heading[2];
    } else if (buffer.length + block.length > CHUNK) flush();
    if (heading && !block.includes('\n')) continue;
    buffer += `${heading ? block.slice(block.indexOf('\n')) : block}\n\n`;
  }
  flush();
  return chunks;
}

function miniSearch(chunks) {
  const index = new MiniSearch({ fields: ['text', 'title', 'headings'], storeFields: ['document'] });
  index.addAll(
    chunks.map(({ document, text, title, heading }, id) => ({
      id,
      document,
      text,
      title,
      headings: heading.join(' '),
    })),
  );
  return (query) => [...new Set(index.search(query).map((hit) => hit.document))].slice(0, CUT);
}
