// In a table that is wider than the chat: brings the cell that answers into view, beside the first cell of its row.

/** The first column stays in view while it leaves room for others: a part of the table's width. */
const PINNED = 0.4;

/** @param root rendered Markdown whose answer is marked, in the page */
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
