// The rows of a table that is too wide to be read as one: each is shown as a list of its cells instead. Pure.

/** A table with fewer columns fits beside the chat. */
const WIDE = 7;
/** More rows are compared more easily in their table. */
const FEW = 3;

export interface WideRows {
  head: string[];
  /** As many cells as `head`, in its order. */
  rows: string[][];
}

/** @param markdown a table and nothing else. Undefined: it is no table, or is better shown as one. */
export function wideRows(markdown: string): WideRows | undefined {
  const [first, rule, ...lines] = markdown.trim().split('\n');
  if (!first?.trimStart().startsWith('|') || !rule || !/^[\s|:-]+$/.test(rule)) return undefined;
  const head = cellsOf(first);
  if (head.length < WIDE || lines.length === 0 || lines.length > FEW) return undefined;
  return { head, rows: lines.map((line) => head.map((_, column) => cellsOf(line)[column] ?? '')) };
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
