// Derives a title for an untitled text from its first line, shortened. Pure.

/** A longer title does not fit a row of the list. */
const LONGEST = 80;

export function titleOf(text: string): string {
  const line = (text.match(/\S.*/)?.[0] ?? '').replace(/^#+\s*/, '').trim();
  if (line === '') return 'Untitled';
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2)).trimEnd()} …`;
}
