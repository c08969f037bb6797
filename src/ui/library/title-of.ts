// A title for a text without one: its first line, in so many words. Pure.

/** A title longer than this no longer fits a row of the list. */
const LONGEST = 80;

export function titleOf(text: string): string {
  const line = (text.match(/\S.*/)?.[0] ?? '').replace(/^#+\s*/, '').trim();
  if (line === '') return 'Untitled';
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2)).trimEnd()} …`;
}
