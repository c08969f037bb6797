// Joins adjacent passages of a document, one per section, so that each number cites a piece of text that can be
// shown. Pure.
import type { ContextPassage } from '../core/context-passage.ts';
import type { PointedHit } from './pointed-document.ts';

/** Maximum length in characters: a citation longer than a screen is useless. */
const LONGEST = 2_400;

/** @param hits with their whole text as `snippet`, grouped by document and in its order */
export function joinedPassages(hits: readonly PointedHit[], longest = LONGEST): ContextPassage[] {
  const all: (ContextPassage & { last: number })[] = [];
  for (const hit of hits) {
    const before = all.at(-1);
    const text = hit.snippet;
    if (
      before?.id === hit.id &&
      hit.chunk === before.last + 1 &&
      hit.heading === before.heading &&
      before.text.length + text.length <= longest
    ) {
      before.text += gap(before.end, hit.start) + text;
      if (hit.end !== undefined) before.end = hit.end;
      before.last = hit.chunk;
    } else all.push({ ...hit, text, last: hit.chunk });
  }
  return all.map(({ last: _, ...passage }) => passage);
}

/** Only white space lies between two adjacent passages. */
function gap(end: number | undefined, start: number | undefined): string {
  if (end === undefined || start === undefined || start - end > 1) return '\n\n';
  return start > end ? '\n' : '';
}
