// Reads the JSON that chats are exported as here. Every branch and part comes back; what does not belong in one is refused. Pure.
import type { Conversation, Message } from '../../core/conversation.ts';
import { isObject } from '../../base/json.ts';
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
    if (!read) leaveOut(leftOut, 'chats that could not be read');
    return read ?? [];
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
  // What answers is chosen here: a file from elsewhere must name neither a model nor a profile, nor say what one is given.
  const conversation = {
    ...{ id, title, createdAt, modifiedAt },
    ...(isText(head) && { head }),
    ...(isObject(forkedFrom) && { forkedFrom }),
  } as Conversation;
  // Nor may “Repeat” run what somebody else wrote: whoever wants that writes it here.
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
    parts.every(isPart)
  );
}

/** Enough to be shown: what a part is made of must be there. */
function isPart(value: unknown): boolean {
  const part = record(value);
  switch (part['type']) {
    case 'text':
    case 'reasoning':
    case 'summary':
    case 'notice':
      return typeof part['text'] === 'string';
    case 'tool':
      return isText(part['id']) && isText(part['name']) && isObject(part['args']) && isReport(part['report']);
    case 'passages':
      return Array.isArray(part['hits']) && part['hits'].every(isHit);
    case 'offers':
      return (
        Array.isArray(part['offers']) &&
        part['offers'].every((offer: unknown) => isText(record(offer)['name']))
      );
    case 'citations':
      return (
        Array.isArray(part['citations']) &&
        part['citations'].every(
          (one: unknown) => record(one)['hit'] === undefined || isHit(record(one)['hit']),
        )
      );
    case 'error':
      return isText(record(part['error'])['message']);
    default:
      return false;
  }
}

function isReport(value: unknown): boolean {
  if (value === undefined) return true;
  const { outcome, args, logs } = record(value);
  return isObject(outcome) && isObject(args) && Array.isArray(logs);
}

function isHit(value: unknown): boolean {
  const { id, source_id, snippet } = record(value);
  return isText(id) && isText(source_id) && typeof snippet === 'string';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
