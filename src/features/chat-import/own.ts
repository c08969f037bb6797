// Reads our own JSON chat export, with every branch, and every part that a screen can show. Pure.
import type { Conversation, Message } from '../../core/conversation.ts';
import { isObject } from '../../base/json.ts';
import { fittingConversation, fittingMessage } from '../../storage/backup/record-shapes.ts';
import { FORMAT } from '../../ui/chat/export/json-of.ts';
import { leaveOut, record, type Imported } from './imported.ts';

export function isOwn(value: unknown): boolean {
  const { format, conversations } = record(value);
  return format === FORMAT && Array.isArray(conversations);
}

export function fromOwn(value: unknown): Imported {
  const leftOut = new Map<string, number>();
  const said = record(value)['conversations'] as unknown[];
  const conversations = said.flatMap((one) => {
    const read = readOne(record(one));
    if (!read) {
      leaveOut(leftOut, 'chats that could not be read');
      return [];
    }
    const messages = read.messages.map(fittingMessage);
    for (const [index, { parts }] of messages.entries()) {
      const lost = read.messages[index]!.parts.length - parts.length;
      for (let part = 0; part < lost; part++) leaveOut(leftOut, 'parts that could not be read');
    }
    return { conversation: fittingConversation(read.conversation), messages };
  });
  return { conversations, leftOut };
}

function readOne(one: Record<string, unknown>): Imported['conversations'][number] | undefined {
  const found = record(one['conversation']);
  const { id, title, createdAt, modifiedAt, head, forkedFrom } = found;
  const messages = one['messages'];
  if (![id, title, createdAt, modifiedAt].every(isText) || !Array.isArray(messages)) return undefined;
  if (!messages.every((message: unknown) => isMessage(message, id as string))) return undefined;
  const seqs = new Set(messages.map((message: unknown) => record(message)['seq']));
  if (seqs.size < messages.length) return undefined;
  // An imported file must choose neither a model nor a profile, nor give either instructions: the user does that
  // here.
  const conversation = {
    ...{ id, title, createdAt, modifiedAt },
    ...(isText(head) && { head }),
    ...(isObject(forkedFrom) && { forkedFrom }),
  } as Conversation;
  // “Repeat” must not run what someone else wrote: the user can type it here instead.
  return { conversation, messages: (messages as Message[]).map(({ byHand: _, ...message }) => message) };
}

function isMessage(value: unknown, conversation: string): boolean {
  const { id, role, seq, parts, createdAt, parent, conversation: of } = record(value);
  return (
    isText(id) &&
    isText(createdAt) &&
    of === conversation &&
    (role === 'user' || role === 'assistant') &&
    Number.isSafeInteger(seq) &&
    (parent === undefined || parent === null || isText(parent)) &&
    Array.isArray(parts) &&
    parts.every(isObject)
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
