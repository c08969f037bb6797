// One conversation as the screen sees it: the branch shown, the answer being made, and the ways to ask and to stop.
//
// - Lives on when another conversation is shown: an answer goes on in the background.
// - Nothing thrown leaves `send` and its like: a failure becomes a part of the answer.
// - What is asked while an answer is made waits, and is asked when that one has ended well.
import type { App } from '../../apps/web/app.ts';
import type { AgentEvent, Conversation, Mention, Message, Part } from '../../core/conversation.ts';
import type { ModelChoice } from '../../core/model-choice.ts';
import type { AskOptions, Task } from './answer-task.ts';
import { ShownBranch } from './branches/shown-branch.svelte.ts';
import { ConversationRecord } from './conversation-record.svelte.ts';
import type { BetterAnswer, listenForBetter } from './found/better-answer.ts';
import type { AddOptions } from './history/keep-exchange.ts';
import { readKept } from './history/read-kept.ts';
import { toasts } from '../components/toasts.svelte.ts';

export type { AskOptions } from './answer-task.ts';

export type Phase = 'loading' | 'ready' | 'missing' | 'failed';

export interface ViewHost {
  /** A conversation got its id, was added to or was finished. */
  onchange(view: ConversationView): void;
}

export interface QueuedQuestion {
  id: string;
  text: string;
  mentions: readonly Mention[];
}

export class ConversationView {
  readonly #app: App;
  readonly #host: ViewHost;
  /** The question that is being changed where it stands. */
  editing = $state<string>();
  #id = $state<string>();
  readonly #record: ConversationRecord;
  readonly #branch = new ShownBranch();
  #phase = $state<Phase>('ready');
  #running = $state(false);
  #elsewhere = $state(false);
  #mode = $state<'search' | 'model'>('search');
  #announcement = $state('');
  #queued = $state.raw<readonly QueuedQuestion[]>([]);
  #better = $state.raw<BetterAnswer>();
  /** Of the last answer: whoever asks on hears of no better one. */
  #listening: AbortController | undefined;
  #abort: AbortController | undefined;
  #done: Promise<void> = Promise.resolve();
  /** The answer of another tab is done, and here. */
  #whenFree: Promise<void> = Promise.resolve();

  constructor(app: App, host: ViewHost, id?: string) {
    this.#app = app;
    this.#record = new ConversationRecord(app.conversations);
    this.#host = host;
    this.#id = id;
    if (id !== undefined) void this.load();
  }

  /** Undefined until the first question of a new chat is on its way. */
  get id(): string | undefined {
    return this.#id;
  }

  /** The branch shown, oldest first. */
  get messages(): readonly Message[] {
    return this.#branch.messages;
  }

  /** Of all branches. The answer in hand is here as it stood when it was begun. */
  get all(): readonly Message[] {
    return this.#branch.all;
  }

  /** What is kept of it; of a new chat: what it will begin with, under an empty id. */
  get conversation(): Conversation {
    return this.#record.current;
  }

