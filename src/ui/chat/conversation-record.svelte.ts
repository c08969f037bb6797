// What is kept of a conversation besides its messages; of a new one, what it will begin with.
import type { App } from '../../apps/web/app.ts';
import type { Beginning, Conversation } from '../../core/conversation.ts';
import type { ModelChoice } from '../../core/model-choice.ts';

type Store = Pick<App['conversations'], 'get' | 'change'>;

export class ConversationRecord {
  readonly #store: Store;
  #kept = $state.raw<Conversation>();
  #begin = $state.raw<Beginning>({});
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Of a new one: under an empty id. */
  get current(): Conversation {
    return this.#kept ?? { id: '', title: '', createdAt: '', modifiedAt: '', ...this.#begin };
  }

  /** Settles once the last change is kept, or has failed to be; another one after each change. */
  get writing(): Promise<void> {
    return this.#writing;
  }

  get begin(): Beginning {
    return this.#begin;
  }

  take(conversation: Conversation | undefined): void {
    this.#kept = conversation;
  }

  /** Its title and times, as others keep them. */
  async read(id: string): Promise<void> {
    const kept = await this.#store.get(id).catch(() => undefined);
    if (kept && this.#kept?.id === id) this.#kept = kept;
  }

  /** Which model answers; undefined: that of the profile, else the default. */
  setModel(choice: ModelChoice | undefined): Promise<void> {
    return this.change(({ model: _, ...rest }) => ({ ...rest, ...(choice && { model: choice }) }));
  }

  /** @param given what its script is given; absent: as it was, for the same one. */
  setProfile(id: string | undefined, given?: Conversation['profileArguments']): Promise<void> {
    return this.change(({ profile, profileArguments: before, ...rest }) => {
      const kept = given ?? (profile === id ? before : undefined);
      return { ...rest, ...(id !== undefined && { profile: id }), ...(kept && { profileArguments: kept }) };
    });
  }

  /** The id of the collection that it answers from; undefined: the whole library. */
  setCollection(id: string | undefined): Promise<void> {
    return this.change(({ collection: _, ...rest }) => ({ ...rest, ...(id && { collection: id }) }));
  }

  /** Of a new one only: keeps it in memory alone. */
  setTemporary(on: boolean): void {
    if (this.#kept) return;
    const { temporary: _, ...rest } = this.#begin;
    this.#begin = { ...rest, ...(on && { temporary: true }) };
  }

  async change(change: (conversation: Conversation) => Conversation): Promise<void> {
    const changed = change(this.current);
    if (!this.#kept) {
      const { id: _, title: _t, createdAt: _c, modifiedAt: _m, ...begin } = changed;
      this.#begin = begin;
      return;
    }
    this.#kept = changed;
    const writing = this.#store.change(changed.id, change).then(() => undefined);
    this.#writing = writing.catch(() => undefined);
    await writing;
  }
}
