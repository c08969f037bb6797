// How long names of documents may be. Lists, hits, answers and prompts repeat them, so each has a bound where it enters.
//
// - What is shown is cut, on one line; the text of the document still has all of it.
// - What identifies a document is never cut, since two could become one: one that is too long is refused.

export const LONGEST_NAME = 500;
/** Of a `source`, `source_id` or `source_url`, in characters. */
export const LONGEST_IDENTITY = 8192;

/** A title, an author or a heading as it is kept: one line of at most `LONGEST_NAME` characters. */
export function keptName(name: string): string {
  // The rest of a text of megabytes is not even read.
  const line = name
    .slice(0, 2 * LONGEST_NAME)
    .trim()
    .replace(/\s+/g, ' ');
  if (line.length <= LONGEST_NAME && name.length <= 2 * LONGEST_NAME) return line;
  // Never half a character.
  return `${line.slice(0, LONGEST_NAME - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The field of a document that identifies it and is longer than it may be. */
export function overlongIdentity(
  document: Partial<Record<'source' | 'source_id' | 'source_url', unknown>>,
): string | undefined {
  return (['source', 'source_id', 'source_url'] as const).find((field) => {
    const value = document[field];
    return typeof value === 'string' && value.length > LONGEST_IDENTITY;
  });
}
