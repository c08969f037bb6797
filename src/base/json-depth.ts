// How deep a JSON value goes: what walks one level by level must not be led down without end.

/** Takes no more steps down than the levels that are allowed. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
