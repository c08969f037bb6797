// What tools and scripts may ask of the library.
import type { ContextPassage, GatherOptions } from '../context-passage.ts';
import type { DocumentView, SearchHit, SearchOptions, SourceInfo } from '../document.ts';
import type { Outbound } from '../outbound.ts';
import type { TableAnswer, TableQuestion } from '../table.ts';
import type { OutgoingRequest } from '../call.ts';

/** What a question to the library comes with. */
export interface Asking {
  signal: AbortSignal;
  /** What may leave: engines elsewhere hear of a question. */
  outbound: Outbound;
}

/** Calls that scripts may make too. A Failure becomes an error in Lua, with its code if nothing catches it. */
export interface LibraryCalls {
  search(query: string, options: SearchOptions, asking: Asking): Promise<SearchHit[]>;
  /** @throws Failure `not_found`, `document not found: ID`. */
  get(id: string, asking: Asking): Promise<DocumentView>;
  sources(asking: Asking): Promise<SourceInfo[]>;
  /** Absent where nobody can ask tables. */
  query?(question: TableQuestion, asking: Asking): Promise<TableAnswer>;
  /** The requests to search engines elsewhere that a question makes. Absent: none. */
  sends?(asked: { query: string } | { document: string }): Promise<OutgoingRequest[]>;
}

/** Calls of the built-in tools. */
export interface LibraryServices extends LibraryCalls {
  /** Whole passages up to a number of tokens, for a model. Absent: models get search hits. */
  gather?(question: string, options: GatherOptions, signal: AbortSignal): Promise<ContextPassage[]>;
}
