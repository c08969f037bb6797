// Chat tags: parsing and searching. Pure.
import type { Conversation } from '../../../core/conversation.ts';

/** Maximum tags of a chat, and characters of one. */
const MOST = 20;
const LONGEST = 40;

/** Lowercase, unique, without a leading #. */
export function readTags(text: string): string[] {
  const tags = text
    .split(',')
    .map((tag) => tag.trim().replace(/^#+/, '').trim().toLowerCase().slice(0, LONGEST));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MOST);
}

/** All of them, most common first. */
export function tagsOfChats(all: readonly Pick<Conversation, 'tags'>[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of all.flatMap(({ tags = [] }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([tag]) => tag);
}

/** `#work`, `#work #urgent`: chats with all of these tags. Undefined: an ordinary query. */
export function tagsInQuery(query: string): string[] | undefined {
  const words = query.trim().split(/\s+/);
  if (!words.every((word) => /^#./.test(word))) return undefined;
  return words.map((word) => word.slice(1).toLowerCase());
}

export function withTags<Chat extends Pick<Conversation, 'tags'>>(
  all: readonly Chat[],
  wanted: readonly string[],
): Chat[] {
  return all.filter(({ tags = [] }) =>
    wanted.every((one) =>
      tags.some((tag) => tag.replaceAll(' ', '-').startsWith(one) || tag.startsWith(one)),
    ),
  );
}
