// A conversation of its own that begins as another one did, up to a message.
import type { Conversation, Message, Part } from '../../../core/conversation.ts';

export interface Fork {
  conversation: Conversation;
  messages: Message[];
}

/** @param path the branch down to the message after which the two part, oldest first */
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

/** A summary names the message that it reaches to: in the fork, that of the fork. */
function pointedTo(part: Part, ids: ReadonlyMap<string, string>): Part {
  return part.type === 'summary' ? { ...part, upTo: ids.get(part.upTo) ?? part.upTo } : part;
}
