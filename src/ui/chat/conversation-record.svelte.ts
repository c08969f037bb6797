// The stored data of a conversation besides its messages; for a new one, its initial data.
import type { App } from '../../apps/web/app.ts';
import type { Beginning, Conversation } from '../../core/conversation.ts';

type Store = Pick<App['conversations'], 'get' | 'change'>;

export class ConversationRecord {
  readonly #store: Store;
  #kept = $state.raw<Conversation>();
  #begin = $state.raw<Beginning>({});
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  /** For a new one: with an empty id. */
  get current(): Conversation {
    return this.#kept ?? { id: '', title: '', createdAt: '', modifiedAt: '', ...this.#begin };
  }

  /** Settles once the last change is stored or has failed; a new promise after each change. */
  get writing(): Promise<void> {
    return this.#writing;
  }

  get begin(): Beginning {
    return this.#begin;
  }

  take(conversation: Conversation | undefined): void {
    this.#kept = conversation;
  }

  /** Reads its stored title and times. */
  async read(id: string): Promise<void> {
    const kept = await this.#store.get(id).catch(() => undefined);
    if (kept && this.#kept?.id === id) this.#kept = kept;
  }

  /** The model (absent: the profile's, else the default), the limiting collection, the tools that are off, read-only mode, the project folder. */
  set<Name extends 'model' | 'collection' | 'toolsOff' | 'readOnly' | 'project'>(
    name: Name,
    value: Conversation[Name],
  ): Promise<void> {
    return this.change((before) => {
      const after = { ...before };
      if (value) after[name] = value;
      else delete after[name];
      return after;
    });
  }

  /** @param given arguments of its script; absent: unchanged for the same profile. */
  setProfile(id: string | undefined, given?: Conversation['profileArguments']): Promise<void> {
    return this.change(({ profile, profileArguments: before, ...rest }) => {
      const kept = given ?? (profile === id ? before : undefined);
      return { ...rest, ...(id !== undefined && { profile: id }), ...(kept && { profileArguments: kept }) };
    });
  }

  /** For a new one only: keeps it in memory alone. */
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
