// Finds the known name that a misspelt one may mean.

/** Maximum characters of a name to compare. */
const MAX_LENGTH = 64;

/** Returns the nearest of the candidates; undefined when none is near. */
export function nearName(wrong: string, candidates: Iterable<string>): string | undefined {
  if (wrong.length > MAX_LENGTH) return undefined;
  const word = wrong.toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    if (other.length > MAX_LENGTH) continue;
    const begins =
      Math.min(word.length, other.length) >= 3 && (word.startsWith(other) || other.startsWith(word));
    const distance = begins ? 1 : distanceOf(word, other);
    // A third of the letters may differ: `prase` is parse, `find` is not get.
    if (distance < least && distance <= Math.max(1, Math.floor(Math.min(word.length, other.length) / 3))) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Counts letters to insert, remove, replace, or swap with a neighbour. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
