// Passages of a document that follow each other, as one for each section: a number for each piece of text that can be looked at. Pure.
import type { ContextPassage } from '../core/context-passage.ts';
import type { PointedHit } from './pointed-document.ts';

/** Characters of one: a citation of more than a screen leads nowhere. */
const LONGEST = 2_400;

/** @param hits with their whole text as `snippet`, those of a document together and in its order */
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

/** What stood between two passages is white space. */
function gap(end: number | undefined, start: number | undefined): string {
  if (end === undefined || start === undefined || start - end > 1) return '\n\n';
  return start > end ? '\n' : '';
}
