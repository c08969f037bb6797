// The state of the message field: the draft, the current command, its message, and open dialogs.
import type { App } from '../../../apps/web/app.ts';
import { webAddress } from '../../../base/web-address.ts';
import type { Chats } from '../chats.svelte.ts';
import type { ConversationView, QueuedQuestion } from '../conversation-view.svelte.ts';
import type { DroppedDocuments } from '../../components/document-drop.ts';
import type { Note } from './attach-files.ts';
import type { ChatParameters } from './prompts.ts';
import type { Attachments, FilesToCome } from './attachments.svelte.ts';
import { Draft } from './draft.svelte.ts';

/** Characters. A longer pasted text is better searched than sent with every question. */
const LONG = 4_000;
/** Milliseconds an approval must have been visible before a command can approve it, as for its buttons. */
const READ = 500;

export class ComposerState {
  readonly draft = new Draft();
  /** A command is running. */
  working = $state.raw<AbortController>();
  note = $state.raw<Note>();
  /** The tool palette is open, with this query. */
  tools = $state.raw<{ query: string }>();
  /** The dialog about the chat's model is open. */
  parameters = $state.raw<ChatParameters>();
  /** A long text or a web address, pasted: it may become a document. */
  pasted = $state.raw<string>();
  attachments = $state.raw<Attachments>();
  readonly #app: App;
  readonly #chats: Chats;
  readonly #onasked: () => void;
  readonly focus: () => void;
  #view: ConversationView | undefined;
  /** The question was sent while its files are still being read. */
  #waits = false;
  /** When each pending approval appeared. */
  readonly #seen = new Map<string, number>();

  /** @param onasked a question was sent, or a command answered */
  constructor(app: App, chats: Chats, onasked: () => void, focus: () => void) {
    chats.composer = this;
    this.focus = focus;
    this.#app = app;
    this.#chats = chats;
    this.#onasked = onasked;
  }

  get isEmpty(): boolean {
    return this.draft.text.trim() === '';
  }

  /** A draft belongs to its conversation. A new chat gets its id during its first answer. */
  show(view: ConversationView): void {
    const key = view.temporary ? undefined : (view.id ?? 'new');
    if (this.#view === view) this.draft.rename(key);
    else {
      this.#view = view;
      this.draft.open(key);
      this.note = undefined;
      this.pasted = undefined;
    }
  }

  noticeApprovals(): void {
    for (const { id } of this.#chats.approvals.pending) {
      if (!this.#seen.has(id)) this.#seen.set(id, performance.now());
    }
  }

  /** @param byPerson the event is a real user event */
  ask(byPerson = false): void {
    const view = this.#view;
    if (this.isEmpty || !view) return;
    this.#waits = this.isReading;
    if (this.#waits) this.note = { text: 'Your question is sent once the files are read.', bad: false };
    else if (this.draft.text.startsWith('/') || view.conversation.profile !== undefined)
      void this.#perform(view, byPerson);
    else this.#send(view);
  }

  #send(view: ConversationView): void {
    const { text, mentions } = this.draft;
    void view.send(text, { mentions: [...mentions] });
    this.clear();
    this.#onasked();
  }

  stop(): void {
    this.working?.abort();
    this.#view?.stop();
  }

  /** @returns whether it was handled here instead of by the field */
  paste(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])];
    const text = data?.getData('text/plain') ?? '';
    // Copying from a page or document may add a picture of the copied text.
    if (files.length > 0 && text === '') {
      void this.attach({ files });
      return true;
    }
    if (text.length >= LONG || webAddress(text)) this.pasted = text;
    return false;
  }

  get isReading(): boolean {
    return (this.attachments?.reading.length ?? 0) > 0;
  }

  /**
   * Attaches files to this chat.
   * @param dropped absent: opens the file picker; `camera`: takes a photo
   * @returns whether any was attached
   */
  async attach(dropped?: DroppedDocuments | FilesToCome | 'camera'): Promise<boolean> {
    const view = this.#view;
    this.attachments ??= new (await import('./attachments.svelte.ts')).Attachments(this.#app);
    const { mentions, note } = await this.attachments.take(dropped);
    if (this.#view !== view) return false;
    mentions.forEach((mention) => this.draft.mention(mention));
    this.note = note;
    if (this.#waits && !this.isReading && !note) this.ask();
    return mentions.length > 0;
  }

  takeBack({ id, text, mentions }: QueuedQuestion): void {
    this.#view?.unqueue(id);
    this.draft.text = this.isEmpty ? text : `${text}\n\n${this.draft.text}`;
    mentions.forEach((mention) => this.draft.mention(mention));
  }

  clear(): void {
    this.draft.clear();
    this.note = undefined;
    this.pasted = undefined;
  }

  /** Runs a command; other text beginning with a slash is asked, once the chat's profile can answer. */
  async #perform(view: ConversationView, byPerson: boolean): Promise<void> {
    if (this.working) return;
    const { signal } = (this.working = new AbortController());
    const isHere = (): boolean => this.#view === view;
    try {
      const { performTyped } = await import('./perform-typed.ts');
      await performTyped(this, {
        ...{ app: this.#app, chats: this.#chats, view, byPerson, signal, isHere },
        isSeen: (id) => performance.now() - (this.#seen.get(id) ?? Infinity) > READ,
        send: () => this.#send(view),
        done: () => this.#onasked(),
      });
    } catch {
      const text = 'This part didn’t load. Check your connection, then try again.';
      if (isHere()) this.note = { text, bad: true };
    } finally {
      this.working = undefined;
    }
  }
}
