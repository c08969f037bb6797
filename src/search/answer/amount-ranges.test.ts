// The row of a scale that contains an amount.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInRange } from './amount-ranges.ts';

function rowFor(question: string, cells: readonly string[]): string | undefined {
  const rows: { start: number; end: number }[] = [];
  let text = '';
  for (const cell of cells) {
    const line = `| ${cell} | x |`;
    rows.push({ start: text.length, end: text.length + line.length });
    text += `${line}\n`;
  }
  const [found] = rowsInRange(text, rows, question);
  return found && cells[rows.indexOf(found)];
}

const SERVICE = ['Less than 2 years', '2 to 5 years', '5 to 10 years', '10 years and more'];
const VALUE = ['Up to €150,000', 'More than €150,000', 'More than €300,000', 'More than €500,000'];
const NOTICE = ['20 business days or more', '10 to 19 business days', 'Less than 5 business days'];

test.each([
  ['How much leave do I have after 3 years?', SERVICE, '2 to 5 years'],
  ['How much leave after 12 years?', SERVICE, '10 years and more'],
  ['in the first year, after 1 year', SERVICE, 'Less than 2 years'],
  ['What discount do we get for €400,000?', VALUE, 'More than €300,000'],
  ['What discount do we get for 90,000 euros?', VALUE, 'Up to €150,000'],
  ['What does cancelling 12 business days before cost?', NOTICE, '10 to 19 business days'],
  ['What does cancelling 4 days before cost?', NOTICE, 'Less than 5 business days'],
  ['What does it cost for 30 kg?', SERVICE, undefined],
  ['What is it?', SERVICE, undefined],
  ['Was kostet ein Paket mit 3 kg?', ['bis 2 kg', '2 bis 5 kg', 'ab 10 kg'], '2 bis 5 kg'],
])('“%s”', (question, cells, row) => {
  expect(rowFor(question, cells)).toBe(row);
});

test('needs a scale, not a single range', () => {
  expect(rowFor('after 3 years', ['2 to 5 years', 'always'])).toBeUndefined();
});

test('handles any table and question in time', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { maxLength: 5 }), (question, cells) => {
      rowFor(question, cells);
    }),
  );
  const started = performance.now();
  rowFor(`${'1,'.repeat(2_000)} years`, [`${'1 '.repeat(20_000)}to`, `more than ${'9'.repeat(50_000)}`]);
  expect(performance.now() - started).toBeLessThan(1_000);
});
