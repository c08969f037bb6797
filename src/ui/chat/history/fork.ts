// A new conversation that copies another up to a message.
import type { App } from '../../../apps/web/app.ts';
import type { Conversation, Message, Part } from '../../../core/conversation.ts';
import { MessageTree } from '../../../core/message-tree.ts';

type Conversations = App['conversations'];

/** Stores a copy of the shown conversation up to a message. @returns its id */
export async function keepFork(
  conversations: Conversations,
  { all, conversation }: { all: readonly Message[]; conversation: Conversation },
  messageId: string,
): Promise<string> {
  const path = new MessageTree(all).pathTo(messageId);
  const fork = forkOf(conversation, path, () => crypto.randomUUID(), new Date().toISOString());
  const titles = (await conversations.list()).map(({ title }) => title);
  fork.conversation.title = forkTitle(conversation.title, titles);
  await conversations.restore(fork);
  return fork.conversation.id;
}

/** `Tides` is followed by `Tides (2)`, and so on with the first free number. */
export function forkTitle(title: string, taken: readonly string[]): string {
  const base = title.replace(/ \(\d+\)$/, '');
  let number = 2;
  while (taken.includes(`${base} (${number})`)) number += 1;
  return `${base} (${number})`;
}

export interface Fork {
  conversation: Conversation;
  messages: Message[];
}

/** @param path the branch down to the last copied message, oldest first */
export function forkOf(from: Conversation, path: readonly Message[], newId: () => string, now: string): Fork {
  const { head: _, ...kept } = from;
  const id = newId();
  const ids = new Map(path.map((message) => [message.id, newId()]));
  const messages = path.map((message, index): Message => {
    const before = path[index - 1];
    return {
      ...message,
      id: ids.get(message.id) ?? newId(),
      conversation: id,
      seq: index,
      parent: before ? (ids.get(before.id) ?? null) : null,
      parts: message.parts.map((part) => pointedTo(part, ids)),
    };
  });
  const head = messages.at(-1)?.id;
  const last = path.at(-1)?.id;
  return {
    conversation: {
      ...kept,
      id,
      createdAt: now,
      modifiedAt: now,
      ...(head !== undefined && { head }),
      ...(last !== undefined && { forkedFrom: { conversation: from.id, message: last } }),
    },
    messages,
  };
}

/** A summary refers to its last covered message: in the fork, to the copy. */
function pointedTo(part: Part, ids: ReadonlyMap<string, string>): Part {
  return part.type === 'summary' ? { ...part, upTo: ids.get(part.upTo) ?? part.upTo } : part;
}
