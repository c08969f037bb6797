// What of the library a model is given with a question: passages that a search finds, and the documents that it points at.
import type { Mention } from '../core/conversation.ts';
import type { DocumentView, SearchHit, SearchOptions } from '../core/document.ts';
import { Failure, isAbort, toErrorData, type ErrorData } from '../core/errors.ts';
import { passagesOf } from './pointed-document.ts';

/** Passages that a model gets with the question: more crowd out the question in small local models. */
const PASSAGES = 6;
/** What a model is given cannot be put in order later, and its first word takes longer than this anyway. Milliseconds. */
const PATIENCE = 1000;
/** Characters of all documents that a question points at, together: some 8,000 tokens. */
const DOCUMENTS_SIZE = 32_000;

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
  /** Of what the question points at: what is gone, and what was too long to be read whole. Sentences. */
  notices: string[];
}

/**
 * A question that points at documents is answered from them; one that points at sources, from what a search finds in these.
 * A profile's sources hold for both.
 */
export async function findPassages(request: PassagesRequest): Promise<Passages> {
  const { question, mentions, search, signal } = request;
  const { sources, refused } = sourcesFor(request);
  const documents = idsOf(mentions, 'document');
  const read = await readDocuments(request, documents);
  const notices = [...refused, ...read.notices];
  const isSearched = documents.length === 0 || idsOf(mentions, 'source').length > 0;
  if (!isSearched || signal.aborted) return { hits: read.hits, notices };
  try {
    const options: SearchOptions = { limit: PASSAGES, patience: PATIENCE, ...(sources && { sources }) };
    const found = await search(question, options, signal);
    const known = new Set(read.hits.map(keyOf));
    return { hits: [...read.hits, ...found.filter((hit) => !known.has(keyOf(hit)))], notices };
  } catch (error) {
    if (isAbort(error) || signal.aborted) return { hits: read.hits, notices };
    return { hits: read.hits, notices, failure: toErrorData(error, 'unavailable') };
  }
}

/** How many passages of a document that was pointed at answer a question, where nobody but a person reads them. */
const SHOWN = 8;
/** Characters of one of them. */
const SHOWN_SIZE = 420;

/** A search for an answer without a model, kept to what the question points at. @throws as the search throws */
export async function searchPointed(
  request: Omit<PassagesRequest, 'signal' | 'question'>,
  query: string,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<Pick<Passages, 'hits' | 'notices'>> {
  const { mentions, search } = request;
  const { sources, refused } = sourcesFor(request);
  const documents = idsOf(mentions, 'document');
  const { hits, notices } = await readDocuments({ ...request, question: query, signal }, documents, {
    size: SHOWN * SHOWN_SIZE,
    passage: SHOWN_SIZE,
    best: true,
  });
  const all = { hits: hits.slice(0, options.limit ?? SHOWN), notices: [...refused, ...notices] };
  const isSearched = documents.length === 0 || idsOf(mentions, 'source').length > 0;
  if (!isSearched) return all;
  const found = await search(query, { ...options, ...(sources && { sources }) }, signal);
  return { ...all, hits: [...all.hits, ...found.filter(({ id }) => !documents.includes(id))] };
}

/** Among the sources of a profile, those that the question points at. */
function sourcesFor({ mentions, sources }: Pick<PassagesRequest, 'mentions' | 'sources'>): {
  sources: readonly string[] | undefined;
  refused: string[];
} {
  const pointed = idsOf(mentions, 'source');
  if (pointed.length === 0) return { sources, refused: [] };
  const among = sources ? pointed.filter((name) => sources.includes(name)) : pointed;
  const refused = pointed.filter((name) => !among.includes(name)).map(outsideProfile);
  return { sources: among, refused };
}

interface Reading {
  /** Characters of all of them together. */
  size: number;
  /** Characters of one passage at most. */
  passage?: number;
  /** The best passages first, instead of in the order of the document. */
  best?: boolean;
}

async function readDocuments(
  { question, document, sources, signal }: Omit<PassagesRequest, 'search' | 'mentions'>,
  ids: readonly string[],
  reading: Reading = { size: DOCUMENTS_SIZE },
): Promise<{ hits: SearchHit[]; notices: string[] }> {
  const hits: SearchHit[] = [];
  const notices: string[] = [];
  let left = reading.size;
  for (const [at, id] of ids.entries()) {
    if (signal.aborted) break;
    try {
      if (!document) throw new Failure('unavailable', 'documents cannot be read here');
      const view = await document(id);
      if (sources && !sources.includes(view.source)) {
        notices.push(outsideProfile(view.title ?? view.source_id));
        continue;
      }
      // Those that come later have their share, and what a short one leaves.
      const share = Math.floor(left / (ids.length - at));
      const passages = passagesOf(view, question, { ...reading, size: share });
      left -= passages.reduce((sum, { snippet }) => sum + snippet.length, 0);
      hits.push(...passages);
      if (!reading.best && passages.length < view.chunks.length) {
        notices.push(
          `“${view.title ?? view.source_id}” is too long to be read whole: ${passages.length} of its ${view.chunks.length} passages were read, those that fit the question best.`,
        );
      }
    } catch (error) {
      const failure = toErrorData(error, 'unavailable');
      notices.push(
        failure.code === 'not_found'
          ? 'A document that the question points at is not in the library any more.'
          : `A document that the question points at could not be read: ${failure.message}`,
      );
    }
  }
  return { hits, notices };
}

function outsideProfile(name: string): string {
  return `“${name}” was left out: the profile of this conversation does not answer from it.`;
}

function idsOf(mentions: readonly Mention[], kind: Mention['kind']): string[] {
  return [...new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id))];
}

function keyOf({ id, chunk }: SearchHit): string {
  return `${id} ${chunk}`;
}