  get temporary(): boolean {
    return this.conversation.temporary ?? false;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Another tab is making an answer here. */
  get elsewhere(): boolean {
    return this.#elsewhere;
  }

  get running(): boolean {
    return this.#running;
  }

  /** An answer is being made, here or in another tab: what is asked waits. */
  get busy(): boolean {
    return this.#running || this.#elsewhere;
  }

  /** How the answer in hand, or the last one, is made. */
  get mode(): 'search' | 'model' {
    return this.#mode;
  }

  /** A better answer than the one that stands at the end, found since. */
  get better(): BetterAnswer | undefined {
    return this.#better;
  }

  get announcement(): string {
    return this.#announcement;
  }

  /** What was asked meanwhile, in order. It stays here when the answer before it was stopped or failed. */
  get queued(): readonly QueuedQuestion[] {
    return this.#queued;
  }

  /** Settles when no answer is being made. */
  get done(): Promise<void> {
    return this.#done;
  }

  /** Reads what is kept. Called again when a conversation is shown again, for what other tabs and scripts added. */
  async load(): Promise<void> {
    const id = this.#id;
    if (id === undefined || this.#running) return;
    if (this.all.length === 0) this.#phase = 'loading';
    try {
      const { conversation, messages, elsewhere } = await readKept(this.#app.conversations, id, this.#record);
      if (this.#running) return;
      if (elsewhere && !this.#elsewhere)
        this.#whenFree = this.#app.conversations.untilAnswered(id).then(() => this.load());
      this.#elsewhere = elsewhere;
      this.#record.take(conversation);
      this.#branch.set(messages, conversation?.head);
      this.#phase = conversation ? 'ready' : 'missing';
    } catch {
      this.#phase = 'failed';
    }
  }

  /** Asks; while an answer is made, the question waits in `queued`. */
  send(text: string, options: AskOptions = {}): Promise<void> {
    const trimmed = text.trim();
    if (trimmed === '') return this.#done;
    if (!this.busy) return this.#start({ kind: 'ask', text: trimmed, options });
    this.#queue(trimmed, options, 'last');
    if (this.#elsewhere) void this.#whenFree.then(() => this.sendQueued());
    return this.#done;
  }

  unqueue(id: string): void {
    this.#queued = this.#queued.filter((question) => question.id !== id);
  }

  /** Asks what still waits after an answer was stopped or failed. */
  sendQueued(): Promise<void> {
    if (this.busy) return this.#done;
    const next = this.#takeQueued();
    return next ? this.#start(next) : this.#done;
  }

  /** Answers the last question of the branch once more, beside the answers that it has. */
  retry(): Promise<void> {
    const question = this.messages.findLast(({ role }) => role === 'user');
    return question ? this.#start({ kind: 'again', question: question.id }) : this.#done;
  }

  /** Makes another answer beside this one, on a branch of its own. */
  regenerate(answerId: string): Promise<void> {
    const question = this.#branch.tree.parentOf(answerId);
    return question === null ? this.#done : this.#start({ kind: 'again', question });
  }

  /** Asks another question in the place of this one, on a branch of its own. */
  editQuestion(id: string, text: string): Promise<void> {
    const trimmed = text.trim();
    const old = this.all.find((message) => message.id === id);
    if (trimmed === '' || !old) return this.#done;
    const byHand = old.byHand && trimmed.startsWith('/');
    const options = { after: this.#branch.tree.parentOf(id), mentions: old.mentions, byHand };
    return this.#start({ kind: 'ask', text: trimmed, options });
  }

  /** Goes on with an answer that a closed page left unfinished. */
  resume(answerId: string): Promise<void> {
    return this.#start({ kind: 'resume', answer: answerId });
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** Where a message stands among those in its place, from 0. */
  variants(id: string): { index: number; count: number } {
    return this.#branch.variants(id);
  }

  /** Shows the branch of another message in this one's place. */
  async showVariant(id: string, index: number): Promise<void> {
    const variant = this.#branch.tree.variantsOf(id)[index];
    if (this.#running || !variant) return;
    await this.showBranch(this.#branch.tree.leafBelow(variant.id));
  }

  /** Shows the branch that ends with a message, or leads to it. */
  async showBranch(head: string): Promise<void> {
    if (this.#running) return;
    this.#branch.show(head);
    await this.#record.change((conversation) => ({ ...conversation, head }));
  }

  /** Which model answers here; undefined: that of the profile, else the default. */
  setModel = (choice: ModelChoice | undefined): Promise<void> => this.#record.set('model', choice);

  setProfile(id: string | undefined, given?: Conversation['profileArguments']): Promise<void> {
    return this.#record.setProfile(id, given);
  }

  setCollection = (id: string | undefined): Promise<void> => this.#record.set('collection', id);

  setToolsOff = (names: string[] | undefined): Promise<void> => this.#record.set('toolsOff', names);

  /** Of a new chat only: keeps it in memory alone. */
  setTemporary(on: boolean): void {
    if (!this.#running) this.#record.setTemporary(on);
  }

  /** Keeps one more part in a finished answer, such as the run of a tool that it offered. */
  addPart(messageId: string, part: Part): Promise<void> {
    return this.changeMessage(messageId, (message) => ({ ...message, parts: [...message.parts, part] }));
  }

  /** Changes a finished message, on the screen and where it is kept. */
  async changeMessage(messageId: string, change: (message: Message) => Message): Promise<void> {
    this.#branch.change(messageId, change);
    if (this.#id === undefined) return;
    const kept = (await this.#app.conversations.messages(this.#id)).find(({ id }) => id === messageId);
    if (kept) await this.#app.conversations.putMessage(change(kept));
  }

  /** Keeps a question and its answer that were made by hand. Comes after the current answer. */
  async addExchange(question: string, parts: Part[], { id = '', mentions }: AddOptions = {}): Promise<void> {
    await this.#done;
    const { keepExchange } = await import('./history/keep-exchange.ts');
    const { conversation, messages, unsaved } = await keepExchange(this.#app.conversations, {
      conversation: { ...this.conversation, id: this.#id ?? id },
      all: this.all,
      after: this.messages.at(-1)?.id ?? null,
      question,
      parts,
      mentions,
    });
    this.#record.take(conversation);
    this.#id = conversation.id;
    this.#branch.append(messages);
    this.#phase = 'ready';
    if (unsaved) this.#announcement = unsaved;
    this.#host.onchange(this);
  }

  async showBetter(): Promise<void> {
    const better = this.#better;
    if (!better) return;
    this.#better = undefined;
    const { withBetter } = await import('./found/better-answer.ts');
    await this.changeMessage(better.message, (one) => ({ ...one, parts: withBetter(one.parts, better) }));
    this.#announcement = 'The better passage is shown';
  }

  #start(task: Task): Promise<void> {
    if (!this.busy) this.#done = this.#runAll(task);
    return this.#done;
  }

  async #runAll(first: Task): Promise<void> {
    this.#running = true;
    try {
      for (let task: Task | undefined = first; task; task = this.#takeQueued()) {
        if ((await this.#run(task)) !== 'answered') break;
      }
    } finally {
      this.#running = false;
      this.#host.onchange(this);
    }
  }

  #queue(text: string, { mentions = [] }: AskOptions, place: 'first' | 'last'): void {
    const question = { id: crypto.randomUUID(), text, mentions };
    this.#queued = place === 'last' ? [...this.#queued, question] : [question, ...this.#queued];
  }

  #takeQueued(): Task | undefined {
    const [next, ...rest] = this.#queued;
    if (!next) return undefined;
    this.#queued = rest;
    return { kind: 'ask', text: next.text, options: { mentions: [...next.mentions] } };
  }

  /** @returns why the answer ended */
  async #run(task: Task): Promise<Message['ended']> {
    const { signal } = (this.#abort = new AbortController());
    this.#listening?.abort();
    this.#better = undefined;
    this.#phase = 'ready';
    this.#announcement = 'Preparing';
    const made = await import('./make-answer.ts').catch(() => undefined);
    if (!made) return this.#notLoaded(task);
    const ended = await made.makeAnswer(this.#app, task, {
      branch: this.#branch,
      conversation: this.#id,
      begin: this.#record.begin,
      signal,
      onStart: (event) => this.#began(event),
      say: (sentence) => (this.#announcement = sentence),
    });
    if (ended === 'answered') this.#listen(made.listenForBetter);
    return ended;
  }

  #listen(listen: typeof listenForBetter): void {
    const answer = this.messages.at(-1);
    if (!answer || answer.model !== undefined) return;
    const { signal } = (this.#listening = new AbortController());
    void listen(this.#app, answer, signal, (better) => {
      this.#better = better;
      this.#announcement = 'A better passage was found';
    });
  }

  /** What was asked waits above the field, where it can be sent again. */
  #notLoaded(task: Task): 'failed' {
    toasts.problem('This part didn’t load. Check your connection, then ask again.');
    if (task.kind === 'ask') this.#queue(task.text, task.options, 'first');
    return 'failed';
  }

  #began({ conversation, message, mode }: AgentEvent & { type: 'start' }): void {
    this.#mode = mode;
    this.#id = conversation;
    this.#record.take({ ...this.conversation, id: conversation, head: message });
    void this.#record.read(conversation);
    this.#host.onchange(this);
  }
}
