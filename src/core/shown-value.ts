// How messages about wrong values name their type and show them. Pure.

/** The type's name in JSON. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const MAX_SHOWN = 200;

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
