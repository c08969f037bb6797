// Finds the words of a person in titles and texts of conversations. Pure.
import type { Conversation, Message } from './conversation.ts';

export interface ConversationHit {
  conversation: Conversation;
  /** Where the words are; absent: in the title alone. */
  message?: string;
  /** A piece of the text around the first word. */
  excerpt?: string;
}

const BEFORE = 30;
const LENGTH = 120;

/** What a conversation is found by, folded once for many searches. */
export interface SearchableConversation {
  title: string;
  messages: readonly { id: string; text: string; folded: string }[];
}

/** Lower case, without accents: what a person types is found however it is written. */
export function folded(text: string): string {
  // Most texts need no more, and to take characters apart is slow.
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

/** Where all words are: in the title, else in a message. The latest message that has them. */
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

/** What was written by somebody: calls and sources are not. */
function spoken({ parts }: Message): string {
  return parts
    .flatMap((part) => (part.type === 'text' || part.type === 'summary' ? [part.text] : []))
    .join('\n');
}

function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ');
  // Folding may change the length of a text a little: near enough for an excerpt.
  const at = Math.min(...words.map((word) => folded(line).indexOf(word)).filter((place) => place >= 0));
  const start = Number.isFinite(at) && at > BEFORE ? line.indexOf(' ', at - BEFORE) + 1 : 0;
  const piece = line.slice(start, start + LENGTH);
  return `${start > 0 ? '…' : ''}${piece}${start + LENGTH < line.length ? '…' : ''}`;
}
