// Chat tags: parsing, counting, and searching.
import { expect, it } from 'vitest';
import { readTags, tagsInQuery, tagsOfChats, withTags } from './chat-tags.ts';

it('parses tags as typed', () => {
  expect(readTags(' Work, #Urgent ,, work,## ')).toEqual(['work', 'urgent']);
  expect(readTags('x'.repeat(100))[0]).toHaveLength(40);
});

it('counts tags, most common first', () => {
  expect(tagsOfChats([{ tags: ['b', 'a'] }, { tags: ['a'] }, {}])).toEqual(['a', 'b']);
});

it.each([
  ['#work', ['work']],
  ['#Work #urgent', ['work', 'urgent']],
  ['work', undefined],
  ['#work notes', undefined],
  ['', undefined],
])('reads %j', (query, tags) => expect(tagsInQuery(query)).toEqual(tags));

it('finds chats that have all of the tags', () => {
  const chats = [{ tags: ['work', 'new york'] }, { tags: ['work'] }, {}];
  expect(withTags(chats, ['work'])).toHaveLength(2);
  expect(withTags(chats, ['wo', 'new-york'])).toEqual([chats[0]]);
});
