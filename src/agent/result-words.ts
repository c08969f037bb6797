// Formats a tool's result for a person: a figure, a value, or rows of a table in Markdown. Pure.
import type { Json } from '../base/json.ts';
import { isWrittenOut, QUERY_TABLE } from '../core/table.ts';
import type { RequestedTool } from './requested-tool.ts';

/** Returns a tool's result in words: its own sentence, or its single value. */
export function resultWords(result: Json, computes?: RequestedTool['computes']): string | undefined {
  if (typeof result !== 'object') return result === null ? undefined : plain(result);
  if (Array.isArray(result) || result === null) return undefined;
  const { text, expression, result: value, columns, rows } = result;
  if (Array.isArray(columns) && Array.isArray(rows)) return tableWords(columns.map(String), rows, computes);
  if (typeof text === 'string') return plain(text);
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const said = typeof value === 'number' ? rounded(value) : value;
  return typeof expression === 'string' ? `${plain(expression)} = **${plain(said)}**` : plain(said);
}

/** Maximum rows of two columns that are written out; the result has all of them. */
const WRITTEN = 100;

/** Formats one figure in words, or a table. Rows are preceded by their number. */
function tableWords(
  columns: string[],
  rows: readonly Json[],
  computes?: RequestedTool['computes'],
): string | undefined {
  const values = rows.map((row) => {
    const record = row !== null && typeof row === 'object' && !Array.isArray(row) ? row : {};
    return columns.map((column) => record[column] ?? null);
  });
  const [first] = values;
  if (!first) return undefined;
  const list = computes?.list;
  if (list) return listWords(columns, values, { ...computes, ...list });
  if (computes?.columns) return contentWords(columns, values, computes.of);
  const [only] = first;
  if (
    values.length === 1 &&
    first.length === 1 &&
    columns[0] === 'rows' &&
    typeof only === 'number' &&
    computes
  )
    return `${counted(only, computes)}${lackWords(computes)}`;
  const heads = columns.map((column) => plain(column.replaceAll('_', ' ')));
  const decimals = columns.map((_, index) =>
    decimalsOf(
      values.map((row) => row[index] ?? null),
      computes?.hasCents,
    ),
  );
  const cells = values.map((row) =>
    row.map((value, index) => figureOf(value, decimals[index], computes?.hasCents)),
  );
  const from = fromWords(computes);
  if (cells.length === 1 && first.length === 1) return `${heads[0]}: **${cells[0]![0]}**${from}`;
  const sides = first.map((value) => (typeof value === 'number' ? '---:' : '---'));
  return `${tableOf([heads, sides, ...cells])}${from}`;
}

/** Which rows a figure is computed from. */
function fromWords(computes: RequestedTool['computes']): string {
  const { of, where, rows } = computes ?? {};
  if (of === undefined || where === undefined || rows === undefined) return '';
  return `\n\nFrom ${counted(rows, { of, where })}`;
}

/** Describes a table by its size, its columns and its first rows. */
function contentWords(columns: string[], rows: Json[][], of: number): string {
  const size = `**${of.toLocaleString()} rows** in ${columns.length} columns: ${columns.map(plain).join(', ')}.`;
  return `${size}\n\n${rowsOf(columns, rows)}`;
}

interface Listed {
  of: number;
  where?: string;
  count: number;
  values?: string;
}

/** Numbers are unformatted, since some are names, such as a year, which have no thousands separator. */
function listWords(columns: string[], rows: Json[][], { of, where, count, values }: Listed): string {
  const about = { of, ...(where !== undefined && { where }) };
  const number = values === undefined ? counted(count, about) : valuesCounted(count, values, where);
  const isCut = count > rows.length;
  if (!isWrittenOut({ columns, rows }))
    return isCut ? `${number}\n\nThe first ${rows.length.toLocaleString()} are shown.` : number;
  const written = rows.slice(0, WRITTEN);
  const rest =
    count > written.length
      ? `\n\nThe first ${written.length} are shown. Open ${QUERY_TABLE} for ${isCut ? 'more' : 'all'}.`
      : '';
  return `${number}\n\n${rowsOf(columns, written)}${rest}`;
}

/** Whole sentences, because languages order them in their own ways. */
function valuesCounted(count: number, column: string, where: string | undefined): string {
  const name = plain(column);
  if (where === undefined)
    return count === 1 ? `${name}: **1 value**` : `${name}: **${count.toLocaleString()} different values**`;
  return count === 1
    ? `${name}: **1 value** where ${plain(where)}`
    : `${name}: **${count.toLocaleString()} different values** where ${plain(where)}`;
}

function rowsOf(columns: string[], rows: readonly Json[][]): string {
  const sides = columns.map((_, index) => {
    const cells = rows.map((row) => row[index]).filter((value) => value !== null);
    return cells.length > 0 && cells.every((value) => typeof value === 'number') ? '---:' : '---';
  });
  const written = rows.map((row) =>
    row.map((value) =>
      value === null || typeof value === 'object'
        ? ''
        : plain(typeof value === 'number' ? rounded(value) : value),
    ),
  );
  return tableOf([columns.map(plain), sides, ...written]);
}

function counted(rows: number, about: { of: number; where?: string }): string {
  const all = about.of.toLocaleString();
  if (about.where === undefined) return `**${all} rows**`;
  if (rows === 0) return `**No rows** where ${plain(about.where)} (0 of ${all})`;
  return `**${rows.toLocaleString()} of ${all} rows** where ${plain(about.where)}`;
}

/** The days that the table has instead. */
function lackWords({ lacks }: NonNullable<RequestedTool['computes']>): string {
  const { column, first, last } = lacks ?? {};
  if (column === undefined || first === undefined || last === undefined) return '';
  return `\n\n${plain(column)} ranges from ${plain(first)} to ${plain(last)}.`;
}

function tableOf(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Numbers with up to this many decimals, such as prices, are aligned; others keep their own. */
const ALIGNED = 2;

/** Returns the number of decimals for all numbers of a column; amounts of money have both or none. */
function decimalsOf(values: readonly Json[], areAmounts = false): number {
  const most = values.map((value) =>
    typeof value === 'number' ? (String(rounded(value)).split('.')[1]?.length ?? 0) : 0,
  );
  const all = Math.max(0, ...most);
  if (areAmounts) return all === 0 ? 0 : ALIGNED;
  return all <= ALIGNED ? all : 0;
}

function figureOf(value: Json, decimals = 0, areAmounts = false): string {
  if (typeof value === 'number')
    return rounded(value).toLocaleString(undefined, {
      minimumFractionDigits: decimals,
      ...(areAmounts && { maximumFractionDigits: ALIGNED }),
    });
  return typeof value === 'string' ? plain(value) : '';
}

/** Reliable digits of a number; further ones are binary rounding errors, as in 40.800000000000004. */
const DIGITS = 14;

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
}

/** Escapes a value, so that it is never read as Markdown. */
export function plain(value: string | number | boolean): string {
  return String(value).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
