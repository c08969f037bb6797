// The messages of a conversation on all branches, and the shown branch with the answer in progress at its end.
import type { Message } from '../../../core/conversation.ts';
import { MessageTree } from '../../../core/message-tree.ts';

export class ShownBranch {
  #all = $state.raw<readonly Message[]>([]);
  readonly #tree = $derived(new MessageTree(this.#all));
  #messages = $state.raw<readonly Message[]>([]);
  /** The branch above the answer in progress. */
  #above: readonly Message[] = [];

  /** Includes the answer in progress in its initial state. */
  get all(): readonly Message[] {
    return this.#all;
  }

  get tree(): MessageTree<Message> {
    return this.#tree;
  }

  /** Oldest first. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** A message's index among its versions, from 0. */
  variants(id: string): { index: number; count: number } {
    const all = this.#tree.variantsOf(id);
    const index = all.findIndex((message) => message.id === id);
    return { index: Math.max(0, index), count: Math.max(1, all.length) };
  }

  /** Sets the stored messages. */
  set(all: readonly Message[], head: string | undefined): void {
    this.#all = all;
    this.show(head);
  }

  show(head: string | undefined): void {
    this.#messages = this.#tree.pathTo(head);
  }

  /** Appends finished messages. */
  append(messages: readonly Message[]): void {
    this.#all = [...this.#all, ...messages];
    this.#messages = [...this.#messages, ...messages];
  }

  /** Adds a new answer, below a question that may be new. */
  begin(above: readonly Message[], answer: Message): void {
    this.#above = above;
    const known = new Map(this.#all.map((message) => [message.id, message]));
    for (const message of [...above.slice(-1), answer]) known.set(message.id, message);
    this.#all = [...known.values()];
  }

  /** Updates the answer in progress at the end of its branch. */
  grow(answer: Message): void {
    this.#messages = [...this.#above, { ...answer }];
  }

  /** Changes a message everywhere. */
  change(id: string, change: (message: Message) => Message): void {
    const changed = (message: Message): Message => (message.id === id ? change(message) : message);
    this.#all = this.#all.map(changed);
    this.#messages = this.#messages.map(changed);
    this.#above = this.#above.map(changed);
  }
}
