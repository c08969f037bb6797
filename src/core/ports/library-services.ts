// Library services for tools and scripts.
import type { ContextPassage, GatherOptions } from '../context-passage.ts';
import type { DocumentView, SearchHit, SearchOptions, SourceInfo } from '../document.ts';
import type { Outbound } from '../outbound.ts';
import type { TableAnswer, TableQuestion } from '../table.ts';
import type { OutgoingRequest } from '../call.ts';

/** Context of a question to the library. */
export interface Asking {
  signal: AbortSignal;
  /** What may leave: remote engines receive the question. */
  outbound: Outbound;
}

/** Calls that scripts can make too. A Failure becomes a Lua error, which keeps its code if nothing catches it. */
export interface LibraryCalls {
  search(query: string, options: SearchOptions, asking: Asking): Promise<SearchHit[]>;
  /** @throws Failure `not_found`, `document not found: ID`. */
  get(id: string, asking: Asking): Promise<DocumentView>;
  sources(asking: Asking): Promise<SourceInfo[]>;
  /** Absent when tables can't be queried. */
  query?(question: TableQuestion, asking: Asking): Promise<TableAnswer>;
  /** Returns the requests to remote search engines that a question makes. Absent: none. */
  sends?(asked: { query: string } | { document: string }): Promise<OutgoingRequest[]>;
}

/** Calls of the built-in tools. */
export interface LibraryServices extends LibraryCalls {
  /**
   * Returns whole passages up to a number of tokens, for a model. With `local`, nothing is sent. Absent: models get search
   * hits.
   */
  gather?(question: string, options: GatherOptions, signal: AbortSignal): Promise<ContextPassage[]>;
}
