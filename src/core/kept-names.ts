// Length limits for names of documents. Lists, hits, answers and prompts repeat names, so they are limited on entry.
//
// - Displayed names are cut to one line; the text of the document stays complete.
// - Identifying fields are never cut, since two could become equal: overlong ones are rejected.

export const LONGEST_NAME = 500;
/** Maximum length of a `source`, `source_id` or `source_url`, in characters. */
export const LONGEST_IDENTITY = 8192;

/** Returns a title, an author or a heading as one line of at most `LONGEST_NAME` characters. */
export function keptName(name: string): string {
  // Avoids scanning all of a huge text.
  const line = name
    .slice(0, 2 * LONGEST_NAME)
    .trim()
    .replace(/\s+/g, ' ');
  if (line.length <= LONGEST_NAME && name.length <= 2 * LONGEST_NAME) return line;
  // Don't split a surrogate pair.
  return `${line.slice(0, LONGEST_NAME - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns the name of an identifying field that is too long, if any. */
export function overlongIdentity(
  document: Partial<Record<'source' | 'source_id' | 'source_url', unknown>>,
): string | undefined {
  return (['source', 'source_id', 'source_url'] as const).find((field) => {
    const value = document[field];
    return typeof value === 'string' && value.length > LONGEST_IDENTITY;
  });
}
