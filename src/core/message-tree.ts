// Branches of a conversation: which message follows which, and which branch is shown. Pure.
//
// - An edited question becomes a sibling of the old one, a regenerated answer a sibling of the first.
// - Records older than branches have no `parent`: each message follows the one before it.
import type { Message } from './conversation.ts';

type Node = Pick<Message, 'id' | 'seq' | 'parent'>;

export class MessageTree<M extends Node> {
  /** By `seq`. */
  readonly #all: readonly M[];
  readonly #byId: ReadonlyMap<string, M>;
  readonly #parents = new Map<string, string | null>();
  readonly #children = new Map<string | null, M[]>();

  /** @param messages in any order */
  constructor(messages: readonly M[]) {
    this.#all = [...messages].sort((a, b) => a.seq - b.seq);
    this.#byId = new Map(this.#all.map((message) => [message.id, message]));
    this.#all.forEach((message, index) => {
      const before = this.#all[index - 1]?.id ?? null;
      const named = message.parent === undefined ? before : message.parent;
      // A parent that is gone or comes later would leave the message out of every branch.
      const parent = named !== null && this.#isEarlier(named, message) ? named : null;
      this.#parents.set(message.id, parent);
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(message);
      else this.#children.set(parent, [message]);
    });
  }

  /** Returns the branch that ends with `id`, oldest first. An unknown id means the latest message. */
  pathTo(id: string | undefined): M[] {
    const path: M[] = [];
    let at = (id === undefined ? undefined : this.#byId.get(id)) ?? this.#all.at(-1);
    while (at) {
      path.push(at);
      const parent = this.#parents.get(at.id) ?? null;
      at = parent === null ? undefined : this.#byId.get(parent);
    }
    return path.reverse();
  }

  parentOf(id: string): string | null {
    return this.#parents.get(id) ?? null;
  }

  /** Returns the message and its siblings on other branches, oldest first. */
  variantsOf(id: string): readonly M[] {
    return this.#children.get(this.parentOf(id)) ?? [];
  }

  /** Returns the end of the most recently continued branch below `id`. */
  leafBelow(id: string): string {
    let leaf = id;
    for (let next = this.#latestBelow(leaf); next; next = this.#latestBelow(leaf)) leaf = next.id;
    return leaf;
  }

  #latestBelow(id: string): M | undefined {
    return this.#children.get(id)?.at(-1);
  }

  #isEarlier(parent: string, { seq }: M): boolean {
    const found = this.#byId.get(parent);
    return found !== undefined && found.seq < seq;
  }
}
