// Rows of wide tables as lists of their cells.
import { describe, expect, it } from 'vitest';
import { wideRows, type WideRows } from './wide-rows.ts';

const HEAD = '| a | b | c | d | e | f | g |\n| --- | --- | --- | --- | --- | --- | --- |';

const textsOf = (wide: WideRows | undefined) => wide?.rows.map((row) => row.map(({ text }) => text));

describe('wide rows', () => {
  it('read every cell of a row beside its head', () => {
    const wide = wideRows(`${HEAD}\n| 1 | 2 | 3 | 4 | 5 | x \\| y | returned |`);
    expect(wide?.head).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(textsOf(wide)).toEqual([['1', '2', '3', '4', '5', 'x | y', 'returned']]);
  });

  it('mark the cell that answers', () => {
    const markdown = `${HEAD}\n| 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n| 1 | 2 | 3 | 4 | 5 | 6 | open |`;
    const start = markdown.indexOf('open');
    const wide = wideRows(markdown, [{ start, end: start + 4 }]);
    expect(wide?.rows.flat().filter(({ isMarked }) => isMarked)).toEqual([{ text: 'open', isMarked: true }]);
  });

  it('fill in missing cells of a row', () => {
    expect(textsOf(wideRows(`${HEAD}\n| 1 |`))).toEqual([['1', '', '', '', '', '', '']]);
  });

  it.each([
    ['a narrow table', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['many rows', `${HEAD}\n${'| 1 |\n'.repeat(4)}`],
    ['text', 'Either party may end the lease.'],
    ['a head alone', HEAD],
  ])('leave %s unchanged', (_, markdown) => {
    expect(wideRows(markdown)).toBeUndefined();
  });
});
