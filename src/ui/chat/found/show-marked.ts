// In a table wider than the chat, scrolls to the answering cell, next to the first cell of its row.

/** Maximum share of the table's width for a fixed first column. */
const PINNED = 0.4;

/** @param root rendered Markdown in the page, with the answer marked */
export function showMarked(root: ParentNode): void {
  for (const frame of root.querySelectorAll<HTMLElement>('.table')) {
    const mark = frame.querySelector('mark');
    if (!mark || frame.scrollWidth <= frame.clientWidth) continue;
    const first = frame.querySelector<HTMLElement>('tr > *');
    frame.classList.toggle('pinned', (first?.offsetWidth ?? Infinity) < frame.clientWidth * PINNED);
    const { left, right } = mark.getBoundingClientRect();
    const box = frame.getBoundingClientRect();
    if (left < box.left || right > box.right) frame.scrollLeft += (left + right - box.left - box.right) / 2;
  }
}
