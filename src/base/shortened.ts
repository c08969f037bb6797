// Shortens a text for a label. Pure.

/** At most `most` characters, never half of one; a cut text ends with an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // A character takes up to two units; the rest of a huge text is not read.
  const characters = [...text.slice(0, 2 * most)];
  if (characters.length <= most && text.length <= 2 * most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}
