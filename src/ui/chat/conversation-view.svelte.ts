// A conversation as the screen sees it: the shown branch, the answer in progress, asking and stopping.
//
// - It outlives a switch to another conversation: an answer continues in the background.
// - `send` and related methods never reject: a failure becomes a part of the answer.
// - Questions asked during an answer are queued, and asked when it has ended successfully.
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
  /** The conversation got its id, grew or was finished. */
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
  /** Id of the question being edited inline. */
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
  /** For the last answer: a new question ends the wait for a better one. */
  #listening: AbortController | undefined;
  #abort: AbortController | undefined;
  #done: Promise<void> = Promise.resolve();
  /** Settles when another tab's answer is done and loaded. */
  #whenFree: Promise<void> = Promise.resolve();

  constructor(app: App, host: ViewHost, id?: string) {
    this.#app = app;
    this.#record = new ConversationRecord(app.conversations);
    this.#host = host;
    this.#id = id;
    if (id !== undefined) void this.load();
  }

  /** Undefined until the first question of a new chat was sent. */
  get id(): string | undefined {
    return this.#id;
  }

  /** The shown branch, oldest first. */
  get messages(): readonly Message[] {
    return this.#branch.messages;
  }

  /** All branches, with the answer in progress in its initial state. */
  get all(): readonly Message[] {
    return this.#branch.all;
  }

  /** Its stored data; for a new chat, its initial data with an empty id. */
  get conversation(): Conversation {
    return this.#record.current;
  }

  get temporary(): boolean {
    return this.conversation.temporary ?? false;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Another tab is answering here. */
  get elsewhere(): boolean {
    return this.#elsewhere;
  }

  get running(): boolean {
    return this.#running;
  }

  /** An answer is in progress, here or in another tab: questions are queued. */
  get busy(): boolean {
    return this.#running || this.#elsewhere;
  }

  /** The mode of the current or last answer. */
  get mode(): 'search' | 'model' {
    return this.#mode;
  }

  /** A better answer than the last one, found since. */
  get better(): BetterAnswer | undefined {
    return this.#better;
  }

  get announcement(): string {
    return this.#announcement;
  }

  /** Queued questions in order. They stay when the answer before them was stopped or failed. */
  get queued(): readonly QueuedQuestion[] {
    return this.#queued;
  }

  /** Settles when no answer is in progress. */
  get done(): Promise<void> {
    return this.#done;
  }

  /** Loads the stored conversation. Called again when it is shown again, for changes by other tabs and scripts. */
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

  /** Asks; during an answer, the question goes to `queued`. */
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

  /** Asks the questions still queued after an answer was stopped or failed. */
  sendQueued(): Promise<void> {
    if (this.busy) return this.#done;
    const next = this.#takeQueued();
    return next ? this.#start(next) : this.#done;
  }

  /** Answers the last question of the branch again, next to its existing answers. */
  retry(): Promise<void> {
    const question = this.messages.findLast(({ role }) => role === 'user');
    return question ? this.#start({ kind: 'again', question: question.id }) : this.#done;
  }

  /** Makes another version of this answer, on its own branch. */
  regenerate(answerId: string): Promise<void> {
    const question = this.#branch.tree.parentOf(answerId);
    return question === null ? this.#done : this.#start({ kind: 'again', question });
  }

  /** Asks another question in place of this one, on its own branch. */
  editQuestion(id: string, text: string): Promise<void> {
    const trimmed = text.trim();
    const old = this.all.find((message) => message.id === id);
    if (trimmed === '' || !old) return this.#done;
    const byHand = old.byHand && trimmed.startsWith('/');
    const options = { after: this.#branch.tree.parentOf(id), mentions: old.mentions, byHand };
    return this.#start({ kind: 'ask', text: trimmed, options });
  }

  /** Continues an answer that a closed page left unfinished. */
  resume(answerId: string): Promise<void> {
    return this.#start({ kind: 'resume', answer: answerId });
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** A message's index among its versions, from 0. */
  variants(id: string): { index: number; count: number } {
    return this.#branch.variants(id);
  }

  /** Shows the branch of another version of this message. */
  async showVariant(id: string, index: number): Promise<void> {
    const variant = this.#branch.tree.variantsOf(id)[index];
    if (this.#running || !variant) return;
    await this.showBranch(this.#branch.tree.leafBelow(variant.id));
  }

  /** Shows the branch that contains a message, down to its end. */
  async showBranch(head: string): Promise<void> {
    if (this.#running) return;
    this.#branch.show(head);
    await this.#record.change((conversation) => ({ ...conversation, head }));
  }

  /** The model here; undefined: the profile's, else the default. */
  setModel = (choice: ModelChoice | undefined): Promise<void> => this.#record.set('model', choice);

  setProfile(id: string | undefined, given?: Conversation['profileArguments']): Promise<void> {
    return this.#record.setProfile(id, given);
  }
  setCollection = (id: string | undefined): Promise<void> => this.#record.set('collection', id);
  setToolsOff = (names: string[] | undefined): Promise<void> => this.#record.set('toolsOff', names);
  setReadOnly = (on: boolean): Promise<void> => this.#record.set('readOnly', on);
  setProject = (id: string | undefined): Promise<void> => this.#record.set('project', id);

  /** For a new chat only: keeps it in memory alone. */
  setTemporary(on: boolean): void {
    if (!this.#running) this.#record.setTemporary(on);
  }

  /** Adds a part to a finished answer, such as the run of an offered tool. */
  addPart(messageId: string, part: Part): Promise<void> {
    return this.changeMessage(messageId, (message) => ({ ...message, parts: [...message.parts, part] }));
  }

  /** Changes a finished message, on screen and in storage. */
  async changeMessage(messageId: string, change: (message: Message) => Message): Promise<void> {
    this.#branch.change(messageId, change);
    if (this.#id === undefined) return;
    const kept = (await this.#app.conversations.messages(this.#id)).find(({ id }) => id === messageId);
    if (kept) await this.#app.conversations.putMessage(change(kept));
  }

  /** Adds a question and its answer made without a model, after the current answer. */
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

  /** The question is queued above the field, where it can be sent again. */
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
