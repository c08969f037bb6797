// Headings of plain text: a short line above a paragraph or a list.
import type { Piece } from './structure.ts';

/** Maximum characters and words of such a line. */
const TITLE = { characters: 60, words: 8 } as const;
/** Minimum characters of the line below a heading, if it does not end like a sentence. */
const BELOW = 50;

/** No field, no greeting, no item, no sentence. */
const IS_TITLE = /^[\p{Lu}\d][^:|\t]*[\p{L}\p{N})?]:?$/u;
const ALIGNED = / {3,}/;
const SENTENCE_ENDS = /[.!?]["')”’»]*$/;

function isTitle(line: string): boolean {
  const words = line.trim();
  return (
    words.length <= TITLE.characters &&
    words.split(/\s+/).length <= TITLE.words &&
    /\p{L}{3}/u.test(words) &&
    IS_TITLE.test(words) &&
    !ALIGNED.test(words)
  );
}

function isContent(line: string): boolean {
  return line.length >= BELOW || SENTENCE_ENDS.test(line.trimEnd());
}

/** Returns the pieces of plain text with headings as terms. A heading above a paragraph covers only its block. */
export function withPlainHeadings(text: string, pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, i): Piece[] => {
    if (piece.kind !== 'paragraph') return [piece];
    const next = pieces[i + 1];
    const [first = '', second] = text.slice(piece.start, piece.end).split('\n', 2);
    if (!isTitle(first)) return [piece];
    const title = first.trim().replace(/:$/, '');
    const end = piece.start + first.length;
    if (second !== undefined)
      return isContent(second)
        ? [
            { kind: 'term', start: piece.start, end, title, until: piece.end },
            { kind: 'paragraph', start: end + 1, end: piece.end },
          ]
        : [piece];
    if (next?.kind === 'list') {
      const isAttached = !/\n\s*\n/.test(text.slice(piece.end, next.start));
      return [{ kind: 'term', start: piece.start, end, title, ...(isAttached && { until: next.end }) }];
    }
    const below = next?.kind === 'paragraph' ? text.slice(next.start, next.end).split('\n', 1)[0]! : '';
    return isContent(below) && !isTitle(below) ? [{ kind: 'term', start: piece.start, end, title }] : [piece];
  });
}
