// What `how many` counts: rows, or the different values of a column. Pure.
import { spokenName, wordsOf } from './asked-columns.ts';
import { conceptOf, meaningOf } from './asked-concepts.ts';
import type { Plan } from './asked-plan.ts';
import { FILLERS } from './asked-words.ts';
import type { QuestionWords } from './question-words.ts';

const COUNTING = ['many', 'number', 'count'];

/** Position of the word after "how many". */
export function countedWord(said: QuestionWords, isFree = true): number | undefined {
  const from = said.words.findIndex((word) => COUNTING.includes(word));
  const at = said.words.findIndex(
    (word, index) => index > from && !(isFree && said.isUsed(index)) && !FILLERS.has(word),
  );
  return at < 0 ? undefined : at;
}

/** `How many species are there?` in a table of penguins, `how many courses` in a survey of courses. */
export function countedValues(said: QuestionWords): Pick<Plan, 'counts'> {
  const { columns, words, names } = said;
  const [first] = columns;
  if (first && words.some((word) => said.isFirst(word)))
    return first.type === 'number' ? {} : { counts: first.name };
  const head = countedWord(said, false);
  if (head === undefined || names.has(conceptOf(words[head + 1] ?? ''))) return {};
  const concept = conceptOf(words[head]!);
  const isNamed = (name: string): boolean =>
    wordsOf(name).length === 1 && meaningOf(spokenName(name)[0]!) === concept;
  const column = columns.find(({ name, type }) => type === 'text' && isNamed(name));
  return column ? { counts: column.name } : {};
}
