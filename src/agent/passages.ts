// What of the library a model is given with a question: passages that a search finds, and the documents that it points at.
import type { Mention } from '../core/conversation.ts';
import type { DocumentView, SearchHit, SearchOptions } from '../core/document.ts';
import { isAbort, toErrorData, type ErrorData } from '../core/errors.ts';

/** Passages that a model gets with the question: more crowd out the question in small local models. */
const PASSAGES = 6;
/** What a model is given cannot be put in order later, and its first word takes longer than this anyway. Milliseconds. */
const PATIENCE = 1000;

export interface PassagesRequest {
  question: string;
  /** Of the question. */
  mentions: readonly Mention[];
  /** The sources that may be answered from; absent: all. */
  sources?: readonly string[] | undefined;
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  document?: ((id: string) => Promise<DocumentView>) | undefined;
  signal: AbortSignal;
}

export interface Passages {
  hits: SearchHit[];
  /** The library could not be searched: no reason not to answer. */
  failure?: ErrorData;
}

export async function findPassages(request: PassagesRequest): Promise<Passages> {
  const { question, mentions, sources, search, signal } = request;
  const pointed = mentions.flatMap((mention) => (mention.kind === 'source' ? [mention.id] : []));
  const among = pointed.length > 0 ? pointed : sources;
  const options: SearchOptions = { limit: PASSAGES, patience: PATIENCE, ...(among && { sources: among }) };
  try {
    return { hits: await search(question, options, signal) };
  } catch (error) {
    return isAbort(error) || signal.aborted
      ? { hits: [] }
      : { hits: [], failure: toErrorData(error, 'unavailable') };
  }
}
