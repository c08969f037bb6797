// Chat folders: a folder is a name shared by its chats, and exists as long as one has it. Pure.
import type { Conversation } from '../../../core/conversation.ts';

const LONGEST = 60;

export interface ChatFolder {
  name: string;
  /** Pinned ones first, then the newest. */
  conversations: Conversation[];
}

/** Sorted by name. */
export function foldersOf(all: readonly Conversation[]): ChatFolder[] {
  const folders = new Map<string, Conversation[]>();
  for (const one of all) {
    if (one.folder === undefined) continue;
    const inside = folders.get(one.folder) ?? [];
    inside.push(one);
    folders.set(one.folder, inside);
  }
  const order = (a: Conversation, b: Conversation): number =>
    Number(b.pinned ?? false) - Number(a.pinned ?? false) || (a.modifiedAt < b.modifiedAt ? 1 : -1);
  return [...folders]
    .map(([name, inside]) => ({ name, conversations: inside.sort(order) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Normalises a name: one that differs only in case is the existing folder. Undefined: no folder. */
export function readFolder(text: string, all: readonly Pick<Conversation, 'folder'>[]): string | undefined {
  const name = text.trim().replace(/\s+/g, ' ').slice(0, LONGEST).trim();
  if (name === '') return undefined;
  const known = all.find(({ folder }) => folder?.toLowerCase() === name.toLowerCase());
  return known?.folder ?? name;
}

export function inFolder(conversation: Conversation, folder: string | undefined): Conversation {
  const { folder: _, ...rest } = conversation;
  return folder === undefined ? rest : { ...rest, folder };
}
