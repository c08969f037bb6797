// Marks the very words of a passage within the nodes that show it, without touching the nodes (CSS custom highlights).
import { passageRange } from './passage-range.ts';

const NAME = 'cited';

/** @returns where the passage is on screen, or undefined when its words are not found: then all of it counts. */
export function markPassage(root: HTMLElement, passage: string): Range | undefined {
  clearMark();
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const found = passageRange(texts.map(({ data }) => data).join('\n'), passage);
  if (!found) return undefined;
  const range = new Range();
  let at = 0;
  for (const text of texts) {
    const [start, end] = [found[0] - at, found[1] - at];
    if (start >= 0 && start < text.length) range.setStart(text, start);
    if (end > 0 && end <= text.length) range.setEnd(text, end);
    at += text.length + 1;
  }
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(range));
  return range;
}

export function clearMark(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME);
}
