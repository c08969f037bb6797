// The app's own ranking over a collection's passages in each mode: by keyword, by meaning, by both, and by both over
// a library without vectors.
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { appConfig } from './serve.mjs';

const root = resolve(import.meta.dirname, '..');
const plugins = (await appConfig()).worker.plugins();
const load = async (path) =>
  (await runnerImport(join(root, path), { root, configFile: false, plugins })).module;
const { buildSegment } = await load('src/search/segment.ts');
const { KeywordIndex } = await load('src/search/keyword-index.ts');
const { embeddingText, passageHash } = await load('src/search/passage-hash.ts');
const { rankingsByMeaning } = await load('src/knowledge/find-by-meaning.ts');
const { Vectors } = await load('src/knowledge/vectors/vectors.ts');
const { MemoryVectors } = await load('src/knowledge/vectors/memory-vectors.test-support.ts');
const { makeKernel } = await load('src/search/vectors/kernel.ts');

export { embeddingText };

/**
 * @param chunks passages in the format of `buildSegment`
 * @param vectorOf returns the vector of a passage's `embeddingText` or of a question
 * @param limit documents
 * @returns a function from a question to the best documents, best first
 */
export async function rankingsOf(chunks, vectorOf, limit) {
  const index = new KeywordIndex();
  index.add(buildSegment(chunks));
  const textOf = new Map(chunks.map((chunk) => [`${chunk.document}/${chunk.index}`, chunk]));
  const all = repository();
  for (let from = 0; from < chunks.length; from += 1000) {
    const texts = chunks.slice(from, from + 1000).map(embeddingText);
    await all.add(Uint32Array.from(texts.flatMap(passageHash)), texts.map(vectorOf));
  }
  await all.flush();
  const rank = async (vectors, text, mode, embeds) => {
    const meaning = {
      vectorStore: vectors,
      isOff: false,
      isLoaded: true,
      isNeeded: true,
      need() {},
      want() {},
      embed: (texts) => Promise.resolve(texts.map(vectorOf)),
    };
    const read = (hits) =>
      Promise.resolve(hits.map(({ document, chunk }) => textOf.get(`${document}/${chunk}`)));
    const question = { live: { index }, meaning, text, mode, limit, search: {}, explain: false };
    let found = [];
    for await (const hits of rankingsByMeaning({ ...question, embeds, read })) found = hits;
    return found.map(({ document }) => document);
  };
  return {
    words: (text) => index.search(text, { limit, explain: false }).map(({ document }) => document),
    meaning: (text) => rank(all, text, 'semantic', false),
    both: (text) => rank(all, text, 'hybrid', false),
    'no vectors, best 50 embedded': (text) => rank(repository(), text, 'hybrid', true),
  };
}

function repository() {
  return new Vectors('bench', {
    store: new MemoryVectors().tab(),
    kernel: makeKernel,
    exclusive: (work) => work(),
    announce() {},
  });
}
