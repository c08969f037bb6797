// Detects tables of contents: lists of links into pages. They contain the words of many questions and answer none.
import { leadOf } from './atoms.ts';
import type { Piece } from './structure.ts';

const LEAST_ITEMS = 3;
/** Minimum share of items that consist only of links. */
const MOSTLY = 0.8;
/** A link to an anchor in a page. */
const LINK = /\[(?:[^[\]\n]|\[[^[\]\n]{0,80}\]){1,200}\]\([^\s()]{0,300}#[^\s()]{0,300}\)/g;
const MARKS = /^\s*\d+[.)]\s|[\s\p{P}\p{S}]+/gu;

/** Share of items that are headings of the document; those of the others may be outside the text. */
const HEADINGS = 0.3;
const LONGEST_HEADING = 80;

/** Returns the tables of contents among the pieces of a section, with the sentences that announce them. */
export function navigationIn(
  text: string,
  pieces: readonly Piece[],
  headings: readonly string[],
): ReadonlySet<Piece> {
  return new Set(
    pieces.flatMap((piece, at) => {
      if (!isNavigation(text, piece, headings)) return [];
      const before = pieces[at - 1];
      return before && leadOf(text, before) ? [before, piece] : [piece];
    }),
  );
}

/**
 * @param text the text that contains the piece
 * @param headings those of its document, as far as known
 */
export function isNavigation(text: string, piece: Piece, headings: readonly string[] = []): boolean {
  if (piece.kind !== 'list' || piece.items.length < LEAST_ITEMS) return false;
  const lines = piece.items.map(({ start, end }) => text.slice(start, end));
  const known = new Set(headings.map(simple));
  if (
    lines.every((line) => line.length <= LONGEST_HEADING && !/[.:;,`]\W*$/.test(line)) &&
    lines.filter((line) => known.has(simple(line))).length >= Math.max(1, HEADINGS * lines.length) &&
    isJump(text, piece)
  )
    return true;
  const leading = lines.filter((line) => {
    const rest = line.replace(LINK, '');
    return rest !== line && rest.replace(MARKS, '') === '';
  });
  return leading.length >= MOSTLY * lines.length;
}

/** `Jump to the configuration for your system:` */
const JUMP =
  /\b(?:jump to|go to|skip to|on this page|in this (?:page|article|section|guide|chapter|document)|table of contents|contents)\b[^\n]{0,120}$/i;

function isJump(text: string, { start }: Piece): boolean {
  return JUMP.test(text.slice(Math.max(0, start - 200), start).trimEnd());
}

function simple(heading: string): string {
  return heading.replace(MARKS, ' ').trim().toLowerCase();
}
