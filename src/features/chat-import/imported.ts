// The output of the format readers: conversations in our format, and what was left out. Pure.
import type { Conversation, Message, Part } from '../../core/conversation.ts';
import { isObject } from '../../base/json.ts';

export interface Imported {
  conversations: { conversation: Conversation; messages: Message[] }[];
  /** Number of omitted items, by their description. */
  leftOut: Map<string, number>;
}

/** A message as a reader finds it, in the other app's tree. */
export interface FoundMessage {
  id: string;
  parent: string | null;
  role: Message['role'];
  parts: Part[];
  /** Milliseconds. */
  time: number | undefined;
  model?: string;
  feedback?: 'up' | 'down';
  /** The answer was interrupted. */
  stopped?: boolean;
}

export interface FoundConversation {
  id: string;
  title: string;
  created: number | undefined;
  modified: number | undefined;
  /** In any order. */
  messages: FoundMessage[];
  head: string | undefined;
}

/**
 * Converts to our format. Ids derive from the other app's, so a second import is recognised. Questions and answers
 * alternate here: several answers in a row become one with all their parts.
 */
export function conversationOf(from: string, found: FoundConversation): Imported['conversations'][number] {
  const id = `${from}-${found.id}`;
  const created = found.created ?? found.messages[0]?.time ?? Date.now();
  const createdAt = dateText(created);
  const { ordered, homes } = merged(found.messages);
  const messages = ordered.map((message, seq): Message => {
    const home = message.parent === null ? undefined : homes.get(message.parent);
    return {
      id: `${id}-${message.id}`,
      conversation: id,
      seq,
      parent: home === undefined ? null : `${id}-${home}`,
      role: message.role,
      parts: message.parts,
      createdAt: message.time === undefined ? createdAt : dateText(message.time),
      ...(message.role === 'assistant' && {
        ended: message.stopped ? ('stopped' as const) : ('answered' as const),
      }),
      ...(message.model !== undefined && { model: message.model }),
      ...(message.feedback && { feedback: message.feedback }),
    };
  });
  const head = found.head === undefined ? undefined : homes.get(found.head);
  const conversation: Conversation = {
    id,
    title: found.title.trim() || 'Untitled chat',
    createdAt,
    modifiedAt: dateText(found.modified ?? found.created ?? created),
    ...(head !== undefined && { head: `${id}-${head}` }),
  };
  return { conversation, messages };
}

/**
 * Parents before their children. Messages without parts are skipped, and those that continue their parent are merged
 * into it.
 */
function merged(messages: readonly FoundMessage[]): { ordered: FoundMessage[]; homes: Map<string, string> } {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = new Map<string | null, FoundMessage[]>();
  for (const message of messages) {
    const parent = message.parent !== null && byId.has(message.parent) ? message.parent : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(message);
    else children.set(parent, [message]);
  }
  const kept = new Map<string, FoundMessage>();
  const homes = new Map<string, string>();
  const waiting = [...(children.get(null) ?? [])].reverse();
  const seen = new Set<string>();
  // No recursion: a conversation may be thousands of messages deep.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next.id)) continue;
    seen.add(next.id);
    const home = next.parent === null ? undefined : homes.get(next.parent);
    const above = home === undefined ? undefined : kept.get(home);
    const below = children.get(next.id) ?? [];
    for (const child of [...below].reverse()) waiting.push(child);
    const isAlone = (children.get(next.parent) ?? []).length === 1;
    if (next.parts.length === 0) {
      if (home !== undefined) homes.set(next.id, home);
      continue;
    }
    if (above && above.role === next.role && next.role === 'assistant' && isAlone) {
      above.parts = [...above.parts, ...next.parts];
      homes.set(next.id, above.id);
      continue;
    }
    kept.set(next.id, { ...next, parent: home ?? null });
    homes.set(next.id, next.id);
  }
  return { ordered: [...kept.values()], homes };
}

export function leaveOut(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Returns a number, or a text that is one; else NaN. Other values may throw on conversion (`{"valueOf": 1}`). */
export function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** Seconds or milliseconds, as a number or text; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  const number = numberOf(value);
  if (!Number.isFinite(number) || number <= 0) return undefined;
  const milliseconds = number < 1e11 ? number * 1000 : number;
  return milliseconds < 8.64e15 ? milliseconds : undefined;
}

export function textField(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function record(value: unknown): Record<string, unknown> {
  return isObject(value) ? (value as Record<string, unknown>) : {};
}

function dateText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
