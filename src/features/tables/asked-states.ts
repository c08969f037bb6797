// What a table tells of the present: the balance of an account after its last booking, the odometer at its last reading.
// Pure.
import { isState } from './account-columns.ts';
import type { Plan } from './asked-plan.ts';
import { ROWS } from './asked-rows.ts';
import type { QuestionWords } from './question-words.ts';

/** `The odometer reading`, `the account balance` */
const SAID = /^(?:reading|account|level|state|value)$/;
const NOW = /^(?:current|latest|last|present|newest|now|today)$/;

/** `What is my current balance?`: the column in the rows of the last day. */
export function stateNow(said: QuestionWords): Plan | undefined {
  const { words, columns } = said;
  const [date, ...others] = columns.filter(({ type }) => type === 'date');
  const at = words.findIndex((_, index) => {
    const found = said.columnAt(index, 'number');
    return found !== undefined && isState(found.column);
  });
  if (!date || others.length > 0 || at < 0 || !/^(?:what|what's|how)$/.test(words[0] ?? '')) return undefined;
  const { column, length } = said.columnAt(at, 'number')!;
  said.take(at, length);
  for (const [index, word] of words.entries()) if (NOW.test(word) || SAID.test(word)) said.take(index, 1);
  if (said.rest().length > 0) return undefined;
  return {
    list: 'rows',
    figure: ROWS,
    answers: column.name,
    extreme: { column: date.name, order: 'DESC', limit: 1, is: 'latest' },
    ...{ conditions: [], values: [], parts: 3 },
  };
}
