// Conversations and their messages.
//
// - A conversation and its messages go and come back together, in one transaction.
// - A message is only kept while its conversation exists: an answer that is still being made when its conversation
//   is deleted leaves nothing behind.
// - Whoever listens hears of every change to the list, made here or in another tab.
import { Failure } from '../core/errors.ts';
import type { Conversation, Message } from '../core/conversation.ts';
import type { Database } from './database.ts';

const BOTH = ['conversations', 'messages'] as const;

export interface RemovedConversation {
  conversation: Conversation;
  messages: Message[];
}

export class ConversationTable {
  readonly #db: Database;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
    this.#channel = new BroadcastChannel(`${db.name}-conversations`);
    this.#channel.addEventListener('message', () => this.#tell());
  }

  /** Calls back when a conversation was added, renamed, answered in, deleted or restored. Returns what stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the talk with other tabs. */
  close(): void {
    this.#channel.close();
  }

  /** Newest first, by `modifiedAt`. */
  async list(): Promise<Conversation[]> {
    return (await this.#db.getAllFromIndex('conversations', 'modifiedAt')).reverse();
  }

  get(id: string): Promise<Conversation | undefined> {
    return this.#db.get('conversations', id);
  }

  async put(conversation: Conversation): Promise<void> {
    const tx = this.#db.transaction('conversations', 'readwrite', { durability: 'strict' });
    await Promise.all([tx.store.put(conversation), tx.done]);
    this.#changed();
  }

  /** Deletes a conversation with its messages and hands both back for undo; undefined when there is none. */
  async remove(id: string): Promise<RemovedConversation | undefined> {
    const tx = this.#db.transaction(BOTH, 'readwrite', { durability: 'strict' });
    const messages = tx.objectStore('messages');
    const [conversation, removed] = await Promise.all([
      tx.objectStore('conversations').get(id),
      messages.index('order').getAll(messagesOf(id)),
    ]);
    await Promise.all([
      tx.objectStore('conversations').delete(id),
      ...removed.map((message) => messages.delete(message.id)),
      tx.done,
    ]);
    this.#changed();
    return conversation && { conversation, messages: removed };
  }

  /** Puts back what `remove` handed out. */
  async restore({ conversation, messages }: RemovedConversation): Promise<void> {
    const tx = this.#db.transaction(BOTH, 'readwrite', { durability: 'strict' });
    await Promise.all([
      tx.objectStore('conversations').put(conversation),
      ...messages.map((message) => tx.objectStore('messages').put(message)),
      tx.done,
    ]);
    this.#changed();
  }

  /** The messages of a conversation in order. */
  messages(id: string): Promise<Message[]> {
    return this.#db.getAllFromIndex('messages', 'order', messagesOf(id));
  }

  /**
   * Adds a message or replaces the one with its id.
   * @throws Failure `not_found` when its conversation is gone; ConstraintError when its place (`seq`) is taken.
   */
  async putMessage(message: Message): Promise<void> {
    const tx = this.#db.transaction(BOTH, 'readwrite', { durability: 'strict' });
    const found = await tx.objectStore('conversations').getKey(message.conversation);
    if (found === undefined) {
      await tx.done;
      throw new Failure('not_found', 'This conversation was deleted, so its new messages are not kept.');
    }
    await Promise.all([tx.objectStore('messages').put(message), tx.done]);
  }

  #changed(): void {
    this.#tell();
    this.#channel.postMessage('changed');
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Every `[id, seq]`: an array sorts after any number. */
function messagesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}
