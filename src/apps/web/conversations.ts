// The app's conversations: stored ones, and temporary ones, which exist in memory alone and are never written.
import type { MemoryConversations } from '../../agent/memory-conversations.ts';
import type { Conversation, Message } from '../../core/conversation.ts';
import { once } from '../../core/deferred.ts';
import type { ConversationTable, RemovedConversation } from '../../storage/conversations.ts';
import { Listeners } from '../../base/listeners.ts';

const openMemory = once(
  async () => new (await import('../../agent/memory-conversations.ts')).MemoryConversations(),
);

export class AppConversations {
  /** The stored ones, without temporary ones. */
  readonly kept: ConversationTable;
  readonly #listeners = new Listeners();
  #memory: MemoryConversations | undefined;

  constructor(kept: ConversationTable) {
    this.kept = kept;
    kept.onChange(() => this.#tell());
  }

  /**
   * Calls back when a conversation was added, renamed, answered in, deleted or restored. Returns a function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Newest first, by `modifiedAt`. */
  async list(): Promise<Conversation[]> {
    const kept = await this.kept.list();
    const passing = this.#memory?.list() ?? [];
    if (passing.length === 0) return kept;
    return [...kept, ...passing].sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1));
  }

  async get(id: string): Promise<Conversation | undefined> {
    return this.#passing(id)?.get(id) ?? this.kept.get(id);
  }

  async messages(id: string): Promise<Message[]> {
    return this.#passing(id)?.messages(id) ?? this.kept.messages(id);
  }

  /** @throws Failure `unavailable`, as every write here; nothing was changed then. */
  async put(conversation: Conversation): Promise<void> {
    if (!this.#isTemporary(conversation)) return this.kept.put(conversation);
    this.#memory ??= await openMemory();
    await this.#memory.put({ ...conversation, temporary: true });
    this.#tell();
  }

  /**
   * Updates the current state of a conversation in one step. Does nothing when it is gone. @throws Failure
   * `unavailable`
   */
  async change(id: string, change: (conversation: Conversation) => Conversation): Promise<void> {
    const passing = this.#passing(id);
    if (!passing) return this.kept.change(id, change);
    await passing.change(id, change);
    this.#tell();
  }

  /** @throws Failure `not_found` when its conversation is gone, `conflict` when its position (`seq`) is taken. */
  async putMessage(message: Message): Promise<void> {
    return (this.#passing(message.conversation) ?? this.kept).putMessage(message);
  }

  /** Deletes a conversation with its messages and returns both for undo; undefined when it does not exist. */
  async remove(id: string): Promise<RemovedConversation | undefined> {
    const passing = this.#passing(id);
    if (!passing) return this.kept.remove(id);
    const removed = passing.remove(id);
    this.#tell();
    return removed;
  }

  /** Restores what `remove` returned, or adds a conversation with all its messages at once. */
  async restore({ conversation, messages }: RemovedConversation): Promise<void> {
    if (!this.#isTemporary(conversation)) return this.kept.restore({ conversation, messages });
    await this.put(conversation);
    for (const message of messages) await this.putMessage(message);
  }

  /** Whether any tab is answering in it now. */
  async isAnswered(id: string): Promise<boolean> {
    return (await import('./answering-lock.ts')).isAnswered(id);
  }

  /** Resolves when no tab is answering in it. */
  async untilAnswered(id: string): Promise<void> {
    return (await import('./answering-lock.ts')).untilAnswered(id);
  }

  #passing(id: string): MemoryConversations | undefined {
    return this.#memory?.has(id) ? this.#memory : undefined;
  }

  /** A conversation that began as temporary stays temporary, whatever a later update says. */
  #isTemporary({ id, temporary }: Conversation): boolean {
    return temporary === true || this.#passing(id) !== undefined;
  }

  #tell(): void {
    this.#listeners.tell();
  }
}
