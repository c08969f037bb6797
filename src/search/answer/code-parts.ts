// Long code blocks, and code blocks that a stretch cuts off at its beginning: their parts, each shown with fences.
import type { Piece, Range } from './structure.ts';

/** Characters up to which a code block answers as a whole. */
export const WHOLE_CODE = 1_500;
/** A part grows by the next ones up to this length, because a comment may stand apart from its code. */
const PART = 250;

const FENCE = /^[ \t]*(?:`{3,}|~{3,})(.*)$/gm;
const FENCE_LINE = /^[>\s]*(?:`{3,}|~{3,}).*$/;

/** Tells whether a text begins within a code block, from the order of its fences. */
export function beginsInCode(text: string): boolean {
  const fences = [...text.matchAll(FENCE)].map(([, info]) => info!.trim() === '');
  if (fences.length === 0 || !fences[0]) return false;
  // A closing fence is bare, and an opening one usually names a language.
  const wrong = (closing: number): boolean => fences.some((isBare, i) => i % 2 === closing && !isBare);
  const asClosing = !wrong(0);
  const asOpening = !wrong(1);
  if (asClosing !== asOpening) return asClosing;
  // All are bare. Text that is cut at its end ends with an opening fence.
  const first = text.search(FENCE);
  return asClosing && fences.length === 1 && first < text.length / 2;
}

type Code = Piece & { kind: 'code' };

/** Tells whether only a part of a code block is shown. */
export function isInParts({ start, end, isCut }: Code): boolean {
  return isCut === true || end - start > WHOLE_CODE;
}

/** Returns the parts of a code block between its blank lines, without its fences. */
export function codeParts(text: string, piece: Code): Range[] {
  const parts: Range[] = [];
  let isOpen = false;
  for (let from = piece.start; from < piece.end;) {
    const found = text.indexOf('\n', from);
    const to = found < 0 || found > piece.end ? piece.end : found;
    const line = text.slice(from, to);
    const isEdge = (from === piece.start || to === piece.end) && FENCE_LINE.test(line);
    const last = parts.at(-1);
    if (line.trim() !== '' && !isEdge) {
      if (last && (isOpen || last.end - last.start < PART)) last.end = to;
      else parts.push({ start: from, end: to });
      isOpen = true;
    } else isOpen = false;
    from = to + 1;
  }
  return parts;
}

/** Returns a part of a code block as a block of its own. */
export function fencedPart(text: string, piece: Code, { start, end }: Range): string {
  const opening = text.slice(piece.start, piece.end).split('\n', 1)[0]!;
  const language = piece.isCut ? '' : (/(?:`{3,}|~{3,})\s*([\w+#-]*)/.exec(opening)?.[1] ?? '');
  const code = text.slice(start, end);
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
