// Conversations and their messages.
//
// - A conversation and its messages are removed and restored together, in one transaction.
// - A message is saved only while its conversation exists: when a conversation is deleted during an answer, nothing
//   of the answer is left behind.
// - Listeners are notified of every change to the list, made here or in another tab.
import { Failure } from '../core/errors.ts';
import type { Conversation, Message } from '../core/conversation.ts';
import type { Database } from './database.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';
import { Listeners } from '../base/listeners.ts';

const BOTH = ['conversations', 'messages'] as const;
const THE_CHAT = 'the chat';

export interface RemovedConversation {
  conversation: Conversation;
  messages: Message[];
}

export class ConversationTable {
  readonly #db: Database;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Listeners();
  readonly #others = new Listeners<[conversation: string]>();

  constructor(db: Database) {
    this.#db = db;
    this.#channel = new BroadcastChannel(`${db.name}-conversations`);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<'changed' | { message: string }>) => {
      if (data === 'changed') this.#tell();
      else this.#others.tell(data.message);
    });
  }

  /**
   * Calls back with the id of a conversation when another tab has saved a message in it. Returns a function that
   * unsubscribes.
   */
  onOtherMessage(listener: (conversation: string) => void): () => void {
    return this.#others.add(listener);
  }

  /**
   * Calls back when a conversation was added, renamed, answered in, deleted or restored. Returns a function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Closes the channel to other tabs. */
  close(): void {
    this.#channel.close();
  }

  /** Lists newest first, by `modifiedAt`. */
  async list(): Promise<Conversation[]> {
    const all = await inSentences('read', 'the list of chats', () =>
      this.#db.getAllFromIndex('conversations', 'modifiedAt'),
    );
    return all.reverse();
  }

  get(id: string): Promise<Conversation | undefined> {
    return inSentences('read', THE_CHAT, () => this.#db.get('conversations', id));
  }

  /** @throws Failure `unavailable`, like every write here: then nothing was changed */
  async put(conversation: Conversation): Promise<void> {
    await inSentences('save', THE_CHAT, () => {
      const tx = this.#db.transaction('conversations', 'readwrite', STRICT);
      return inTransaction(tx, () => tx.store.put(conversation));
    });
    this.#changed();
  }

  /** Changes a conversation as it is stored now, so that concurrent changes are kept. Does nothing when it is gone. */
  async change(id: string, change: (conversation: Conversation) => Conversation): Promise<void> {
    await inSentences('save', THE_CHAT, () => {
      const tx = this.#db.transaction('conversations', 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const stored = await tx.store.get(id);
        if (stored) await tx.store.put(change(stored));
      });
    });
    this.#changed();
  }

  /** Deletes a conversation with its messages and returns both for undo; undefined when there is none. */
  async remove(id: string): Promise<RemovedConversation | undefined> {
    const [conversation, removed] = await inSentences('remove', THE_CHAT, () => {
      const tx = this.#db.transaction(BOTH, 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const messages = tx.objectStore('messages');
        const found = await Promise.all([
          tx.objectStore('conversations').get(id),
          messages.index('order').getAll(messagesOf(id)),
        ]);
        await Promise.all([
          tx.objectStore('conversations').delete(id),
          ...found[1].map(async (message) => messages.delete(message.id)),
        ]);
        return found;
      });
    });
    this.#changed();
    return conversation && { conversation, messages: removed };
  }

  /**
   * Restores what `remove` returned, or adds data from a file. It replaces nothing, because a file may name messages
   * of another conversation.
   * @throws Failure `conflict` when the conversation or one of its messages exists
   */
  async restore({ conversation, messages }: RemovedConversation): Promise<void> {
    await inSentences('save', THE_CHAT, () => {
      const tx = this.#db.transaction(BOTH, 'readwrite', STRICT);
      return inTransaction(tx, () =>
        Promise.all([
          tx.objectStore('conversations').add(conversation),
          // `async`, so that an immediate error also waits for the earlier writes.
          ...messages.map(async (message) => tx.objectStore('messages').add(message)),
        ]),
      ).catch((error: unknown) =>
        Promise.reject(asConflict(error, 'This chat, or part of it, already exists.')),
      );
    });
    this.#changed();
  }

  /** Returns the messages of a conversation in order. */
  messages(id: string): Promise<Message[]> {
    return inSentences('read', THE_CHAT, () => this.#db.getAllFromIndex('messages', 'order', messagesOf(id)));
  }

  /**
   * Adds a message or replaces the one with its id.
   * @throws Failure `not_found` when its conversation is gone, `conflict` when its position (`seq`) is taken
   */
  async putMessage(message: Message): Promise<void> {
    await inSentences('save', 'the message', () => {
      const tx = this.#db.transaction(BOTH, 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const found = await tx.objectStore('conversations').getKey(message.conversation);
        if (found === undefined) {
          throw new Failure('not_found', 'This chat was deleted, so new messages are not saved.');
        }
        await tx.objectStore('messages').put(message);
      }).catch((error: unknown) => Promise.reject(asConflict(error)));
    });
    this.#channel.postMessage({ message: message.conversation });
  }

  #changed(): void {
    this.#tell();
    this.#channel.postMessage('changed');
  }

  #tell(): void {
    this.#listeners.tell();
  }
}

const GONE_ON = 'Another tab has continued this chat. Reload the page to see it, then ask again.';

function asConflict(error: unknown, sentence = GONE_ON): unknown {
  if (!(error instanceof DOMException) || error.name !== 'ConstraintError') return error;
  return new Failure('conflict', sentence);
}

/** Matches every `[id, seq]`: an array sorts after any number. */
function messagesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}
