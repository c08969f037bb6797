// Splits a text at its marked ranges, so that matches can be shown without HTML. Pure.

export interface Stretch {
  text: string;
  marked: boolean;
}

/** Returns the pieces in order. Ranges are `[start, end)`; overlapping, reversed and outside ones are tolerated. */
export function splitMarks(text: string, marks: readonly (readonly [number, number])[]): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const start = Math.max(at, from);
    const end = Math.min(text.length, to);
    if (end <= start) continue;
    if (start > at) stretches.push({ text: text.slice(at, start), marked: false });
    stretches.push({ text: text.slice(start, end), marked: true });
    at = end;
  }
  if (at < text.length) stretches.push({ text: text.slice(at), marked: false });
  return stretches;
}
