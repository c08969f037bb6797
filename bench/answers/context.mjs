// How often the context given to a model contains the words that answer a question: whole passages up to a budget,
// compared with the snippets of the six best hits. Run: node bench/answers/context.mjs [tokens]
import { openSource } from '../source.mjs';
import { hasWords, readQuestions } from './judge.mjs';
import { libraryOf } from './library.mjs';
import { readSet, SET_NAMES } from './sets.mjs';

const tokens = Number(process.argv[2] ?? 4000);
const { load, close } = await openSource();
const rows = {};
for (const name of SET_NAMES) {
  const files = readSet(name);
  if (!files) continue;
  const library = await libraryOf(files, load);
  for (const { q, words, split } of readQuestions(name)) {
    if (!words) continue;
    const passages = await library.gather(q, { tokens });
    const hits = await library.search(q, { limit: 6 });
    const row = (rows[split] ??= { questions: 0, passages: 0, snippets: 0 });
    row.questions++;
    if (hasWords(passages.map(({ text }) => text).join('\n'), words)) row.passages++;
    if (hasWords(hits.map(({ snippet }) => snippet).join('\n'), words)) row.snippets++;
  }
}
console.table(rows);
await close();
