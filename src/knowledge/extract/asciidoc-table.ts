// Reads the rows of an AsciiDoc table: bars separate cells, and the number of columns separates rows.

import { checkCount, LIMITS } from './limits.ts';

/** Options before the bar of a cell: spanned columns or repetitions, alignment, content style. */
const SPEC = /(?:^|\s)(?:(\d{1,3})?(?:\.\d{1,3})?([+*]))?(?:[<^>](?:\.[<^>])?|\.[<^>])?[adehlms]?$/;
const MOST_COLUMNS = 1000;

/** @param style the text in brackets above it: `cols="1,2", options="header"` */
export function asciidocRows(lines: readonly string[], style: string, bar: string): string[][] {
  const bars = bar === '!' ? /(?<!\\)!/ : /(?<!\\)\|/;
  const cells: string[] = [];
  let columns = columnsOf(style);
  for (const line of lines) {
    const [before = '', ...parts] = line.replace(/^\s+/, '').split(bars);
    let spec = parts.length > 0 ? SPEC.exec(before) : null;
    const text = (spec ? before.slice(0, spec.index) : before).trim();
    if (text !== '' && cells.length > 0) cells.push(`${cells.pop()} ${text}`.trim());
    for (const [i, part] of parts.entries()) {
      const times = Math.min(Number(spec?.[1] ?? 1), MOST_COLUMNS);
      const isSpan = spec?.[2] === '+';
      spec = i < parts.length - 1 ? SPEC.exec(part) : null;
      const cell = (spec ? part.slice(0, spec.index) : part).replaceAll(`\\${bar}`, bar).trim();
      for (let repeat = 0; repeat < times; repeat++) cells.push(isSpan && repeat > 0 ? '' : cell);
    }
    checkCount('cells', cells.length, LIMITS.cells);
    // Without a column count, the first line has all columns.
    if (columns === 0 && parts.length > 0) columns = cells.length;
  }
  const rows: string[][] = [];
  const width = Math.max(1, Math.min(columns, MOST_COLUMNS));
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width));
  return rows;
}

/** Parses `cols="1,2,3"` or `cols="3*"`; 0 without it. */
function columnsOf(style: string): number {
  const cols = /cols\s*=\s*(?:"([^"]*)"|([^,\]]+))/.exec(style);
  const said = (cols?.[1] ?? cols?.[2] ?? '').trim();
  if (said === '') return 0;
  return said
    .split(/[,;]/)
    .reduce((sum, part) => sum + Math.min(Number(/^\s*(\d{1,3})\*/.exec(part)?.[1] ?? 1), MOST_COLUMNS), 0);
}
