// The text of an answer without its citation numbers. Brackets in code stay. Pure.
import { splitCitations } from '../../../core/citation-text.ts';

/** Fenced blocks and code spans. */
const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;

export function withoutCitations(markdown: string): string {
  const pieces = markdown.split(CODE);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : proseOf(piece))).join('');
}

function proseOf(prose: string): string {
  const pieces = splitCitations(prose);
  return pieces
    .map((piece, index) => {
      if (typeof piece === 'number') return '';
      return typeof pieces[index + 1] === 'number' ? piece.replace(/ $/, '') : piece;
    })
    .join('');
}
