// Removes files whose chat is gone: it was deleted, was temporary, or never asked anything.
import type { Conversation, Message } from '../../core/conversation.ts';
import { ATTACHED_SOURCE, type DocumentMeta } from '../../core/document.ts';

/** Milliseconds: yesterday's draft may still be open in another tab, and a deleted chat may be restored. */
const DAY = 24 * 60 * 60 * 1000;
/** Files checked per start. */
const MOST = 1000;

export interface SweptLibrary {
  list(options: { source: string; limit: number }): Promise<{ documents: DocumentMeta[] }>;
  remove(ids: string[]): Promise<unknown>;
}

export interface KeptChats {
  list(): Promise<Pick<Conversation, 'id'>[]>;
  messages(id: string): Promise<Pick<Message, 'mentions'>[]>;
}

/** @param now milliseconds since 1970 @returns the number of removed files */
export async function sweepAttached(library: SweptLibrary, chats: KeptChats, now: number): Promise<number> {
  const { documents } = await library.list({ source: ATTACHED_SOURCE, limit: MOST });
  const left = new Set(
    documents.filter(({ added_at }) => Date.parse(added_at) < now - DAY).map(({ id }) => id),
  );
  for (const { id } of left.size > 0 ? await chats.list() : []) {
    for (const { mentions = [] } of await chats.messages(id)) for (const one of mentions) left.delete(one.id);
    if (left.size === 0) return 0;
  }
  if (left.size > 0) await library.remove([...left]);
  return left.size;
}
