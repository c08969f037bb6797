// Finds the citation numbers in an answer: `[1]`, `[2, 3]`, `[1-3]`, `[1][2]`.

/** A piece of text, or a citation number. */
export type CitationPiece = string | number;

/**
 * At most three digits (longer numbers are years), and no index (`a[1]`), link or image. The agent reads them the
 * same way.
 */
const CITATION = /(?<![\w!\]])((?:\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\])+)(?![(:])/g;
/** A wider range is a mistake of the model, not a citation. */
const WIDEST_RANGE = 20;

export function splitCitations(text: string): CitationPiece[] {
  const pieces: CitationPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(CITATION)) {
    const numbers = numbersOf(match[0]);
    if (numbers.length === 0) continue;
    if (match.index > at) pieces.push(text.slice(at, match.index));
    pieces.push(...numbers);
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

function numbersOf(marks: string): number[] {
  const numbers: number[] = [];
  for (const [, from, to = from] of marks.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)) {
    const first = Number(from);
    for (let n = first; n <= Math.min(Number(to), first + WIDEST_RANGE); n++) if (n > 0) numbers.push(n);
  }
  return numbers;
}
