// Line coverage of a tool's source files.

/**
 * Execution counts by path and line number (from 1). The path of the script is ''. Lines that can't be executed, such
 * as a comment or an `end`, are absent.
 */
export type Coverage = Record<string, Record<number, number>>;

/** Adds up the coverage of several runs. */
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

/** Returns the number of executable lines, and of executed ones. */
export function reachOf(coverage: Coverage): { lines: number; reached: number } {
  const counts = Object.values(coverage).flatMap((lines) => Object.values(lines));
  return { lines: counts.length, reached: counts.filter((count) => count > 0).length };
}
