// Reads the tables of reStructuredText into rows: simple tables, grids, and tables written as lists.

export const SIMPLE_BORDER = /^=+(?: +=+)+$/;
export const GRID_BORDER = /^\+(?:[-=]+\+)+$/;

/** The last column of a wider table has the rest of each line. */
const MOST_COLUMNS = 100;

/** Cells of one row that continue on the next lines are joined. */
export function simpleRows(lines: readonly string[]): string[][] {
  const columns = [...lines[0]!.matchAll(/=+/g)].map(({ index }) => index).slice(0, MOST_COLUMNS);
  const rows: string[][] = [];
  for (const line of lines) {
    if (/^[=-][=\s-]*$/.test(line)) continue;
    const cells = columns.map((start, i) => line.slice(start, columns[i + 1]).trim());
    const last = rows.at(-1);
    if (cells[0] === '' && last) join(last, cells);
    else rows.push(cells);
  }
  return rows;
}

export function gridRows(lines: readonly string[]): string[][] {
  const borders = [...lines[0]!.matchAll(/\+/g)].map(({ index }) => index);
  const columns = borders.slice(0, -1).slice(0, MOST_COLUMNS);
  const rows: string[][] = [];
  let isNew = true;
  for (const line of lines) {
    if (/^\+[-=+]+\+$/.test(line)) {
      isNew = true;
      continue;
    }
    const cells = columns.map((start, i) =>
      line
        .slice(start + 1, columns[i + 1])
        .replace(/^[|+]|[|+]$/g, '')
        .trim(),
    );
    if (isNew) rows.push(cells);
    else join(rows.at(-1)!, cells);
    isNew = false;
  }
  return rows;
}

/** `* - first cell` begins a row, and `  - next cell` a further cell. */
export function listRows(lines: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const line of lines) {
    const cell = /^(?:(\*) +| +)-(?: +(.*)|$)/.exec(line);
    if (cell?.[1]) rows.push([cell[2] ?? '']);
    else if (cell && rows.length > 0) rows.at(-1)!.push(cell[2] ?? '');
    else {
      const row = rows.at(-1);
      if (row && line.trim() !== '') row[row.length - 1] += ` ${line.trim()}`;
    }
  }
  return rows;
}

function join(row: string[], cells: readonly string[]): void {
  cells.forEach((cell, i) => {
    if (cell !== '') row[i] = row[i] === '' ? cell : `${row[i] ?? ''} ${cell}`;
  });
}
