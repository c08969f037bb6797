// Completes an answer that only introduces what its document says next: `Please follow the steps below`, or a few
// sentences under a heading, before the commands.
import type { ParsedQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import { type Section, sectionsOf } from './sections.ts';
import type { Composed } from './shown.ts';

/** Characters. A longer introduction is an answer by itself. */
const LENGTHS = { introduction: 700, whole: 2_000 } as const;
/** Minimum share of the question in the headings. */
const HEADED = 0.5;
/** Refers to the text that follows. */
const POINTS_ON =
  /\b(?:(?:steps?|instructions?|process|procedure|rules?|points?|options?|ways?|methods?|details?) below|(?:the|these) following|as follows|following (?:steps?|ways?|rules?|process|procedure))\b/i;
const HTML_CODE = /^\s*<pre\b/i;

/** Returns the block with the next sections if the answer only leads to them. */
export function continued(block: Composed, best: Candidate, { intent }: ParsedQuestion): Composed {
  const { stretch, section, features } = best;
  const { text } = stretch;
  const shown = text.slice(block.start, block.end);
  if (block.markdown !== shown || shown.length > LENGTHS.introduction) return block;
  const sections = sectionsOf(stretch);
  const at = sections.findIndex(({ start }) => start === section.start);
  if (
    at < 0 ||
    block.end < sections[at]!.end ||
    sections[at]!.pieces.some((piece) => hasContent(text, piece))
  )
    return block;
  const pointsOn = POINTS_ON.test(shown);
  if (!pointsOn && (intent !== 'how' || features.headed < HEADED)) return block;
  let { end } = block;
  for (const next of sections.slice(at + 1)) {
    if (!pointsOn && !isBelow(next, section)) break;
    const fitting = next.pieces.findLastIndex(
      (piece) => piece.end - block.start <= LENGTHS.whole && !isCut(piece),
    );
    const content = next.pieces.findIndex((piece) => hasContent(text, piece));
    // The first commands are enough.
    const last = !pointsOn && content >= 0 ? content : next.pieces.length - 1;
    if (fitting < last) break;
    if (next.pieces[last]) ({ end } = next.pieces[last]);
    if (!pointsOn && content >= 0) break;
  }
  if (end === block.end) return block;
  const own = block.section;
  return {
    ...block,
    end,
    markdown: text.slice(block.start, end),
    section:
      own.marks || own.end >= end || own.start > block.start
        ? own
        : { ...own, end, markdown: text.slice(own.start, end) },
  };
}

function hasContent(text: string, piece: Section['pieces'][number]): boolean {
  const { kind, start, end } = piece;
  return kind === 'code' || kind === 'list' || kind === 'table' || HTML_CODE.test(text.slice(start, end));
}

function isCut(piece: Section['pieces'][number]): boolean {
  return piece.kind === 'code' && piece.isCut === true;
}

function isBelow({ path }: Section, of: Section): boolean {
  return path.length > of.path.length && of.path.every((title, i) => path[i] === title);
}
