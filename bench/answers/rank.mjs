// Searches for the weights that rank candidates (`RANK` in src/search/answer/rank.ts), on the tuning halves and the
// judged questions of next-docs, by small steps of one weight at a time.
//
// node bench/answers/rank.mjs [rounds]
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCollection } from '../collections.mjs';
import { openSource } from '../source.mjs';
import { judge, readQuestions } from './judge.mjs';
import { libraryOf } from './library.mjs';
import { readSet, SET_NAMES } from './sets.mjs';

const rounds = Number(process.argv[2] ?? 2);
const { load, close } = await openSource();
const { RANK } = await load('src/search/answer/rank.ts');

const sets = [];
for (const name of SET_NAMES) {
  const files = readSet(name);
  const questions = readQuestions(name).filter((one) => one.split === 'tune' && one.words);
  if (files && questions.length > 0) sets.push({ library: await libraryOf(files, load), questions });
}
const collections = resolve(import.meta.dirname, '../../../shared/data/ir');
const judged = existsSync(collections) ? await nextDocs() : undefined;

/** Right words count twice: for next-docs only the documents are known. */
async function worth() {
  let words = 0;
  let places = 0;
  let all = 0;
  for (const { library, questions } of sets) {
    for (const question of questions) {
      const answer = await library.answer(question.q);
      const document = answer.answer ? await library.open(answer.answer.document.id) : undefined;
      const one = judge(question, answer, document);
      all++;
      if (one.isRight) words++;
      if (one.isRightDocument) places++;
    }
  }
  let found = 0;
  for (const { query, right } of judged?.questions ?? []) {
    const { answer, near } = await judged.library.answer(query);
    const title = answer ? judged.pathOf.get(answer.document.id) : near?.passages[0]?.source_id;
    if (right.has(title)) found++;
  }
  const asked = judged?.questions.length ?? 0;
  return {
    value: (2 * words + places) / all + (asked > 0 ? found / asked : 0),
    words: words / all,
    places: places / all,
    found: asked > 0 ? found / asked : 0,
  };
}

let best = await worth();
console.log('as it is', best);
for (let round = 0; round < rounds; round++) {
  for (const name of Object.keys(RANK)) {
    const before = RANK[name];
    for (const step of [0.08, -0.08, 0.2, -0.2].map((one) => one / (round + 1))) {
      const tried = RANK[name];
      RANK[name] = Number((before + step).toFixed(3));
      const now = await worth();
      if (now.value > best.value + 0.002) {
        best = now;
        console.log(`${name}: ${RANK[name]}`, best);
        break;
      }
      RANK[name] = tried;
    }
  }
}
console.log(RANK);
await close();

async function nextDocs() {
  const { documents, queries, judged: relevant } = readCollection(collections, 'next-docs');
  const files = documents.map(({ id, title, text }) => ({
    path: id,
    bytes: Buffer.from(`---\ntitle: ${JSON.stringify(title)}\n---\n\n${text}`),
  }));
  const library = await libraryOf(files, load);
  const { documents: listed } = await library.list({ limit: 1000 });
  const pathOf = new Map(listed.map(({ id, source_id }) => [id, source_id]));
  const questions = queries.map(({ id, text }) => ({
    query: text,
    right: new Set(relevantOf(relevant, id)),
  }));
  return {
    library,
    pathOf,
    questions: questions.filter(({ right }) => right.size > 0).filter((_, i) => i % 2 === 0),
  };
}

function relevantOf(relevant, id) {
  const its = relevant.get?.(id) ?? relevant[id] ?? [];
  return its instanceof Map ? [...its.keys()] : Array.isArray(its) ? its : Object.keys(its);
}
