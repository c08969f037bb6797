// Chats: their own data, the branch they show, and each message. Two devices that answer apart add two branches.
import type { Json } from '../../../base/json.ts';
import { isObject } from '../../../base/json.ts';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { MessageTree } from '../../../core/message-tree.ts';
import type { Database } from '../../../storage/database.ts';
import { inSentences, inTransaction, STRICT } from '../../../storage/transactions.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import { announce, idIn, localRecord, markOf, withTexts, type RecordKind } from './record-kind.ts';

type Messages = readonly Message[];

interface ChatDeps {
  /** Whether a tab is answering in it: then its records are still being written. */
  isAnswered(conversation: string): Promise<boolean>;
}

export class ChatRecords implements RecordKind {
  readonly kinds = ['chat', 'head', 'message'];
  readonly #db: Database;
  readonly #deps: ChatDeps;
  /** Records of chats that have not changed since they were read, so that a change in one chat reads only that one. */
  readonly #read = new Map<string, { mark: string; records: readonly LocalRecord[] }>();
  /** Documents attached in each chat. */
  readonly #attached = new Map<string, readonly string[]>();

  constructor(db: Database, deps: ChatDeps) {
    this.#db = db;
    this.#deps = deps;
    const channel = new BroadcastChannel(`${db.name}-conversations`);
    channel.addEventListener('message', ({ data }: MessageEvent<'changed' | { message: string }>) => {
      if (data !== 'changed') this.#read.delete(data.message);
    });
  }

