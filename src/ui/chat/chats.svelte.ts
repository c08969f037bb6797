// All conversations: the list in the navigation, the open or still answering views, and their changes.
import { getContext, setContext, untrack } from 'svelte';
import type { App } from '../../apps/web/app.ts';
import type { Conversation } from '../../core/conversation.ts';
import { route } from '../route.svelte.ts';
import { errorText } from '../components/error-text.ts';

import { toasts } from '../components/toasts.svelte.ts';
import { Approvals } from './approvals.svelte.ts';
import type { Draft } from './composer/draft.svelte.ts';
import { ConversationView, type ViewHost } from './conversation-view.svelte.ts';

/** Maximum number of loaded chats. */
const KEPT = 10;

export type LibraryState = 'preparing' | 'ready' | 'failed';

export class Chats implements ViewHost {
  readonly approvals: Approvals;
  /** The message field of the chat on screen. */
  composer?: { readonly draft: Draft; parameters: unknown; focus(): void };
  readonly #app: App;
  #list = $state.raw<readonly Conversation[]>([]);
  #views = $state.raw<ReadonlyMap<string, ConversationView>>(new Map());
  #draft: ConversationView;
  #drafts = $state(0);
  #library = $state<LibraryState>('preparing');

  constructor(app: App) {
    this.#app = app;
    this.#draft = new ConversationView(app, this);
    this.approvals = new Approvals(app.approvals);
    app.ready.then(
      () => (this.#library = 'ready'),
      () => (this.#library = 'failed'),
    );
    void this.#refresh();
    app.conversations.onChange(() => void this.#refresh());
    // Shows another tab's messages in the open chat as they arrive.
    app.conversations.kept.onOtherMessage((id) => {
      if (route.item === id) void this.#views.get(id)?.load();
    });
  }

  /** Newest first. */
  get list(): readonly Conversation[] {
    return this.#list;
  }

  get library(): LibraryState {
    return this.#library;
  }

  /** Number of new chats so far: a change focuses the message field. */
  get drafts(): number {
    return this.#drafts;
  }

  /** The view of a conversation, or of the new chat without an id. */
  view(id: string | undefined): ConversationView {
    void this.#drafts;
    if (id === undefined) return this.#draft;
    const known = this.#views.get(id);
    if (known) return known;
    const view = new ConversationView(this.#app, this, id);
    // Not reactive: reading a view must not count as a change.
    const views = this.#views as Map<string, ConversationView>;
    untrack(() => dropIdle(views));
    views.set(id, view);
    return view;
  }

  isRunning(id: string): boolean {
    return this.#views.get(id)?.running ?? false;
  }

  titleOf(id: string | undefined): string | undefined {
    return this.#list.find((conversation) => conversation.id === id)?.title;
  }

  async #refresh(): Promise<void> {
    this.#list = await this.#app.conversations.list();
  }

  /** Opens an empty chat, with the message field focused. */
  startNew(): void {
    if (this.#draft.messages.length > 0) this.#draft = new ConversationView(this.#app, this);
    this.#drafts += 1;
    route.go('chat');
  }

  async rename(conversation: Conversation, title: string): Promise<void> {
    const trimmed = title.trim();
    if (trimmed === '' || trimmed === conversation.title) return;
    await this.#app.conversations
      .change(conversation.id, (now) => ({ ...now, title: trimmed }))
      .catch(failed);
  }

  /** Deletes a conversation, with ten seconds to undo. */
  async remove(conversation: Conversation): Promise<void> {
    const { id } = conversation;
    const { removeConversation } = await import('./history/remove-conversation.ts');
    await removeConversation(this.#app, conversation, this.#views.get(id), () => {
      this.#views = new Map([...this.#views].filter(([other]) => other !== id));
      if (route.screen === 'chat' && route.item === id) this.startNew();
    }).catch(failed);
  }

  /** Copies the conversation up to a message into a new one, and shows it. */
  async fork(view: ConversationView, messageId: string): Promise<void> {
    const { keepFork } = await import('./history/fork.ts');
    const id = await keepFork(this.#app.conversations, view, messageId).catch(failed);
    if (id !== null) route.go('chat', id);
  }

  /** Downloads a conversation: readable, or complete. */
  async exportAs(id: string, format: 'markdown' | 'json'): Promise<void> {
    const { saveConversation } = await import('./export/save-conversation.ts');
    await saveConversation(this.#app, id, format).catch(failed);
  }

  onchange(view: ConversationView): void {
    const { id } = view;
    if (id === undefined || this.#views.get(id) === view) return;
    this.#views = new Map(this.#views).set(id, view);
    if (view !== this.#draft) return;
    this.#draft = new ConversationView(this.#app, this);
    if (route.screen === 'chat' && route.item === undefined) route.replace('chat', id, route.query);
  }
}

/** Unloads the chats opened longest ago. They load again when opened. */
function dropIdle(views: Map<string, ConversationView>): void {
  for (const [id, view] of views) {
    if (views.size < KEPT) return;
    if (!view.running && view.queued.length === 0 && view.editing === undefined) views.delete(id);
  }
}

const KEY = Symbol('chats');

export function provideChats(app: App): Chats {
  return setContext(KEY, new Chats(app));
}

export function useChats(): Chats {
  return getContext<Chats>(KEY);
}

/** Storage failed: everything is as before. */
function failed(error: unknown): null {
  toasts.problem(errorText(error));
  return null;
}
