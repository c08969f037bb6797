// Library passages for a model's question: those found by search, and the documents that the question refers to.
import { fittingPassages, type ContextPassage, type GatherOptions } from '../core/context-passage.ts';
import type { Within } from '../core/collection.ts';
import type { Mention, Message } from '../core/conversation.ts';
import { ATTACHED_SOURCE, type DocumentView, type SearchHit, type SearchOptions } from '../core/document.ts';
import { Failure, isAbort, toErrorData, type ErrorData } from '../core/errors.ts';
import { LETTERS_PER_TOKEN, tokensOf } from '../core/tokens.ts';
import { joinedPassages } from './joined-passages.ts';
import { passagesOf, type PointedHit } from './pointed-document.ts';

/**
 * Milliseconds to wait for the final order, because a model's context can't be reordered later. The first word of a
 * model takes longer anyway.
 */
const PATIENCE = 1000;

export interface PassagesRequest {
  question: string;
  /** The previous question, which completes one like “and on Windows?”. */
  before?: string | undefined;
  /** Maximum tokens of all passages together. */
  tokens: number;
  /** References of the question. */
  mentions: readonly Mention[];
  /** Documents attached to earlier questions of the chat. */
  attached?: readonly string[] | undefined;
  /** Sources to answer from; absent: all. */
  sources?: readonly string[] | undefined;
  /** Collections to answer from; absent: all documents. */
  within?: Within | undefined;
  gather(question: string, options: GatherOptions, signal: AbortSignal): Promise<ContextPassage[]>;
  document?: ((id: string) => Promise<DocumentView>) | undefined;
  signal: AbortSignal;
}

export interface Passages {
  hits: ContextPassage[];
  /** The library could not be searched. The answer continues without it. */
  failure?: ErrorData;
  /** Notices about references: missing documents, and those too long to be read whole. Sentences. */
  notices: string[];
}

/** Returns the referenced documents, or search hits within the referenced sources. A profile's sources limit both. */
export async function findPassages(request: PassagesRequest): Promise<Passages> {
  const { question, before, tokens, mentions, attached, gather, signal } = request;
  const { sources, refused } = sourcesFor(request);
  const documents = idsOf(mentions, 'document');
  const read = await readWhole(request, documents);
  const notices = [...refused, ...read.notices];
  const isSearched = documents.length === 0 || pointsAtMany(mentions);
  if (!isSearched || signal.aborted) return { hits: read.hits, notices };
  try {
    const taken = read.hits.reduce((sum, { text }) => sum + tokensOf(text), 0);
    const options: GatherOptions = {
      tokens: Math.max(0, tokens - taken),
      patience: PATIENCE,
      ...(before !== undefined && { before }),
      ...(sources && { sources }),
      ...(request.within && { within: request.within }),
      ...(attached && attached.length > 0 && { attached }),
    };
    const found = await gather(question, options, signal);
    const fresh = found.filter(({ id }) => !documents.includes(id));
    return { hits: fittingPassages([...read.hits, ...fresh], tokens), notices };
  } catch (error) {
    if (isAbort(error) || signal.aborted) return { hits: read.hits, notices };
    return { hits: read.hits, notices, failure: toErrorData(error, 'unavailable') };
  }
}

export interface PointedRequest extends Pick<
  PassagesRequest,
  'mentions' | 'sources' | 'within' | 'document'
> {
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
}

/** Maximum passages of a referenced document in an answer without a model. */
const SHOWN = 8;
/** Characters of one of them. */
const SHOWN_SIZE = 420;

