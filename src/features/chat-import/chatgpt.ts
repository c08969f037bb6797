// Reads `conversations.json` of a ChatGPT export: one tree of nodes per conversation, with its branches. Pure.
import type { Part } from '../../core/conversation.ts';
import { fenced } from '../../ui/chat/export/markdown-of.ts';
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

/**
 * Citation marks in the texts: private-use characters around names. A mark contains no start of another one;
 * otherwise, texts full of starts would take hours.
 */
const MARKS = /\uE200[^\uE200\uE201]*\uE201|【[^【】†]*†[^【】]*】/gu;

export function isChatGpt(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.some((one) => 'mapping' in record(one));
}

export function fromChatGpt(file: readonly Record<string, unknown>[]): Imported {
  const leftOut = new Map<string, number>();
  const conversations = file.flatMap((found, index) => {
    const one = record(found);
    if (!('mapping' in one)) {
      leaveOut(leftOut, 'chats that could not be read');
      return [];
    }
    const tree = record(one['mapping']);
    const messages = Object.entries(tree).map(([id, node]) => foundIn(id, record(node), tree, leftOut));
    if (!messages.some(({ parts }) => parts.length > 0)) {
      leaveOut(leftOut, 'empty chats');
      return [];
    }
    return conversationOf('chatgpt', {
      id: textField(one['conversation_id']) || textField(one['id']) || String(index),
      title: textField(one['title']),
      created: timeOf(one['create_time']),
      modified: timeOf(one['update_time']),
      messages,
      head: textField(one['current_node']) || undefined,
    });
  });
  return { conversations, leftOut };
}

/** Unsupported content becomes a message without parts, so that later messages keep their place. */
function foundIn(
  id: string,
  node: Record<string, unknown>,
  tree: Record<string, unknown>,
  leftOut: Map<string, number>,
): FoundMessage {
  const message = record(node['message']);
  const metadata = record(message['metadata']);
  const role = textField(record(message['author'])['role']);
  const parent = textField(node['parent']) || null;
  const model = textField(metadata['model_slug']);
  const found: FoundMessage = {
    id,
    parent,
    role: role === 'user' ? 'user' : 'assistant',
    parts: [],
    time: timeOf(message['create_time']),
    ...(model && role === 'assistant' && { model }),
  };
  if (role === '' || metadata['is_visually_hidden_from_conversation'] === true) return found;
  const content = record(message['content']);
  if (role === 'system') {
    if (textOfContent(content, new Map()).length > 0) leaveOut(leftOut, 'system messages');
    return found;
  }
  for (const _ of listOf(metadata['attachments'])) leaveOut(leftOut, 'files');
  const author = textField(record(message['author'])['name']);
  const recipient = textField(message['recipient']);
  if (content['content_type'] === 'thoughts') {
    found.parts = thoughtsIn(content, node, tree);
    return found;
  }
  const texts = textOfContent(content, leftOut);
  if (texts.length === 0) return found;
  const canvas = recipient === 'canmore.create_textdoc' ? canvasIn(texts.join('\n')) : undefined;
  if (canvas) {
    found.parts = [canvas];
    return found;
  }
  if (role === 'tool') found.parts = texts.map((text) => block(`Result of ${author || 'a tool'}`, text));
  else if (role === 'assistant' && recipient !== '' && recipient !== 'all') {
    found.parts = texts.map((text) => block(`Call of ${recipient}`, text));
  } else found.parts = texts.map((text) => ({ type: 'text', text }));
  return found;
}

/** Returns the texts of a message's content, in any of its formats. */
function textOfContent(content: Record<string, unknown>, leftOut: Map<string, number>): string[] {
  const type = textField(content['content_type']);
  const clean = (text: string): string => text.replace(MARKS, '').trim();
  switch (type) {
    case 'text':
    case 'multimodal_text': {
      return listOf(content['parts'])
        .map((part: unknown) => {
          if (typeof part === 'string') return clean(part);
          const kind = textField(record(part)['content_type']);
          if (kind === 'audio_transcription') return clean(textField(record(part)['text']));
          leaveOut(leftOut, kind.includes('audio') ? 'recordings' : 'images');
          return '';
        })
        .filter((text) => text !== '');
    }
    case 'code':
    case 'execution_output':
    case 'system_error': {
      const parts = listOf(content['parts']).map(textField).join('\n');
      return [textField(content['text']) || parts].filter((text) => text.trim() !== '');
    }
    case 'tether_quote':
      return [[textField(content['title']), textField(content['text'])].filter(Boolean).join('\n\n')].filter(
        Boolean,
      );
    case 'tether_browsing_display':
      return [textField(content['result'])].filter(Boolean);
    case '':
      return [];
    case 'user_editable_context':
    case 'model_editable_context':
      leaveOut(leftOut, 'instructions to the model');
      return [];
    case 'reasoning_recap':
      return [];
    default: {
      const text = textField(content['text']) || textField(content['result']);
      if (text === '') leaveOut(leftOut, `parts of type “${type.slice(0, 40)}”`);
      return text === '' ? [] : [text];
    }
  }
}

/** Thinking summaries. The duration is in the node after them. */
function thoughtsIn(
  content: Record<string, unknown>,
  node: Record<string, unknown>,
  tree: Record<string, unknown>,
): Part[] {
  const text = listOf(content['thoughts'])
    .map((thought) => {
      const { summary, content: more } = record(thought);
      return [summary, more].map(textField).filter(Boolean).join('\n\n');
    })
    .filter(Boolean)
    .join('\n\n');
  if (text.trim() === '') return [];
  const seconds = listOf(node['children'])
    .map((child) => record(record(record(tree[textField(child)])['message'])['metadata']))
    .map((metadata) => numberOf(metadata['finished_duration_sec']))
    .find((number) => number > 0 && number < 1e6);
  return [{ type: 'reasoning', text, ...(seconds && { milliseconds: seconds * 1000 }) }];
}

/** A canvas document as first created; its later changes arrive as calls. */
function canvasIn(call: string): Part | undefined {
  try {
    const { name, type, content } = record(JSON.parse(call));
    if (textField(content) === '') return undefined;
    const language = /^code\/([\w+#-]+)$/.exec(textField(type))?.[1] ?? '';
    const heading = `*${plain(textField(name) || 'Document')}*`;
    return { type: 'text', text: `${heading}\n\n${fenced(language, textField(content))}` };
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function plain(text: string): string {
  return text.replace(/[*_`\n]/g, ' ');
}

function block(heading: string, text: string): Part {
  return { type: 'text', text: `*${plain(heading)}*\n\n${fenced('', text)}` };
}
