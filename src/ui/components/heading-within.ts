// Returns a passage's heading for display next to its document's title, without repeating the title.
import type { SearchHit } from '../../core/document.ts';
import { plainTitle } from '../../core/plain-title.ts';

const SEPARATOR = ' › ';

/** Undefined when the heading adds nothing. */
export function headingWithin({ title, heading }: Pick<SearchHit, 'title' | 'heading'>): string | undefined {
  if (heading === undefined || heading === '' || heading === title) return undefined;
  const prefix = `${title}${SEPARATOR}`;
  return plainTitle(
    title !== undefined && heading.startsWith(prefix) ? heading.slice(prefix.length) : heading,
  );
}
