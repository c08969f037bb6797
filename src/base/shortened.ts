// Shortens a text for a label. Pure.

/** At most `most` characters, never half of one; a cut text ends with an ellipsis. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}
