// The test collections: a folder each, with corpus.jsonl ({id, title, text}), queries.jsonl ({id, text}) and qrels.tsv.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['cranfield', 'cisi', 'next-docs', 'bfcl-tools'];

/** Those that are in the folder. */
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
