// Suggests a starter question about the figures of a table, from its first rows. Pure.
import { cellsOf } from '../../../core/table-cells.ts';

/** Rows to look at. */
const LOOKED_AT = 50;
const LONGEST = 30;
/** Numbers that name something: their sum says nothing. */
const NAMES =
  /(^|[\s_-])(id|no|nr|number|year|month|day|zip|code|phone|postcode|price|percent|rate)([\s_-]|$)/i;
const MONEY = /total|sales|revenue|amount|cost|turnover/i;
const FIGURE = /^[^\d\s]{0,3}-?\d[\d,.\s]*$/;

/** @param body of a tabular document @returns undefined when no column is worth a sum */
export function tableStarter(body: string): string | undefined {
  const lines = body.split('\n', LOOKED_AT + 2).filter((line) => line.startsWith('|'));
  const [head, , ...rows] = lines.map((line) => cellsOf(line).map((cell) => cell.trim()));
  if (!head || rows.length < 2) return undefined;
  const columns = head.map((name, at) => ({ name, values: rows.map((row) => row[at] ?? '') }));
  const usable = columns.filter(({ name }) => name !== '' && name.length <= LONGEST);
  const figures = usable.filter(
    ({ name, values }) => !NAMES.test(name) && values.every((value) => value === '' || FIGURE.test(value)),
  );
  const figure = figures.find(({ name }) => MONEY.test(name)) ?? figures[0];
  const group = usable.find(({ values }) => {
    const kinds = new Set(values);
    return (
      kinds.size > 1 && kinds.size <= rows.length * 0.7 && values.every((value) => /^\p{L}/u.test(value))
    );
  });
  if (!figure || !group) return undefined;
  const said = spoken(figure.name);
  // A column of totals is meant by “sales”.
  const what = /^total\b/.test(said) ? 'are the total sales' : `is the total ${said}`;
  return `What ${what} by ${spoken(group.name)}?`;
}

function spoken(name: string): string {
  return name
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();
}
