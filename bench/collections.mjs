// The test collections: one folder each, with corpus.jsonl ({id, title, text}), queries.jsonl ({id, text}) and
// qrels.tsv; and the quality measure for searches over them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Number of ranked documents that count: nDCG@10. */
export const CUT = 10;

const NAMES = ['cranfield', 'cisi', 'next-docs', 'bfcl-tools'];

/** Returns the collections in the folder. */
export function collectionsIn(folder) {
  return NAMES.filter((name) => existsSync(join(folder, name)));
}

/** @returns {{ documents: { id: string, title: string, text: string }[], queries: { id: string, text: string }[], judged: Map<string, Map<string, number>> }} */
export function readCollection(folder, name) {
  const lines = (file) =>
    readFileSync(join(folder, name, file), 'utf8')
      .split('\n')
      .filter(Boolean);
  const judged = new Map();
  for (const line of lines('qrels.tsv')) {
    const [query, document, relevance] = line.split('\t');
    if (!judged.has(query)) judged.set(query, new Map());
    judged.get(query).set(document, Number(relevance));
  }
  const parsed = (file) => lines(file).map((line) => JSON.parse(line));
  const queries = parsed('queries.jsonl').filter(({ id }) => judged.has(id));
  return { documents: parsed('corpus.jsonl'), queries, judged };
}

/** Mean nDCG of a search, with four digits: `search` returns the best documents for a question, best first. */
export async function meanNdcg(queries, judged, search) {
  let total = 0;
  for (const { id, text } of queries) total += ndcg(await search(text), judged.get(id));
  return Number((total / queries.length).toFixed(4));
}

function ndcg(found, relevance) {
  const gain = (values) => values.reduce((sum, value, i) => sum + value / Math.log2(i + 2), 0);
  const ideal = gain([...relevance.values()].sort((a, b) => b - a).slice(0, CUT));
  const first = found.slice(0, CUT).map((document) => relevance.get(document) ?? 0);
  return ideal === 0 ? 0 : gain(first) / ideal;
}
