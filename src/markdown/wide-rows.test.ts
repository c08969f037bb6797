// Rows of wide tables as lists of their cells.
import { describe, expect, it } from 'vitest';
import { wideRows } from './wide-rows.ts';

const HEAD = '| a | b | c | d | e | f | g |\n| --- | --- | --- | --- | --- | --- | --- |';

describe('wide rows', () => {
  it('reads every cell of a row beside its head', () => {
    expect(wideRows(`${HEAD}\n| 1 | 2 | 3 | 4 | 5 | x \\| y | returned |`)).toEqual({
      head: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      rows: [['1', '2', '3', '4', '5', 'x | y', 'returned']],
    });
  });

  it('fills cells that a row lacks', () => {
    expect(wideRows(`${HEAD}\n| 1 |`)?.rows).toEqual([['1', '', '', '', '', '', '']]);
  });

  it.each([
    ['a narrow table', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['many rows', `${HEAD}\n${'| 1 |\n'.repeat(4)}`],
    ['text', 'Either party may end the lease.'],
    ['a head alone', HEAD],
  ])('leaves %s to be shown as it is', (_, markdown) => {
    expect(wideRows(markdown)).toBeUndefined();
  });
});
