// Reads a chat export of Open WebUI: `chat.history.messages`, a tree by id, with its branches. Pure.
import type { Part } from '../../core/conversation.ts';
import { fenced } from '../../ui/chat/export/markdown-of.ts';
import { foldsIn } from './folds.ts';
import {
  conversationOf,
  leaveOut,
  numberOf,
  record,
  textField,
  timeOf,
  type FoundMessage,
  type Imported,
} from './imported.ts';

export function isOpenWebUi(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.some((one) => hasChat(record(one)));
}

function hasChat(one: Record<string, unknown>): boolean {
  const chat = record(one['chat']);
  return 'history' in chat || Array.isArray(chat['messages']);
}

export function fromOpenWebUi(file: readonly Record<string, unknown>[]): Imported {
  const leftOut = new Map<string, number>();
  const conversations = file.flatMap((found, index) => {
    const one = record(found);
    if (!hasChat(one)) {
      leaveOut(leftOut, 'chats that could not be read');
      return [];
    }
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
  // Older files contain only the visible branch.
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
  if (!isSaid) leaveOut(leftOut, `messages with the role “${role.slice(0, 40)}”`);
  const files = Array.isArray(message['files']) ? message['files'] : [];
  for (const file of files) leaveOut(leftOut, record(file)['type'] === 'image' ? 'images' : 'files');
  const said = isSaid ? partsOf(contentOf(message['content'], leftOut), role === 'assistant') : [];
  return {
    id,
    parent,
    role: role === 'user' ? 'user' : 'assistant',
    parts: [...said, ...(role === 'assistant' ? besides(message) : [])],
    time: timeOf(message['timestamp']),
    ...(model && role === 'assistant' && { model }),
    ...(message['done'] === false && { stopped: true }),
    ...(numberOf(rating) === 1 && { feedback: 'up' as const }),
    ...(numberOf(rating) === -1 && { feedback: 'down' as const }),
  };
}

/** Data next to an answer's text: the answer merged from several, its error, its sources. */
function besides(message: Record<string, unknown>): Part[] {
  const merged = textField(record(message['merged'])['content']);
  const { error } = message;
  const failure =
    textField(error) || textField(record(error)['content']) || textField(record(error)['message']);
  const sources = [message['sources'], message['citations']].find(Array.isArray) as unknown[] | undefined;
  const names = (sources ?? [])
    .map((one) => textField(record(record(one)['source'])['name']))
    .filter(Boolean);
  return [
    ...(merged === '' ? [] : asText(`*Merged answer*\n\n${merged}`)),
    ...(failure === ''
      ? []
      : [{ type: 'error' as const, error: { code: 'unavailable' as const, message: failure } }]),
    ...(names.length === 0 ? [] : asText(`*Sources: ${[...new Set(names)].map(plain).join(', ')}*`)),
  ];
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
  // Thoughts and tool calls are folded blocks in the text.
  for (const { start, end, attributes, inner } of foldsIn(text)) {
    const call = callIn(attributes);
    // Other folded blocks are the model's own text.
    if (!call && !attributes.includes('type="reasoning"')) continue;
    parts.push(...asText(text.slice(after, start)));
    after = end;
    if (call) {
      parts.push(...asText(call));
      continue;
    }
    const thought = inner.replace(/^> ?/gm, '').trim();
    const seconds = Number(/\bduration="(\d{1,6})"/.exec(attributes)?.[1]);
    if (thought !== '')
      parts.push({
        type: 'reasoning',
        text: thought,
        ...(seconds > 0 && { milliseconds: seconds * 1000 }),
      });
  }
  return [...parts, ...asText(text.slice(after))];
}

function asText(text: string): Part[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.trim() }];
}

/** Returns a tool call as text; undefined for another folded block. */
function callIn(attributes: string): string | undefined {
  if (!attributes.includes('type="tool_calls"')) return undefined;
  const {
    name = 'a tool',
    arguments: args = '',
    result = '',
  } = Object.fromEntries(
    [...attributes.matchAll(/\b(name|arguments|result)="([^"]*)"/g)].map(([, key, value]) => [
      key,
      plainOf(value!),
    ]),
  ) as Record<string, string | undefined>;
  const call = `*Call of ${plain(name)}*\n\n${fenced('', args)}`;
  return result === '' ? call : `${call}\n\n*Result of ${plain(name)}*\n\n${fenced('', result)}`;
}

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'", '#39': "'" };

/** Decodes an attribute; JSON text in it may be JSON-encoded twice. */
function plainOf(attribute: string): string {
  const text = attribute.replace(/&(quot|amp|lt|gt|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
  if (!text.startsWith('"')) return text;
  try {
    return textField(JSON.parse(text)) || text;
  } catch {
    return text;
  }
}

function plain(text: string): string {
  return text.replace(/[*_`\n]/g, ' ');
}
