// Which lines of a tool's texts were executed in a run, of those that can be.

/**
 * By path of the text, '' being the script; in it by line, from 1: how often it was executed. A line that is not there
 * holds nothing that could be: a comment, an `end`.
 */
export type Coverage = Record<string, Record<number, number>>;

/** Of several runs together. */
export function addCoverage(one: Coverage, other: Coverage): Coverage {
  const sum: Coverage = {};
  for (const path of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const lines: Record<number, number> = { ...one[path] };
    for (const [line, count] of Object.entries(other[path] ?? {}))
      lines[Number(line)] = (lines[Number(line)] ?? 0) + count;
    sum[path] = lines;
  }
  return sum;
}

/** How many lines can be executed, and how many were. */
export function reachOf(coverage: Coverage): { lines: number; reached: number } {
  const counts = Object.values(coverage).flatMap((lines) => Object.values(lines));
  return { lines: counts.length, reached: counts.filter((count) => count > 0).length };
}
