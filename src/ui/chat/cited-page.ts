// Web pages among an answer's citations: they are not in the library, and their id is their address. Pure.
import type { SearchHit } from '../../core/document.ts';

export interface CitedPage {
  url: string;
  /** From the address, whatever a tool claims. */
  host: string;
}

/** Undefined for a passage of the library. */
export function citedPage({ id }: Pick<SearchHit, 'id'>): CitedPage | undefined {
  return /^https?:/i.test(id) && URL.canParse(id) ? { url: id, host: new URL(id).host } : undefined;
}
