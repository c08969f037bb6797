// Judges answers: right words, right document, refusals and structure, on questions with the words that answer them.
//
// node bench/answers.mjs [--split tune|report|all] [--set NAME]… [--meaning] [--show]
//
// Half of the questions (`tune`) may be used to improve answers; the README reports the other half (`report`).
// `--meaning` also compares the best candidates by the app's embedding model. `--show` lists the failures.
// answers/fit.mjs and answers/rank.mjs search for the engine's weights.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { judge, readQuestions, summary } from './answers/judge.mjs';
import { libraryOf } from './answers/library.mjs';
import { openMeaning } from './answers/meaning.mjs';
import { readSet, SET_NAMES } from './answers/sets.mjs';
import { openSource } from './source.mjs';

const { values } = parseArgs({
  options: {
    split: { type: 'string', default: 'report' },
    set: { type: 'string', multiple: true },
    meaning: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});
const { split } = values;

const source = await openSource();
const meaning = values.meaning ? await openMeaning(source.load) : undefined;

const all = [];
const rows = {};
for (const name of values.set ?? SET_NAMES) {
  const files = readSet(name);
  const questions = readQuestions(name).filter((one) => split === 'all' || one.split === split);
  if (!files || questions.length === 0) continue;
  const library = await libraryOf(files, source.load);
  const judged = [];
  for (const question of questions) {
    const started = performance.now();
    const answer = await library.answer(question.q, {}, meaning && { nearTo: meaning.nearTo });
    const time = performance.now() - started;
    judged.push({ ...judge(question, answer, await documentOf(library, answer)), set: name, time });
  }
  all.push(...judged);
  rows[name] = summary(judged);
  if (values.show) for (const one of judged) show(one);
}
rows.all = summary(all);
console.table(rows);
meaning?.keep();
await source.close();

async function documentOf(library, { answer }) {
  return answer ? library.open(answer.document.id) : undefined;
}

function show({ question, answer, problems, isRight, isRefused, isAnswerable, place }) {
  const verdict = isAnswerable
    ? isRight
      ? 'ok'
      : isRefused
        ? 'REFUSED'
        : 'WRONG'
    : isRefused
      ? 'ok'
      : 'ANSWERED';
  if (verdict === 'ok' && problems.length === 0) return;
  const { kind, confidence } = answer;
  console.log(
    `\n${verdict}  ${question.q}  [${kind} ${confidence.toFixed(2)} ${place}] ${problems.join('; ')}`,
  );
  if (question.words) console.log(`  wanted: ${question.words.join(' + ')}  in ${question.in.join(', ')}`);
  if (answer.answer) {
    console.log(`  ${answer.answer.document.title} › ${answer.answer.heading}`);
    console.log(`  ${answer.answer.text.slice(0, 300).replaceAll('\n', '\n  ')}`);
  } else
    console.log(
      `  near: ${(answer.near?.passages ?? []).map(({ title, relevance }) => `${title} ${relevance.toFixed(2)}`).join(' · ')}`,
    );
}
