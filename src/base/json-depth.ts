// Checks the depth of a JSON value, so that recursive code can't be led down without end.

/** Descends no further than the allowed number of levels. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
