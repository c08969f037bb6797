// Searching conversations.
import { expect, it } from 'vitest';
import type { Conversation, Message } from './conversation.ts';
import { findIn, searchable, wordsOf } from './search-conversations.ts';

const conversation: Conversation = { id: 'c', title: 'Über Gezeiten', createdAt: '', modifiedAt: '' };
const message = (id: string, text: string): Message => ({
  id,
  conversation: 'c',
  seq: 0,
  role: 'user',
  parts: [{ type: 'text', text }],
  createdAt: '',
});
const chat = searchable(conversation, [
  message('a', 'The moon pulls'),
  message('b', `${'word '.repeat(40)}the Möön and the sea${' more'.repeat(40)}`),
]);

it('finds all words in a title, or in the latest message that has them, ignoring case and accents', () => {
  expect(findIn(conversation, chat, wordsOf('uber GEZ'))).toEqual({ conversation });
  expect(findIn(conversation, chat, wordsOf('moon'))).toMatchObject({ message: 'b' });
  expect(findIn(conversation, chat, wordsOf('moon pulls'))).toMatchObject({
    message: 'a',
    excerpt: 'The moon pulls',
  });
  expect(findIn(conversation, chat, wordsOf('moon mars'))).toBeUndefined();
  expect(findIn(conversation, chat, wordsOf('  '))).toBeUndefined();
});

it('shows the words in an excerpt that starts at a word', () => {
  const { excerpt = '' } = findIn(conversation, chat, wordsOf('moon sea')) ?? {};
  expect(excerpt).toMatch(/^…word .*Möön and the sea.*…$/);
  expect(excerpt.length).toBeLessThan(125);
});
