// Finds words in titles and texts of conversations. Pure.
import type { Conversation, Message } from './conversation.ts';

export interface ConversationHit {
  conversation: Conversation;
  /** The message with the words; absent when only the title matches. */
  message?: string;
  /** An excerpt around the first word. */
  excerpt?: string;
}

const BEFORE = 30;
const LENGTH = 120;

/** Searchable texts of a conversation, folded once for many searches. */
export interface SearchableConversation {
  title: string;
  messages: readonly { id: string; text: string; folded: string }[];
}

/** Returns the text in lower case without accents, so that spelling variants match. */
export function folded(text: string): string {
  // Most texts need no more, and decomposing characters is slow.
  if (/^[\0-\x7F]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

export function searchable({ title }: Conversation, messages: readonly Message[]): SearchableConversation {
  const said = messages.flatMap((message) => {
    const text = spoken(message);
    return text === '' ? [] : [{ id: message.id, text, folded: folded(text) }];
  });
  return { title: folded(title), messages: said };
}

/** Finds all words in the title, otherwise in the latest message that has them. */
export function findIn(
  conversation: Conversation,
  { title, messages }: SearchableConversation,
  words: readonly string[],
): ConversationHit | undefined {
  if (words.length === 0) return undefined;
  const hasAll = (text: string): boolean => words.every((word) => text.includes(word));
  if (hasAll(title)) return { conversation };
  const found = messages.findLast(({ folded }) => hasAll(folded));
  if (!found) return undefined;
  return { conversation, message: found.id, excerpt: excerptOf(found.text, words) };
}

/** Only text written by someone: no calls, no sources. */
function spoken({ parts }: Message): string {
  return parts
    .flatMap((part) => (part.type === 'text' || part.type === 'summary' ? [part.text] : []))
    .join('\n');
}

function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ');
  // Folding can shift positions slightly, which is close enough for an excerpt.
  const at = Math.min(...words.map((word) => folded(line).indexOf(word)).filter((place) => place >= 0));
  const start = Number.isFinite(at) && at > BEFORE ? line.indexOf(' ', at - BEFORE) + 1 : 0;
  const piece = line.slice(start, start + LENGTH);
  return `${start > 0 ? '…' : ''}${piece}${start + LENGTH < line.length ? '…' : ''}`;
}
