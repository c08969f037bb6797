// Pages of the web among what an answer cites: they are no documents of the library, and their id is their address. Pure.
import type { SearchHit } from '../../core/document.ts';

export interface CitedPage {
  url: string;
  /** As the address has it, whatever a tool says of it. */
  host: string;
}

/** Undefined for a passage of the library. */
export function citedPage({ id }: Pick<SearchHit, 'id'>): CitedPage | undefined {
  return /^https?:/i.test(id) && URL.canParse(id) ? { url: id, host: new URL(id).host } : undefined;
}
