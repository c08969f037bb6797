// Titles of conversations.
import { describe, expect, it } from 'vitest';
import { conversationTitle } from './conversation-title.ts';

describe('conversation titles', () => {
  it('take the first line, cut at a word', () => {
    expect(conversationTitle('  How do\tlocks work?\nmore')).toBe('How do locks work?');
    expect(conversationTitle('word '.repeat(30))).toBe(`${'word '.repeat(11).trim()}…`);
    expect(conversationTitle('\n')).toBe('New conversation');
  });
});
