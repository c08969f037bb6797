// Searches the texts of all chats. They are read at the first query, and cached for a while.
import type { App } from '../../../apps/web/app.ts';
import type { Conversation } from '../../../core/conversation.ts';
import {
  findIn,
  searchable,
  type ConversationHit,
  type SearchableConversation,
} from '../../../core/search-conversations.ts';

/** Chats to read in parallel: storage answers many small requests as fast as one. */
const AT_ONCE = 16;
/** Milliseconds of work before yielding to the page. */
const SLICE = 10;
/** Milliseconds without a search after which the cache is dropped. */
const KEPT = 60_000;

interface Read {
  modifiedAt: string;
  /** An answer was in progress: it has more text by now. */
  open: boolean;
  texts: SearchableConversation;
}

type Store = Pick<App['conversations'], 'messages'>;

export class ChatSearch {
  readonly #store: Store;
  readonly #read = new Map<string, Read>();
  /** The last search: texts without its words cannot match an extension of them. */
  #last: { words: readonly string[]; without: ReadonlySet<SearchableConversation> } | undefined;
  #letGo: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param most hits, after which it ends
   * @returns the hits in batches, in list order
   */
  async *find(
    list: readonly Conversation[],
    words: readonly string[],
    most: number,
    signal: AbortSignal,
  ): AsyncGenerator<ConversationHit[], void> {
    clearTimeout(this.#letGo);
    this.#letGo = setTimeout(() => {
      this.#read.clear();
      this.#last = undefined;
    }, KEPT);
    const known = this.#last && goesOn(words, this.#last.words) ? this.#last.without : undefined;
    const without = new Set(known);
    this.#last = { words, without };
    let left = most;
    let since = performance.now();
    for (let at = 0; at < list.length && left > 0; at += AT_ONCE) {
      const some = list.slice(at, at + AT_ONCE);
      if (!some.every((one) => this.#isRead(one))) {
        await Promise.all(some.map((one) => this.#readOne(one)));
        since = performance.now();
      } else if (performance.now() - since > SLICE) {
        await new Promise((resolve) => setTimeout(resolve));
        since = performance.now();
      }
      if (signal.aborted) return;
      const found = some.flatMap((one) => {
        const texts = this.#read.get(one.id)?.texts;
        if (!texts || known?.has(texts)) return [];
        const hit = findIn(one, texts, words);
        if (!hit) without.add(texts);
        return hit ?? [];
      });
      if (found.length > 0) yield found.slice(0, left);
      left -= found.length;
    }
  }

  #isRead({ id, modifiedAt }: Conversation): boolean {
    const read = this.#read.get(id);
    return read !== undefined && !read.open && read.modifiedAt === modifiedAt;
  }

  async #readOne(conversation: Conversation): Promise<void> {
    if (this.#isRead(conversation)) return;
    const { id, modifiedAt } = conversation;
    const messages = await this.#store.messages(id).catch(() => []);
    const open = messages.some(({ role, ended }) => role === 'assistant' && ended === undefined);
    this.#read.set(id, { modifiedAt, open, texts: searchable(conversation, messages) });
  }
}

/** Each previous word is contained in one of these. */
function goesOn(words: readonly string[], before: readonly string[]): boolean {
  return before.every((word) => words.some((longer) => longer.includes(word)));
}
