// Grouping conversations by day.
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../core/conversation.ts';
import { groupConversations } from './group-conversations.ts';

const now = new Date(2026, 4, 12, 9, 30);
const at = (id: string, when: Date): Conversation => ({
  id,
  title: id,
  createdAt: when.toISOString(),
  modifiedAt: when.toISOString(),
});

describe('groupConversations', () => {
  it('separates days at local midnight and sorts newest first', () => {
    const groups = groupConversations(
      [
        at('just after midnight', new Date(2026, 4, 12, 0, 0, 1)),
        at('yesterday late', new Date(2026, 4, 11, 23, 59, 59)),
        at('a minute ago', new Date(2026, 4, 12, 9, 29)),
        at('last year', new Date(2025, 4, 12, 9, 29)),
      ],
      now,
    );
    expect(groups.map(({ label, conversations }) => [label, conversations.map(({ id }) => id)])).toEqual([
      ['Today', ['a minute ago', 'just after midnight']],
      ['Earlier', ['yesterday late', 'last year']],
    ]);
  });

  it('omits an empty group', () => {
    expect(groupConversations([], now)).toEqual([]);
    expect(groupConversations([at('old', new Date(2020, 0, 1))], now).map(({ label }) => label)).toEqual([
      'Earlier',
    ]);
  });

  it('puts pinned ones first, however old they are', () => {
    const pinned = { ...at('pinned', new Date(2024, 1, 1)), pinned: true };
    const groups = groupConversations([at('new', now), at('old', new Date(2025, 1, 1)), pinned], now, 2);
    expect(groups.map(({ label, conversations }) => [label, conversations.map(({ id }) => id)])).toEqual([
      ['Pinned', ['pinned']],
      ['Today', ['new']],
    ]);
  });
});
