// CSV files whose first lines are not the header.
import { expect, it } from 'vitest';
import { extractCsv } from './csv.ts';

it('keeps the lines above a header as text', () => {
  const { body, metadata } = extractCsv(
    'Sales report 2025\nRegion,North\n\nDate,Item,Units,Amount\n2025-01-03,Lamp,2,40\n2025-01-04,Tent,1,90\n',
  );
  expect(body.split('\n')).toEqual([
    'Sales report 2025',
    '',
    'Region North',
    '',
    '| Date | Item | Units | Amount |',
    '| --- | --- | --- | --- |',
    '| 2025-01-03 | Lamp | 2 | 40 |',
    '| 2025-01-04 | Tent | 1 | 90 |',
  ]);
  expect(metadata).toMatchObject({ rows: 2 });
});

it.each([
  [',a,b\n1,2,3\n2,3,4\n', '|  | a | b |'],
  ['name\nAnn,3\nBo,4\n', '| name |  |'],
  ['1,2,3\n4,5,6\n', '| 1 | 2 | 3 |'],
  ['only\none\ncolumn\n', 'only'],
])('begins with the header of %j', (csv, first) => {
  expect(extractCsv(csv).body.split('\n')[0]).toBe(first);
});
