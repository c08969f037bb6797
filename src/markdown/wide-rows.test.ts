// Rows of wide tables as lists of their cells.
import { describe, expect, it } from 'vitest';
import { folded, wideRows, type WideRows } from './wide-rows.ts';

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
    expect(wide?.rows.flat().filter(({ isMarked }) => isMarked)).toEqual([
      { text: 'open', column: 6, isMarked: true },
    ]);
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

describe('a folded row', () => {
  const cells = (count: number, marked: number[]) =>
    Array.from({ length: count }, (_, column) => ({
      text: `cell ${column}`,
      column,
      isMarked: marked.includes(column),
    }));
  const columns = (row: ReturnType<typeof cells>) => folded(row).map(({ column }) => column);

  it('begins with what names the row and shows the cells around the answer', () => {
    expect(columns(cells(26, [24]))).toEqual([0, 1, 20, 21, 22, 23, 24, 25]);
    expect(columns(cells(26, [1]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('keeps every cell that answers', () => {
    const marked = [3, 5, 7, 9, 11, 13, 15, 17, 19];
    expect(columns(cells(26, marked))).toEqual([0, 1, ...marked]);
  });

  it('is whole when it is short or nothing in it is marked', () => {
    expect(columns(cells(10, [9]))).toHaveLength(10);
    expect(columns(cells(26, []))).toHaveLength(26);
  });
});
