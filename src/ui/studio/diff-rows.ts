// Turns a unified diff into rows. Pure.

export interface DiffRow {
  kind: 'same' | 'added' | 'removed' | 'gap';
  /** Without its sign. */
  text: string;
  /** Line numbers before and after, from 1, if any. */
  before?: number;
  after?: number;
}

/** @param diff of one file: `---`, `+++`, then hunks. Skipped lines become a gap. */
export function diffRows(diff: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let [before, after] = [1, 1];
  let inside = false;
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const hunk = /^@@ (?:-(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? )?@@/.exec(line);
    if (hunk) {
      [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      if (rows.length > 0 || before > 1 || after > 1) rows.push({ kind: 'gap', text: `Line ${after}` });
      inside = true;
    } else if (inside) {
      const text = line.slice(1);
      if (line.startsWith('+')) rows.push({ kind: 'added', text, after: after++ });
      else if (line.startsWith('-')) rows.push({ kind: 'removed', text, before: before++ });
      else if (!line.startsWith('\\')) rows.push({ kind: 'same', text, before: before++, after: after++ });
    }
  }
  return rows;
}

/** Counts added and removed lines. */
export function tally(rows: readonly DiffRow[]): { added: number; removed: number } {
  const of = (kind: DiffRow['kind']): number => rows.filter((row) => row.kind === kind).length;
  return { added: of('added'), removed: of('removed') };
}

/** A row of two columns: a common line, a line of one side, or a removed line next to its replacement. */
export interface DiffPair {
  left: DiffRow | undefined;
  right: DiffRow | undefined;
}

/** The same rows side by side, removed lines next to their replacements. */
export function sideBySide(rows: readonly DiffRow[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = (): void => {
    const length = Math.max(removed.length, added.length);
    for (let at = 0; at < length; at += 1) pairs.push({ left: removed[at], right: added[at] });
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === 'removed' && added.length === 0) removed.push(row);
    else if (row.kind === 'added') added.push(row);
    else {
      flush();
      if (row.kind === 'removed') removed.push(row);
      else pairs.push({ left: row, right: row });
    }
  }
  flush();
  return pairs;
}
