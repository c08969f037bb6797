// The part of the library that a call may read: the collections that the chat and the question are limited to. Pure.
import type { Within } from './collection.ts';
import type { Conversation, Mention } from './conversation.ts';

export interface LibraryLimit {
  /** A document must be in one collection of each list. */
  within: Within;
  /** Further documents that may be read: those that the chat refers to or has attached. */
  documents: readonly string[];
}

/**
 * Returns the collections that an answer is limited to: those of the chat, of the question and of the chat's profile.
 * Undefined: no limit.
 * @param own collections of the profile; an empty list contains no documents
 */
export function withinOf(
  { collection }: Pick<Conversation, 'collection'>,
  mentions: readonly Mention[],
  own?: readonly string[],
): Within | undefined {
  const pointed = mentions.filter(({ kind }) => kind === 'collection').map(({ id }) => id);
  const within = [
    ...(collection === undefined ? [] : [[collection]]),
    ...(pointed.length > 0 ? [pointed] : []),
    ...(own ? [own] : []),
  ];
  return within.length > 0 ? within : undefined;
}

/** Returns what the tool calls of an answer may read. Undefined: everything. */
export function limitOf(
  conversation: Pick<Conversation, 'collection'>,
  mentions: readonly Mention[],
  attached: readonly string[],
  own?: readonly string[],
): LibraryLimit | undefined {
  const within = withinOf(conversation, mentions, own);
  if (!within) return undefined;
  const pointed = mentions.filter(({ kind }) => kind === 'document').map(({ id }) => id);
  return { within, documents: [...attached, ...pointed] };
}

/** Tells whether a document is within the limit. */
export function isWithin(
  { within, documents }: LibraryLimit,
  { id, collections = [] }: { id: string; collections?: readonly string[] },
): boolean {
  return documents.includes(id) || within.every((ids) => ids.some((one) => collections.includes(one)));
}
