// The block to show for a part that answers, and as much of its section as can be read at once.
import type { AnswerCount, AnswerKind, AnswerRange } from '../../core/answer.ts';
import { isInParts } from './code-parts.ts';
import { markedParts } from './marks.ts';
import type { Candidate } from './rate.ts';
import { spread } from './spread.ts';
import type { Piece, Range } from './structure.ts';

/** A block in a stretch; ranges are positions in its text. */
export interface Composed extends Range {
  kind: AnswerKind;
  /** Range of the answer in it, to be marked. */
  mark: Range;
  /** Narrower ranges, if known. */
  marks?: Range[] | undefined;
  markdown: string;
  /** Number of rows of its table that match. */
  count?: AnswerCount | undefined;
  section: Range & { complete: boolean; markdown: string; marks?: AnswerRange[] };
}

/** Characters. A paragraph up to this length is shown whole; of a longer one, only the sentences that answer. */
export const PARAGRAPH = 420;
/** A section up to the first length is shown whole, and of a longer one about the second. */
const SECTION = { whole: 2_000, part: 1_600 } as const;
/** Maximum characters of a table beside an answer. */
const MOST_OF_TABLE = 6_000;

/** Marks the found part of a long answer; otherwise all of it. */
function markOf({ atom, isNamed }: Candidate, range: Range): Range {
  if (!isNamed && atom.kind === 'row') return atom.piece;
  const isWithin = atom.start >= range.start && atom.end <= range.end;
  return isWithin && range.end - range.start > PARAGRAPH && atom.kind !== 'code' ? atom : range;
}

export function kindOf(piece: Piece): AnswerKind {
  if (piece.kind === 'list') return piece.ordered ? 'steps' : 'list';
  return piece.kind === 'code' || piece.kind === 'table' ? piece.kind : 'text';
}

export function finished(
  ranked: readonly Candidate[],
  kind: AnswerKind,
  range: Range,
  { markdown, marks = markedParts(ranked, range) }: { markdown?: string; marks?: Range[] | undefined } = {},
): Composed {
  const best = ranked[0]!;
  const { text } = best.stretch;
  const { terms } = best.section;
  // A term belongs to its explanation.
  const isNear = terms !== undefined && markdown === undefined && range.start - terms <= PARAGRAPH;
  const whole =
    markdown === undefined ? spread(ranked, { ...range, start: isNear ? terms : range.start }) : range;
  const { start, end } = whole;
  const shown = markdown ?? text.slice(start, end);
  return {
    kind,
    start,
    end,
    mark: markOf(best, range),
    marks,
    markdown: shown,
    section: shownSection(best, { start, end }, shown),
  };
}

/** Returns the section if it is short, otherwise the pieces around the answer; of a huge table only its rows. */
function shownSection(
  { atom, section, stretch }: Candidate,
  answer: Range,
  markdown: string,
): Composed['section'] {
  const pieces = section.pieces.filter((piece) => piece.kind !== 'code' || !piece.isCut);
  // What is above the stretch is missing.
  const isHeadless = atom.piece.kind === 'table' && atom.piece.head.end === atom.piece.head.start;
  if (isHeadless || (atom.piece.kind === 'code' && isInParts(atom.piece)))
    return { ...answer, complete: false, markdown };
  const slice = (start: number, end: number, complete: boolean): Composed['section'] => ({
    start,
    end,
    complete,
    markdown: stretch.text.slice(start, end),
  });
  const first = Math.min(pieces[0]?.start ?? answer.start, answer.start);
  const end = Math.max(section.end, answer.end);
  if (end - first <= SECTION.whole) return slice(first, end, section.isWhole);
  let from = pieces.findIndex((piece) => piece.end > answer.start);
  let to = pieces.findLastIndex((piece) => piece.start < answer.end);
  if (from < 0 || to < from) return { ...answer, complete: false, markdown };
  if (pieces[to]!.end - pieces[from]!.start > MOST_OF_TABLE) return { ...answer, complete: false, markdown };
  for (;;) {
    const size = pieces[to]!.end - pieces[from]!.start;
    if (from > 0 && pieces[from - 1]!.end - pieces[from - 1]!.start + size <= SECTION.part) from--;
    else if (to + 1 < pieces.length && pieces[to + 1]!.end - pieces[to + 1]!.start + size <= SECTION.part)
      to++;
    else break;
  }
  return slice(Math.min(pieces[from]!.start, answer.start), Math.max(pieces[to]!.end, answer.end), false);
}
