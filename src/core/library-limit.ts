// How much of the library a call may read: the collections that the chat, and the question, are limited to. Pure.
import type { Within } from './collection.ts';
import type { Conversation, Mention } from './conversation.ts';

export interface LibraryLimit {
  /** A document is in one collection of each list. */
  within: Within;
  /** Documents that may be read besides: those that the chat points at or brought along. */
  documents: readonly string[];
}

/**
 * The collections that an answer is limited to: that of the chat, those that the question points at, and those of the chat's
 * profile. Undefined: no limit.
 * @param own of the profile; a list without any holds no document
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

/** What the calls of tools in an answer may read. Undefined: all. */
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

/** Whether a document is within the limit. */
export function isWithin(
  { within, documents }: LibraryLimit,
  { id, collections = [] }: { id: string; collections?: readonly string[] },
): boolean {
  return documents.includes(id) || within.every((ids) => ids.some((one) => collections.includes(one)));
}
