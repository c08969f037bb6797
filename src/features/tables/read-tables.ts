// The tables in a document's Markdown. Groups with the same header are one table, since importers split long ones.
// Pure.
import { cellsOf } from '../../core/table-cells.ts';

export interface ReadTable {
  /** The heading above it, such as a sheet's name. */
  heading: string;
  header: string[];
  rows: string[][];
  /** Where each row begins in the text, in characters. */
  starts: number[];
}

const RULE = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

/** Reads each line once. Tables inside code blocks are ignored. */
export function readTables(body: string): ReadTable[] {
  const tables: ReadTable[] = [];
  let heading = '';
  let fence = '';
  let open: ReadTable | undefined;
  let waiting: { line: string } | undefined;
  for (let start = 0; start <= body.length;) {
    const end = body.indexOf('\n', start);
    const stop = end < 0 ? body.length : end;
    const line = body.slice(start, stop).trimEnd();
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (fence !== '') {
      if (mark?.startsWith(fence)) fence = '';
    } else if (mark !== undefined) {
      fence = mark;
      open = waiting = undefined;
    } else if (!line.startsWith('|')) {
      open = waiting = undefined;
      const title = /^#{1,6}[ \t]+(\S.*)$/.exec(line)?.[1];
      if (title !== undefined) heading = plain(title.replace(/[ \t]+#+$/, ''));
    } else if (open) {
      open.rows.push(cellsOf(line).map(plain));
      open.starts.push(start);
    } else if (waiting && RULE.test(line)) {
      open = follows(tables.at(-1), waiting.line, heading) ?? began(tables, waiting.line, heading);
      waiting = undefined;
    } else waiting = { line };
    start = stop + 1;
  }
  return tables;
}

function follows(last: ReadTable | undefined, line: string, heading: string): ReadTable | undefined {
  return last?.heading === heading && same(last.header, cellsOf(line).map(plain)) ? last : undefined;
}

function began(tables: ReadTable[], line: string, heading: string): ReadTable {
  const table: ReadTable = { heading, header: cellsOf(line).map(plain), rows: [], starts: [] };
  tables.push(table);
  return table;
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

/** Unescapes a Markdown cell. */
function plain(cell: string): string {
  return cell.includes('\\') || cell.includes('&')
    ? cell.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/&amp;(?=#?\w{1,12};)/g, '&')
    : cell;
}

/**
 * Rows written as lists of `- Column: value`, one list each, as for tables with a very long header. Lists omit empty
 * cells, so columns are ordered by first appearance.
 */
export function readRecords(body: string): ReadTable[] {
  const places = new Map<string, number>();
  const rows: string[][] = [];
  const starts: number[] = [];
  let row: string[] | undefined;
  for (let start = 0; start <= body.length;) {
    const end = body.indexOf('\n', start);
    const stop = end < 0 ? body.length : end;
    const line = body.slice(start, stop).trimEnd();
    const colon = line.indexOf(': ');
    if (!line.startsWith('- ') || colon < 0) row = undefined;
    else {
      if (!row) {
        rows.push((row = []));
        starts.push(start);
      }
      const column = plain(line.slice(2, colon));
      const place = places.get(column) ?? places.size;
      places.set(column, place);
      row[place] = plain(line.slice(colon + 2));
    }
    start = stop + 1;
  }
  if (rows.length === 0) return [];
  const header = [...places.keys()];
  return [
    { heading: '', header, rows: rows.map((cells) => Array.from(cells, (cell) => cell ?? '')), starts },
  ];
}
