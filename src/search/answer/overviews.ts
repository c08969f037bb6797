// Parts that give an overview of their document: an abstract, a summary, the opening.
import type { Section } from './sections.ts';

/** Headings above a summary of the document. */
const SUMS_UP =
  /^[\d.\s]*(?:abstract|summary|executive summary|overview|at a glance|tl;?dr|in short|subject(?: of .*)?|purpose(?: of .*)?|zusammenfassung|überblick|résumé|resumen)$/i;
/** Headings above a text that says what the document is about. */
export const INTRODUCES = /^[\d.\s]*(?:overview|introduction|about|description|what is .*|background)$/i;
/** Credit of the later parts of a summary, which need the first one. */
const LATER = 0.85;
/** Number of paragraphs at the beginning of a document that tell its topic. */
const OPENING = 3;

/**
 * Returns how far a part gives an overview of its document, 0 to 1.
 * @param at its position in its section
 */
export function overviewOf({ path }: Section, at: number, opensDocument: boolean): number {
  const own = SUMS_UP.test(path.at(-1) ?? '') ? 1 : opensDocument && at < OPENING ? 0.6 : 0;
  return own * (at === 0 ? 1 : LATER);
}
