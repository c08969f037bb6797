// Detects tables of contents: lists of links into pages. They contain the words of many questions and answer none.
import type { Piece } from './structure.ts';

const LEAST_ITEMS = 3;
/** Minimum share of items that consist only of links. */
const MOSTLY = 0.8;
/** A link to an anchor in a page. */
const LINK = /\[(?:[^[\]\n]|\[[^[\]\n]{0,80}\]){1,200}\]\([^\s()]{0,300}#[^\s()]{0,300}\)/g;
const MARKS = /^\s*\d+[.)]\s|[\s\p{P}\p{S}]+/gu;

/** @param text the text that contains the piece */
export function isNavigation(text: string, piece: Piece): boolean {
  if (piece.kind !== 'list' || piece.items.length < LEAST_ITEMS) return false;
  const lines = piece.items.map(({ start, end }) => text.slice(start, end));
  const leading = lines.filter((line) => {
    const rest = line.replace(LINK, '');
    return rest !== line && rest.replace(MARKS, '') === '';
  });
  return leading.length >= MOSTLY * lines.length;
}
