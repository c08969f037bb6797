// Calls of the library's built-in tools: search and get.
import type { ContextPassage } from '../core/context-passage.ts';
import type { DocumentView, SearchOptions } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { Caller, OutgoingRequest } from '../core/call.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import type { Outbound } from '../core/outbound.ts';
import type { LibraryServices } from '../core/ports/library-services.ts';
import { type Part, partOf, readingOf } from './read-document.ts';

/** Maximum tokens of the passages that one search gives a model. */
const MOST_TOKENS = 4_000;

type LibraryCall = (
  library: LibraryServices,
  args: JsonObject,
  signal: AbortSignal,
  caller: Caller,
  outbound: Outbound,
) => Promise<unknown>;

export const search: LibraryCall = async (library, args, signal, caller, outbound) => {
  const query = filled(args, 'query');
  const options = searchOptions(args);
  if (caller.kind !== 'agent' || !library.gather || outbound.isDry) {
    return { results: await library.search(query, options, { signal, outbound }) };
  }
  const { limit, ...rest } = options;
  const { limit: to } = outbound;
  const within = to && { within: to.within, attached: to.documents };
  const asked = { ...rest, ...within, ...(outbound.isReadOnly && { local: true }) };
  const found = await library.gather(query, { ...asked, tokens: MOST_TOKENS }, signal);
  return { results: found.slice(0, limit).map(forModel) };
};

export const get: LibraryCall = async (library, args, signal, caller, outbound) => {
  const document: DocumentView = await library.get(filled(args, 'id'), { signal, outbound });
  const part = partIn(args);
  if (caller.kind === 'agent') return readingOf(document, part);
  return part.start === undefined && part.end === undefined ? document : partOf(document, part);
};

export const queryTable: LibraryCall = async (
  library,
  { sql, document, limit },
  signal,
  _caller,
  outbound,
) => {
  const question = {
    ...(typeof sql === 'string' && sql.trim() !== '' && { sql }),
    ...(typeof document === 'string' && document.trim() !== '' && { document }),
    ...(typeof limit === 'number' && { limit }),
  };
  const { tables, ...answer } = await library.query!(question, { signal, outbound });
  // A query result has its columns; a question about the tables has no result.
  return question.sql === undefined ? { tables } : answer;
};

export async function requestsOfSearch(
  library: LibraryServices,
  args: JsonObject,
): Promise<OutgoingRequest[]> {
  return (await library.sends?.({ query: wordsOf(args) })) ?? [];
}

export async function requestsOfGet(library: LibraryServices, args: JsonObject): Promise<OutgoingRequest[]> {
  return (await library.sends?.({ document: filled(args, 'id') })) ?? [];
}

/** Drops marks, and the scores of passages, which a model reads whole. */
function forModel({ marks: _, sentences: __, explain: ___, ...passage }: ContextPassage) {
  return passage;
}

function partIn({ start, end }: JsonObject): Part {
  return {
    ...(typeof start === 'number' && { start }),
    ...(typeof end === 'number' && { end }),
  };
}

function filled(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value !== 'string' || value.trim() === '') {
    throw new Failure('bad_request', `${name} must not be empty`);
  }
  return value;
}

/** Returns all text of a search that would leave with it. */
function wordsOf(args: JsonObject): string {
  const { filters } = args;
  return filled(args, 'query') + (isObject(filters) ? ` ${JSON.stringify(filters)}` : '');
}

function searchOptions(args: JsonObject): SearchOptions {
  const { mode, limit, filters } = args;
  const options: SearchOptions = {};
  if (typeof mode === 'string') options.mode = mode as NonNullable<SearchOptions['mode']>;
  if (typeof limit === 'number') options.limit = limit;
  if (isObject(filters)) {
    if (typeof filters['source'] === 'string') options.source = filters['source'];
    if (typeof filters['since'] === 'string') options.since = filters['since'];
  }
  return options;
}