/** Searches for an answer without a model, within the question's references. @throws as the search throws */
export async function searchPointed(
  request: PointedRequest,
  query: string,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<{ hits: SearchHit[]; notices: string[] }> {
  const { mentions, search } = request;
  const { sources, refused } = sourcesFor(request);
  const documents = idsOf(mentions, 'document');
  const { hits, notices } = await readDocuments({ ...request, question: query, signal }, documents, {
    size: SHOWN * SHOWN_SIZE,
    passage: SHOWN_SIZE,
    best: true,
  });
  const all = { hits: hits.slice(0, options.limit ?? SHOWN), notices: [...refused, ...notices] };
  const isSearched = documents.length === 0 || pointsAtMany(mentions);
  if (!isSearched) return all;
  const { within } = request;
  const limits = { ...(sources && { sources }), ...(within && { within }) };
  const found = await search(query, { ...options, ...limits }, signal);
  return { ...all, hits: [...all.hits, ...found.filter(({ id }) => !documents.includes(id))] };
}

/** Tells whether the question refers to sources or collections, which are searched. */
function pointsAtMany(mentions: readonly Mention[]): boolean {
  return mentions.some(({ kind }) => kind === 'source' || kind === 'collection');
}

/** Returns the referenced sources that the profile includes. */
export function sourcesFor({ mentions, sources }: Pick<PassagesRequest, 'mentions' | 'sources'>): {
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
  /** Maximum characters of all of them together. */
  size: number;
  /** The size applies to alphabetic text; it is smaller for other scripts. */
  byTokens?: boolean;
  /** Maximum characters of one passage. */
  passage?: number;
  /** The best passages first, instead of the document's order. */
  best?: boolean;
}

/** Reads documents as far as they fit, whole if possible, in the document's order. */
async function readWhole(
  request: PassagesRequest,
  ids: readonly string[],
): Promise<{ hits: ContextPassage[]; notices: string[] }> {
  const { hits, notices } = await readDocuments(request, ids, {
    size: request.tokens * LETTERS_PER_TOKEN,
    byTokens: true,
  });
  return { hits: fittingPassages(joinedPassages(hits), request.tokens), notices };
}

async function readDocuments(
  { question, document, sources, signal }: Omit<PassagesRequest, 'gather' | 'tokens' | 'mentions'>,
  ids: readonly string[],
  reading: Reading,
): Promise<{ hits: PointedHit[]; notices: string[] }> {
  const hits: PointedHit[] = [];
  const notices: string[] = [];
  let left = reading.size;
  for (const [at, id] of ids.entries()) {
    if (signal.aborted) break;
    try {
      if (!document) throw new Failure('unavailable', 'documents cannot be read here');
      const view = await document(id);
      if (sources && !sources.includes(view.source) && view.source !== ATTACHED_SOURCE) {
        notices.push(outsideProfile(view.title ?? view.source_id));
        continue;
      }
      // Later documents get their share, plus what a short one leaves.
      const wanted = Math.floor(left / (ids.length - at));
      const share = reading.byTokens ? Math.floor(wanted / densityOf(view)) : wanted;
      const passages = passagesOf(view, question, { ...reading, size: share });
      const size = passages.reduce((sum, { snippet }) => sum + snippet.length, 0);
      left -= reading.byTokens ? size * densityOf(view) : size;
      hits.push(...passages);
      if (!reading.best && passages.length < view.chunks.length) {
        notices.push(
          `“${view.title ?? view.source_id}” is too long to read in full. The model got the ${passages.length} of its ${view.chunks.length} passages that match the question best.`,
        );
      }
    } catch (error) {
      const failure = toErrorData(error, 'unavailable');
      notices.push(
        failure.code === 'not_found'
          ? 'A document that the question mentions is no longer in the library.'
          : `Couldn’t read a document that the question mentions: ${failure.message}`,
      );
    }
  }
  return { hits, notices };
}

/** Returns the documents attached to the chat before this question, oldest first. */
export function attachedBefore(earlier: readonly Message[]): string[] {
  const mentions = earlier.flatMap(({ mentions = [] }) => mentions);
  return idsOf(
    mentions.filter((mention) => mention.kind === 'document' && mention.attached),
    'document',
  );
}

export function outsideProfile(name: string): string {
  return `“${name}” was left out: this chat’s profile can’t use it.`;
}

export function idsOf(mentions: readonly Mention[], kind: Mention['kind']): string[] {
  return [...new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id))];
}

/** Characters of the sample that reveals a document's script. */
const SAMPLE = 4_000;
/** Factor for the text around each passage. */
const FRAMES = 1.15;

/** Returns how many times more tokens a text takes than one in an alphabet. */
function densityOf({ body }: DocumentView): number {
  const sample = body.slice(0, SAMPLE);
  return sample === '' ? 1 : FRAMES * Math.max(1, (tokensOf(sample) * LETTERS_PER_TOKEN) / sample.length);
}