  async *scan(kinds: readonly string[]): AsyncIterable<LocalRecord> {
    if (!kinds.includes('chat')) return;
    const conversations = (await this.#db.getAll('conversations')).filter(({ temporary }) => !temporary);
    const ids = new Set(conversations.map(({ id }) => id));
    for (const id of this.#attached.keys()) if (!ids.has(id)) this.#attached.delete(id);
    for (const conversation of conversations) {
      const { id } = conversation;
      const mark = markOf(conversation);
      const known = this.#read.get(id);
      if (known?.mark === mark) yield* known.records;
      else yield* await this.#recordsOf(conversation, mark);
    }
  }

  /** Returns the chat that each attached document goes with, as of the last scan. */
  chatByAttached(): ReadonlyMap<string, string> {
    const chats = [...this.#attached].sort(([a], [b]) => (a < b ? 1 : -1));
    return new Map(chats.flatMap(([chat, ids]) => ids.map((id) => [id, chat] as const)));
  }

  async #recordsOf(conversation: Conversation, mark: string): Promise<readonly LocalRecord[]> {
    const { id, modifiedAt } = conversation;
    this.#read.delete(id);
    const range = IDBKeyRange.bound([id], [id, []]);
    const messages = await this.#db.getAllFromIndex('messages', 'order', range);
    const mentions = messages.flatMap((message) => message.mentions ?? []);
    const attached = mentions.filter((one) => one.kind === 'document' && one.attached);
    this.#attached.set(
      id,
      attached.map((one) => one.id),
    );
    const isBusy = messages.some(isOpen) && (await this.#deps.isAnswered(id));
    const chat = localRecord(`chat/${id}`, chatValue(conversation), modifiedAt);
    const tree = new MessageTree(messages);
    const records = [
      { ...chat, mark: chatMark(conversation, messages) },
      localRecord(`head/${id}`, headValue(conversation), modifiedAt),
      ...messages.map((message) => {
        const value = messageValue(message, tree);
        const record = localRecord(`message/${id}/${message.id}`, value, message.createdAt);
        // Sent once it is complete.
        return isBusy && isOpen(message) ? { ...record, read: async () => undefined } : record;
      }),
    ];
    // Without the values, which would fill the memory.
    const kept = records.map((record) => ({ ...record, read: () => this.#readAgain(id, record.key) }));
    if (!isBusy) this.#read.set(id, { mark, records: kept });
    return records;
  }

  async #readAgain(id: string, key: string): Promise<Json | undefined> {
    const conversation = await this.#db.get('conversations', id);
    if (!conversation) return undefined;
    const records = await this.#recordsOf(conversation, markOf(conversation));
    return records.find((record) => record.key === key)?.read();
  }

  async apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    const chats = new Map<string, Incoming[]>();
    for (const change of changes) {
      const id = chatOf(change.key);
      chats.set(id, [...(chats.get(id) ?? []), change]);
    }
    for (const [id, ofChat] of chats) {
      if (await this.#deps.isAnswered(id)) continue;
      this.#read.delete(id);
      for (const [key, outcome] of await this.#applyChat(id, ofChat)) outcomes.set(key, outcome);
      announce(`${this.#db.name}-conversations`, { message: id });
    }
    announce(`${this.#db.name}-conversations`, 'changed');
    return outcomes;
  }

  #applyChat(id: string, changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>> {
    return inSentences('save', 'the chat of another device', () => {
      const tx = this.#db.transaction(['conversations', 'messages'], 'readwrite', STRICT);
      const [conversations, stored] = [tx.objectStore('conversations'), tx.objectStore('messages')];
      return inTransaction(tx, async () => {
        const outcomes = new Map<string, Outcome>();
        const range = IDBKeyRange.bound([id], [id, []]);
        const here = await conversations.get(id);
        const messages = await stored.index('order').getAll(range);
        const chat = new Chat(here, messages);
        for (const change of changes) outcomes.set(change.key, chat.take(change));
        if (chat.conversation === undefined) {
          await conversations.delete(id);
          for (const { id: message } of messages) await stored.delete(message);
          return outcomes;
        }
        await conversations.put(chat.conversation);
        for (const message of chat.removed) await stored.delete(message);
        for (const message of chat.written()) await stored.put(message);
        const tree = new MessageTree(chat.messages());
        for (const { key } of changes) {
          if (outcomes.get(key) === 'later') continue;
          outcomes.set(key, { mark: markIn(chat, tree, key) });
        }
        return outcomes;
      });
    });
  }
}

/** A chat while changes are applied to it. */
class Chat {
  conversation: Conversation | undefined;
  readonly removed: string[] = [];
  readonly #before: Messages;
  readonly #tree: MessageTree<Message>;
  readonly #put = new Map<string, Message>();

  constructor(conversation: Conversation | undefined, messages: Messages) {
    this.conversation = conversation;
    this.#before = messages;
    this.#tree = new MessageTree(messages);
  }

  /** @returns `later` when the record has changed since its mark */
  take({ key, value, mark }: Incoming): Outcome {
    const id = chatOf(key);
    const kind = key.slice(0, key.indexOf('/'));
    if (kind === 'chat') {
      const found = this.conversation && chatMark(this.conversation, this.#before);
      if (found !== mark) return 'later';
      if (value === undefined) this.conversation = undefined;
      else {
        const read = withTexts(value, 'id', 'title', 'createdAt');
        const { head, modifiedAt = read?.createdAt } = this.conversation ?? {};
        const project = this.conversation?.project;
        if (read?.id === id) {
          this.conversation = {
            ...(read as unknown as Conversation),
            ...{ modifiedAt: modifiedAt ?? '' },
            ...(head !== undefined && { head }),
            ...(project !== undefined && { project }),
          };
        }
      }
      return { mark: undefined };
    }
    if (!this.conversation) return 'later';
    if (kind === 'head') return this.#takeHead(value, mark);
    return this.#takeMessage(key, value, mark);
  }

  #takeHead(value: Json | undefined, mark: string | undefined): Outcome {
    const { conversation } = this;
    const isFresh = mark === undefined && this.#before.length === 0;
    if (!conversation || (!isFresh && markOf(headValue(conversation)) !== mark)) return 'later';
    const read = withTexts(value, 'modifiedAt');
    if (read) {
      const { head: _, ...rest } = conversation;
      const { head, modifiedAt } = read;
      this.conversation = { ...rest, modifiedAt, ...(typeof head === 'string' && { head }) };
    }
    return { mark: undefined };
  }

  #takeMessage(key: string, value: Json | undefined, mark: string | undefined): Outcome {
    const conversation = chatOf(key);
    const id = idIn(idIn(key));
    const here = this.#before.find((message) => message.id === id);
    if ((here && markOf(messageValue(here, this.#tree))) !== mark) return 'later';
    if (value === undefined) {
      this.removed.push(id);
      return { mark: undefined };
    }
    const read = withTexts(value, 'id', 'conversation', 'role', 'createdAt');
    const fine = read?.id === id && read.conversation === conversation && areParts(read['parts']);
    if (fine) this.#put.set(id, { ...(read as unknown as Message), seq: here?.seq ?? -1 });
    return { mark: undefined };
  }

  /** Messages to write: new ones after all others, each after the one that it follows. */
  written(): Message[] {
    let seq = this.#before.reduce((last, message) => Math.max(last, message.seq), -1);
    const known = this.#before.filter(({ id }) => !this.removed.includes(id));
    const placed = new Set(known.map(({ id }) => id));
    const written = [...this.#put.values()].filter((message) => message.seq >= 0);
    let waiting = [...this.#put.values()]
      .filter((message) => message.seq < 0)
      .sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
    while (waiting.length > 0) {
      const ready = waiting.filter(({ parent }) => parent == null || placed.has(parent));
      // A parent that is missing for good: the message begins a branch.
      const next = ready[0] ?? waiting[0]!;
      seq += 1;
      const message = { ...next, seq };
      this.#put.set(message.id, message);
      written.push(message);
      placed.add(message.id);
      waiting = waiting.filter(({ id }) => id !== message.id);
    }
    return written;
  }

  messages(): Message[] {
    const kept = this.#before.filter(({ id }) => !this.removed.includes(id) && !this.#put.has(id));
    return [...kept, ...this.#put.values()];
  }
}

function markIn(chat: Chat, tree: MessageTree<Message>, key: string): string | undefined {
  if (!chat.conversation) return undefined;
  if (key.startsWith('chat/')) return chatMark(chat.conversation, chat.messages());
  if (key.startsWith('head/')) return markOf(headValue(chat.conversation));
  const message = chat.messages().find(({ id }) => id === idIn(idIn(key)));
  return message && markOf(messageValue(message, tree));
}

/** The project folder stays on the device that has it. */
function chatValue({ head: _, modifiedAt: _m, project: _p, temporary: _t, ...chat }: Conversation): Json {
  return chat as unknown as Json;
}

function headValue({ head, modifiedAt }: Conversation): Json {
  return { modifiedAt, ...(head !== undefined && { head }) };
}

/** Without its position, which each device assigns itself. */
function messageValue({ seq: _, ...message }: Message, tree: MessageTree<Message>): Json {
  return { ...message, parent: tree.parentOf(message.id) } as unknown as Json;
}

/** Changes with every message, so that no deletion removes one that it has not seen. */
function chatMark(conversation: Conversation, messages: Messages): string {
  const parts = messages.map(({ seq: _, ...message }) => markOf(message)).sort();
  return markOf([chatValue(conversation), parts]);
}

function chatOf(key: string): string {
  return key.split('/')[1] ?? '';
}

function isOpen({ role, ended }: Message): boolean {
  return role === 'assistant' && ended === undefined;
}

function areParts(parts: unknown): boolean {
  return Array.isArray(parts) && parts.every((part) => isObject(part) && typeof part['type'] === 'string');
}
