// Marks ranges of rendered text without touching its nodes (CSS custom highlights, `::highlight(cited)`).

const NAME = 'cited';

/** @returns a function that removes the mark. Browsers without custom highlights show none. */
export function markRange(range: Range): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  let highlight = CSS.highlights.get(NAME);
  if (!highlight) CSS.highlights.set(NAME, (highlight = new Highlight()));
  highlight.add(range);
  return () => void highlight.delete(range);
}
