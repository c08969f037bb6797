// Test support: a JSON value with null read as nil, as in every value that reaches a script.

/** Drops keys whose value is null, and nulls at the end of a list, where a Lua list ends before them. */
export function withNilForNull(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withNilForNull);
    return items.slice(0, items.findLastIndex((item) => item !== null) + 1);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, withNilForNull(item)]));
}
