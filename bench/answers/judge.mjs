// Judges an answer: its words, its document, its refusal, its structure.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * `{ q, split, words?, in? }`: the required words, `a|b` for alternatives; without words, the documents contain no
 * answer. `in` lists the files that answer, by the ends of their paths.
 */
export function readQuestions(set) {
  const path = resolve(import.meta.dirname, 'questions', `${set}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

/** @param document source of the answer, as the library opens it; undefined without an answer */
export function judge(question, answer, document) {
  const isAnswerable = question.words !== undefined;
  const text = answer.parts
    ? answer.parts.map((part) => part.answer?.text ?? '').join('\n')
    : (answer.answer?.text ?? '');
  const isRefused = answer.answer === null;
  const place = document?.source_id ?? answer.near?.passages[0]?.source_id ?? '';
  return {
    question,
    answer,
    isAnswerable,
    isRefused,
    isRight: isAnswerable && !isRefused && hasWords(text, question.words),
    isRightDocument: isAnswerable && question.in.some((file) => place.endsWith(file)),
    place,
    problems: answer.answer ? problemsOf(answer.answer, document.body) : [],
  };
}

export function hasWords(text, words) {
  const plain = simple(text);
  return words.every((wanted) => wanted.split('|').some((one) => plain.includes(simple(one))));
}

function simple(text) {
  return text
    .toLowerCase()
    .replace(/[`*_\\]/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ');
}

/** Structural defects of an answer: something cut or missing. */
function problemsOf(answer, body) {
  const problems = [];
  const { text, markdown, start, end, section } = answer;
  if (text.trim() === '') problems.push('empty');
  if (/^#{1,6} [^\n]*$/.test(markdown.trim())) problems.push('a heading alone');
  if (/…\s|\s…/.test(text) && !body.includes('…')) problems.push('an ellipsis');
  const rows = markdown.split('\n').filter((line) => /^\s*\|.*\|\s*$/.test(line));
  for (const row of rows) if (!body.includes(row)) problems.push(`a row that is cut: ${row.slice(0, 60)}`);
  if (rows.length > 0 && !rows.some((row) => /^[\s|:-]+$/.test(row))) problems.push('rows without a head');
  if ((markdown.match(/^\s*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) problems.push('half a code block');
  if (start >= end || start < section.start || end > section.end) problems.push('ranges that do not fit');
  if (body.slice(section.start, section.end) !== section.markdown && section.complete)
    problems.push('section differs');
  // After a blank line a block begins, whatever its first letter.
  const before = /\n\s*\n\s*$/.test(body.slice(0, start))
    ? '.'
    : (body.slice(0, start).trimEnd().at(-1) ?? '.');
  if (/^[a-z]/.test(markdown) && /[a-z,]/.test(before)) problems.push('a sentence without its beginning');
  return problems;
}

export function summary(judged) {
  const answerable = judged.filter((one) => one.isAnswerable);
  const others = judged.filter((one) => !one.isAnswerable);
  const share = (list, is) =>
    list.length === 0 ? '–' : `${((100 * list.filter(is).length) / list.length).toFixed(0)} %`;
  const times = judged.map(({ time }) => time).sort((a, b) => a - b);
  return {
    questions: judged.length,
    'right words': share(answerable, (one) => one.isRight),
    'right document first': share(answerable, (one) => one.isRightDocument),
    'falsely refused': share(answerable, (one) => one.isRefused),
    'rightly refused': share(others, (one) => one.isRefused),
    'structure kept': share(judged, (one) => one.problems.length === 0),
    'median ms': Number((times[times.length >> 1] ?? 0).toFixed(1)),
  };
}
