// Chat folders: order, names, and moving chats in and out.
import { expect, it } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { foldersOf, inFolder, readFolder } from './chat-folders.ts';

const chat = (id: string, day: number, more: Partial<Conversation> = {}): Conversation => {
  const at = `2026-01-0${day}T00:00:00.000Z`;
  return { id, title: id, createdAt: at, modifiedAt: at, ...more };
};
const ALL = [
  chat('a', 1, { folder: 'Work' }),
  chat('b', 3, { folder: 'Work' }),
  chat('c', 2),
  chat('d', 1, { folder: 'Home' }),
  chat('e', 1, { folder: 'Work', pinned: true }),
];

it('lists folders by name, and in them pinned chats before the newest', () => {
  expect(
    foldersOf(ALL).map(({ name, conversations }) => [name, ...conversations.map(({ id }) => id)]),
  ).toEqual([
    ['Home', 'd'],
    ['Work', 'e', 'b', 'a'],
  ]);
  expect(foldersOf([])).toEqual([]);
});

it.each([
  ['  Trip   to Oslo ', 'Trip to Oslo'],
  ['work', 'Work'],
  ['   ', undefined],
  ['x'.repeat(100), 'x'.repeat(60)],
  ['__proto__', '__proto__'],
])('reads %j as %j', (text, name) => {
  expect(readFolder(text, ALL)).toBe(name);
});

it('removes a chat from its folder without a trace', () => {
  expect(inFolder(chat('a', 1, { folder: 'Work' }), undefined)).toEqual(chat('a', 1));
  expect(inFolder(chat('a', 1), 'Home').folder).toBe('Home');
});
