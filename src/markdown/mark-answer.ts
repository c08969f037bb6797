// Marks the answer in the nodes of its section: short answers word for word, long ones with a bar beside their
// blocks.
import { type MarkedRange, sectionRanges } from './section-range.ts';
import { textNodes } from './text-nodes.ts';

/** Maximum length of a readable word-for-word mark, in characters. */
const READABLE = 320;

/** @param ranges of the answer in `section`, in order and disjoint */
export function markAnswer(root: HTMLElement, section: string, ranges: readonly MarkedRange[]): void {
  const texts = textNodes(root, 'button, .language');
  const shown = texts.map(({ data }) => data).join('\n');
  const found = sectionRanges(shown, section, ranges);
  if (found.length === 0) return;
  let at = 0;
  for (const text of texts) {
    const [from, to] = [at, at + text.length];
    at = to + 1;
    // In reverse order, so that earlier text stays in its node.
    for (const { start, end } of found.toReversed()) {
      const [first, last] = [Math.max(start, from) - from, Math.min(end, to) - from];
      // Skips blanks between cells and items.
      if (first < last && text.data.slice(first, last).trim() !== '') wrap(text, first, last);
    }
  }
  const isWhole = isNothing(outside(shown, found));
  const length = found.reduce((sum, { start, end }) => sum + end - start, 0);
  root.classList.toggle('whole', isWhole);
  root.classList.toggle('long', !isWhole && length > READABLE);
  for (const block of root.children) block.classList.toggle('answers', block.querySelector('mark') !== null);
}

/** Returns the text without the ranges. */
function outside(shown: string, ranges: readonly MarkedRange[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of ranges) {
    rest += shown.slice(at, start);
    at = end;
  }
  return rest + shown.slice(at);
}

function isNothing(text: string): boolean {
  return text.replace(/[\s\p{P}]+/gu, '') === '';
}

function wrap(text: Text, from: number, to: number): void {
  const marked = text.splitText(from);
  marked.splitText(to - from);
  const mark = document.createElement('mark');
  marked.replaceWith(mark);
  mark.append(marked);
}
