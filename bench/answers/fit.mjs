// Fits the weights of src/search/answer/calibration.ts: logistic regression on the features of each question's best
// candidate, on the tuning half and on its questions asked of the other sets, which contain no answer.
//
// node bench/answers/fit.mjs
import { openSource } from '../source.mjs';
import { judge, readQuestions } from './judge.mjs';
import { libraryOf } from './library.mjs';
import { readSet, SET_NAMES } from './sets.mjs';

/** Weight of a question for another set, relative to one written for the set: there are many, and most are easy. */
const ELSEWHERE = 0.15;
/** Regularisation, so that a few questions decide nothing. */
const RIDGE = 0.0006;
/** A candidate from the right document without the words counts half. */
const HALF = 0.75;

const { load, close } = await openSource();
const sets = [];
for (const name of SET_NAMES) {
  const files = readSet(name);
  if (!files) continue;
  const questions = readQuestions(name).filter(({ split }) => split === 'tune');
  sets.push({ name, questions, library: await libraryOf(files, load) });
}

const cases = [];
for (const { name, questions, library } of sets) {
  for (const question of questions) {
    const { features, answer } = await measured(library, question.q);
    if (!features) continue;
    const document = answer.answer ? await library.open(answer.answer.document.id) : undefined;
    const { isRight, isRightDocument } = judge(question, answer, document);
    const right = !question.words ? 0 : isRight ? 1 : isRightDocument ? HALF : 0;
    cases.push({ features, right, weight: 1, isRefusable: !question.words });
  }
  for (const other of sets) {
    if (other.name === name) continue;
    for (const question of other.questions) {
      const { features } = await measured(library, question.q);
      if (features) cases.push({ features, right: 0, weight: ELSEWHERE, isRefusable: true });
    }
  }
}
await close();

const names = Object.keys(cases[0].features).filter((name) => name !== 'share');
let weights = [0, ...names.map(() => 0)];
const rows = cases.map(({ features, ...rest }) => ({
  x: [1, ...names.map((name) => features[name])],
  ...rest,
}));
const chance = (x) => 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * weights[i], 0)));
for (let step = 0; step < 20_000; step++) {
  const slope = weights.map((weight, i) => (i === 0 ? 0 : RIDGE * weight));
  let all = 0;
  for (const { x, right, weight } of rows) {
    const error = (chance(x) - right) * weight;
    all += weight;
    x.forEach((value, i) => (slope[i] += (error * value) / rows.length));
  }
  weights = weights.map((weight, i) => weight - 1.5 * slope[i] * (rows.length / all));
}
console.log({
  bias: round(weights[0]),
  ...Object.fromEntries(names.map((name, i) => [name, round(weights[i + 1])])),
});
for (const floor of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]) {
  const asked = rows.filter(({ weight }) => weight === 1);
  const share = (list) =>
    `${((100 * list.filter(({ x }) => chance(x) < floor).length) / list.length).toFixed(0)} %`;
  console.log(
    floor,
    'falsely refused',
    share(asked.filter(({ isRefusable }) => !isRefusable)),
    'rightly refused',
    share(asked.filter(({ isRefusable }) => isRefusable)),
    'of other sets',
    share(rows.filter(({ weight }) => weight < 1)),
  );
}

async function measured(library, question) {
  let features;
  const answer = await library.answer(question, {}, { onMeasured: (its) => (features = its) });
  return { features, answer };
}

function round(value) {
  return Number(value.toFixed(2));
}
