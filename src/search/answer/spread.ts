// Extends what is shown around an answer: other nearby parts that answer as well, then whole sections up to a limit.
//
// - The result is contiguous: whole pieces of one stretch of the document, in order.
// - The answer is marked in it, so a reader finds it immediately in a longer text.
import type { Atom } from './atoms.ts';
import type { Candidate } from './rate.ts';
import { isLoose, type Section } from './sections.ts';
import { type Piece, type Range, topItems } from './structure.ts';

/**
 * Characters. With other parts that answer, an answer grows up to `joined`; otherwise to its whole section, or up to
 * `part`.
 */
const ENOUGH = { joined: 2_000, whole: 1_600, part: 1_000 } as const;
/**
 * Maximum rank difference of other parts that may answer as well: in the same section, in a nearby one, and in an
 * earlier one.
 */
const NEARLY = { own: 0.35, other: 0.1, before: 0.06 } as const;
/** Of a longer list, only the item that answers is joined. */
const LONG_PIECE = 900;

/** @param ranked all candidates, best first; `answer` is the range of the first one's part */
export function spread(ranked: readonly Candidate[], answer: Range): Range {
  const best = ranked[0]!;
  const { text } = best.stretch;
  if (isLoose(best.section)) return withoutCutCode(text, joined(ranked, answer));
  return withoutCutCode(text, filled(best, joined(ranked, answer)));
}

/** Joins the parts of the same stretch that rank nearly as high, best first, as long as they fit. */
function joined(ranked: readonly Candidate[], answer: Range): Range {
  const best = ranked[0]!;
  let range = answer;
  for (const { atom, section, stretch, rank } of ranked) {
    if (rank < best.rank - NEARLY.own) break;
    const isOther = section !== best.section;
    if (!isOther && isLoose(section) && rank < best.rank - NEARLY.other) continue;
    if (stretch !== best.stretch || isCut(atom.piece)) continue;
    // Content between more distant sections has nothing to do with the question.
    if (isOther && (rank < best.rank - NEARLY.other || !areNear(section, best.section))) continue;
    // The first piece of another section is shown with its heading.
    const isFirst = isOther && atom.piece === section.pieces[0];
    // An answer must not come after the cut end of another section.
    if (isOther && section.start < best.section.start && (!isFirst || rank < best.rank - NEARLY.before))
      continue;
    const part = partOf(atom);
    const with_ = union(range, { start: isFirst ? section.start : part.start, end: part.end });
    if (with_.end - with_.start <= ENOUGH.joined) range = with_;
  }
  return range;
}

const FENCE = /^[ \t]*(?:`{3,}|~{3,})/gm;

/** Drops a final code block that the stretch cuts off. */
function withoutCutCode(text: string, { start, end }: Range): Range {
  const fences = [...text.slice(start, end).matchAll(FENCE)];
  const last = fences.length % 2 === 1 ? fences.at(-1)!.index : end - start;
  const kept = text.slice(start, start + last).trimEnd();
  return kept === '' ? { start, end } : { start, end: start + kept.length };
}

/** At most two sections are between them. */
function areNear(one: Section, other: Section): boolean {
  const reaches = (from: Section, to: Section): boolean =>
    [from.previous, from.previous?.previous, from.previous?.previous?.previous].includes(to);
  return reaches(one, other) || reaches(other, one);
}

function partOf({ piece, start }: Atom): Range {
  if (piece.kind !== 'list' || piece.end - piece.start <= LONG_PIECE) return piece;
  return topItems(piece).findLast((item) => item.start <= start) ?? piece;
}

/**
 * Adds the whole sections that the range touches if they are short, otherwise whole pieces around it, first those
 * after it.
 */
function filled({ section }: Candidate, answer: Range): Range {
  const pieces = section.pieces.filter((piece) => !isCut(piece));
  const all = pieces.reduce(union, answer);
  if (all.end - all.start <= ENOUGH.whole) return all;
  const from = pieces.findIndex((piece) => piece.end > answer.start);
  const to = pieces.findLastIndex((piece) => piece.start < answer.end);
  if (from < 0 || to < from) return answer;
  let range = answer;
  const grow = (piece: Piece): boolean => {
    const more = union(range, piece);
    if (more.end - more.start > ENOUGH.part) return false;
    range = more;
    return true;
  };
  for (const piece of pieces.slice(from, to + 1)) grow(piece);
  const reachesEnd = range.end >= pieces[to]!.end;
  for (let at = to + 1; reachesEnd && at < pieces.length && grow(pieces[at]!);) at++;
  const reachesStart = range.start <= pieces[from]!.start;
  for (let at = from - 1; reachesStart && at >= 0 && grow(pieces[at]!);) at--;
  return range;
}

/** Of a code block that begins above the stretch, only a part can be shown. */
function isCut(piece: Piece): boolean {
  return piece.kind === 'code' && piece.isCut === true;
}

function union(one: Range, other: Range): Range {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
