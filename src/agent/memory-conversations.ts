// Conversations in memory only, gone with the page.
import type { Conversation, Message } from '../core/conversation.ts';

export class MemoryConversations {
  readonly #conversations = new Map<string, Conversation>();
  readonly #messages = new Map<string, Message[]>();

  has(id: string): boolean {
    return this.#conversations.has(id);
  }

  list(): Conversation[] {
    return [...this.#conversations.values()];
  }

  async get(id: string): Promise<Conversation | undefined> {
    return this.#conversations.get(id);
  }

  async put(conversation: Conversation): Promise<void> {
    this.#conversations.set(conversation.id, conversation);
  }

  async change(id: string, change: (conversation: Conversation) => Conversation): Promise<void> {
    const held = this.#conversations.get(id);
    if (held) this.#conversations.set(id, change(held));
  }

  async messages(id: string): Promise<Message[]> {
    return [...(this.#messages.get(id) ?? [])];
  }

  async putMessage(message: Message): Promise<void> {
    const { id, conversation } = message;
    const others = (this.#messages.get(conversation) ?? []).filter((one) => one.id !== id);
    this.#messages.set(
      conversation,
      [...others, message].sort((a, b) => a.seq - b.seq),
    );
  }

  /** Removes a conversation with its messages, and returns both. */
  remove(id: string): { conversation: Conversation; messages: Message[] } | undefined {
    const conversation = this.#conversations.get(id);
    const messages = this.#messages.get(id) ?? [];
    this.forget(id);
    return conversation && { conversation, messages };
  }

  /** Removes the last question and its answers. */
  dropLast(id: string): void {
    const all = this.#messages.get(id) ?? [];
    const last = all.findLastIndex(({ role }) => role === 'user');
    if (last >= 0) this.#messages.set(id, all.slice(0, last));
  }

  forget(id: string): void {
    this.#conversations.delete(id);
    this.#messages.delete(id);
  }
}
