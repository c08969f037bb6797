// Where a streaming text may end in the middle of a mark. Pure.

/** Returns the number of characters at the end of `text` that may be the start of one of the marks. */
export function halfMark(text: string, marks: readonly string[]): number {
  const longest = Math.max(...marks.map(({ length }) => length)) - 1;
  for (let size = Math.min(longest, text.length); size > 0; size--) {
    const tail = text.slice(-size);
    if (marks.some((mark) => mark.startsWith(tail))) return size;
  }
  return 0;
}
