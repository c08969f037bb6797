// Filters that take one value or several.

/** A value, or a list of values of which any will do. */
export type AnyOf<T> = T | readonly T[];

/** @param wanted undefined lets everything through */
export function isAnyOf<T>(wanted: AnyOf<T> | undefined, value: T): boolean {
  if (wanted === undefined) return true;
  return Array.isArray(wanted) ? (wanted as readonly T[]).includes(value) : wanted === value;
}
