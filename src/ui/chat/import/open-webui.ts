// Reads a chat export of Open WebUI: `chat.history.messages`, a tree by id, its branches included. Pure.
import type { Part } from '../../../core/conversation.ts';
import { foldsIn } from './folds.ts';
import {
  conversationOf,
  leaveOut,
  record,
  textField,
  timeOf,
  type FoundMessage,
  type Imported,
} from './imported.ts';

export function isOpenWebUi(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => hasChat(record(one)));
}

function hasChat(one: Record<string, unknown>): boolean {
  const chat = record(one['chat']);
  return 'history' in chat || Array.isArray(chat['messages']);
}

export function fromOpenWebUi(file: readonly Record<string, unknown>[]): Imported {
  const leftOut = new Map<string, number>();
  const conversations = file.flatMap((one, index) => {
    const chat = record(one['chat']);
    const messages = messagesOf(chat, leftOut);
    if (!messages.some(({ parts }) => parts.length > 0)) {
      leaveOut(leftOut, 'empty chats');
      return [];
    }
    return conversationOf('openwebui', {
      id: textField(one['id']) || textField(chat['id']) || String(index),
      title: textField(one['title']) || textField(chat['title']),
      created: timeOf(one['created_at']) ?? timeOf(chat['timestamp']),
      modified: timeOf(one['updated_at']),
      messages,
      head: textField(record(chat['history'])['currentId']) || undefined,
    });
  });
  return { conversations, leftOut };
}

function messagesOf(chat: Record<string, unknown>, leftOut: Map<string, number>): FoundMessage[] {
  const tree = Object.entries(record(record(chat['history'])['messages']));
  if (tree.length > 0) {
    return tree.map(([id, message]) => {
      const found = record(message);
      return foundIn(id, textField(found['parentId']) || null, found, leftOut);
    });
  }
  // Older files have the shown branch alone.
  const list = Array.isArray(chat['messages']) ? chat['messages'] : [];
  return list.map((message: unknown, index) =>
    foundIn(String(index), index === 0 ? null : String(index - 1), record(message), leftOut),
  );
}

function foundIn(
  id: string,
  parent: string | null,
  message: Record<string, unknown>,
  leftOut: Map<string, number>,
): FoundMessage {
  const role = textField(message['role']);
  const model = textField(message['model']);
  const rating = record(message['annotation'])['rating'];
  const isSaid = role === 'user' || role === 'assistant';
  if (!isSaid) leaveOut(leftOut, `messages of the role “${role.slice(0, 40)}”`);
  const files = Array.isArray(message['files']) ? message['files'] : [];
  for (const file of files) leaveOut(leftOut, record(file)['type'] === 'image' ? 'images' : 'files');
  return {
    id,
    parent,
    role: role === 'user' ? 'user' : 'assistant',
    parts: isSaid ? partsOf(contentOf(message['content'], leftOut), role === 'assistant') : [],
    time: timeOf(message['timestamp']),
    ...(model && role === 'assistant' && { model }),
    ...(Number(rating) === 1 && { feedback: 'up' as const }),
    ...(Number(rating) === -1 && { feedback: 'down' as const }),
  };
}

function contentOf(content: unknown, leftOut: Map<string, number>): string {
  if (!Array.isArray(content)) return textField(content);
  return content
    .map((part: unknown) => {
      if (record(part)['type'] === 'image_url') leaveOut(leftOut, 'images');
      return textField(record(part)['text']);
    })
    .filter(Boolean)
    .join('\n\n');
}

function partsOf(text: string, isAnswer: boolean): Part[] {
  if (!isAnswer) return asText(text);
  const parts: Part[] = [];
  let after = 0;
  // Thoughts and tool calls stand in the text as folded blocks.
  for (const { start, end, attributes, inner } of foldsIn(text)) {
    const isThought = attributes.includes('type="reasoning"');
    // Other folds are the model's own words.
    if (!isThought) continue;
    parts.push(...asText(text.slice(after, start)));
    const thought = inner.replace(/^> ?/gm, '').trim();
    const seconds = Number(/\bduration="(\d{1,6})"/.exec(attributes)?.[1]);
    if (thought !== '')
      parts.push({
        type: 'reasoning',
        text: thought,
        ...(seconds > 0 && { milliseconds: seconds * 1000 }),
      });
    after = end;
  }
  return [...parts, ...asText(text.slice(after))];
}

function asText(text: string): Part[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.trim() }];
}
