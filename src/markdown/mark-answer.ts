// Marks the answer within the nodes that show its section: short ones word for word, long ones by a bar beside their blocks.
import { sectionRange } from './section-range.ts';

/** So much may be marked word for word and still be read. Characters. */
const READABLE = 320;

export function markAnswer(root: HTMLElement, section: string, within: readonly [number, number]): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('button, .language') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const shown = texts.map(({ data }) => data).join('\n');
  const found = sectionRange(shown, section, within);
  if (!found) return;
  const [start, end] = found;
  const isWhole = shown.slice(0, start).trim() === '' && shown.slice(end).replace(/[\s\p{P}]+/gu, '') === '';
  let at = 0;
  for (const text of texts) {
    const [from, to] = [Math.max(0, start - at), Math.min(text.length, end - at)];
    at += text.length + 1;
    // Blanks between cells and items are no text of theirs.
    if (from >= to || text.data.slice(from, to).trim() === '') continue;
    wrap(text, from, to);
  }
  root.classList.toggle('whole', isWhole);
  root.classList.toggle('long', !isWhole && end - start > READABLE);
  for (const block of root.children) block.classList.toggle('answers', block.querySelector('mark') !== null);
}

function wrap(text: Text, from: number, to: number): void {
  const marked = text.splitText(from);
  marked.splitText(to - from);
  const mark = document.createElement('mark');
  marked.replaceWith(mark);
  mark.append(marked);
}
