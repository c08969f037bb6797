// The words of a heading, without the marks that Markdown puts around them.

/** Headings are shown in citations: one that is longer is cut. */
const LONGEST = 160;

export function headingText(marked: string): string {
  const text = marked
    .slice(0, 4 * LONGEST)
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])|\*\*|__|~~|[*`]/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`;
}
