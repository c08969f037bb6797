// The text nodes below an element as they were written, in order; for a typeset formula, its source.

/** KaTeX keeps the source of a formula as an annotation in its output. */
const DRAWN = '.katex';

/** @param without selector of elements that belong to the page rather than to the text */
export function textNodes(root: HTMLElement, without: string): Text[] {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest(without) ||
    (parentElement?.closest(DRAWN) && parentElement.localName !== 'annotation')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}
