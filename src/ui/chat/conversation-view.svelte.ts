// One conversation as the screen sees it: its messages, the answer being made, and the ways to ask and to stop.
//
// - Lives on when another conversation is shown: an answer goes on in the background.
// - Events are reduced at once and shown once a frame.
// - Nothing thrown leaves `send`: a failure becomes a part of the answer.
import type { App } from '../../app.ts';
import { applyEvent, textOf, type AgentEvent, type Message, type Part } from '../../core/conversation.ts';
import { toErrorData } from '../../core/errors.ts';
import { announcementOf } from './announcement.ts';
import { FrameBatch } from './frame-batch.ts';

export type Phase = 'loading' | 'ready' | 'missing' | 'failed';

export interface ViewHost {
  /** A conversation got its id, was added to or was finished. */
  onchange(view: ConversationView): void;
}

export class ConversationView {
  readonly #app: App;
  readonly #host: ViewHost;
  readonly #batch = new FrameBatch(() => this.#show());
  #id = $state<string>();
  #messages = $state.raw<readonly Message[]>([]);
  #phase = $state<Phase>('ready');
  #running = $state(false);
  #mode = $state<'search' | 'model'>('search');
  #announcement = $state('');
  #answer: Message | undefined;
  #abort: AbortController | undefined;
  #done: Promise<void> = Promise.resolve();

  constructor(app: App, host: ViewHost, id?: string) {
    this.#app = app;
    this.#host = host;
    this.#id = id;
    if (id !== undefined) void this.load();
  }

  /** Undefined until the first question of a new chat is on its way. */
  get id(): string | undefined {
    return this.#id;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get running(): boolean {
    return this.#running;
  }

  /** How the answer in hand, or the last one, is made. */
  get mode(): 'search' | 'model' {
    return this.#mode;
  }

  get announcement(): string {
    return this.#announcement;
  }

  /** Settles when no answer is being made. */
  get done(): Promise<void> {
    return this.#done;
  }

  /** Reads what is kept. Called again when a conversation is shown again, for what other tabs and scripts added. */
  async load(): Promise<void> {
    const id = this.#id;
    if (id === undefined || this.#running) return;
    if (this.#messages.length === 0) this.#phase = 'loading';
    try {
      const [conversation, messages] = await Promise.all([
        this.#app.conversations.get(id),
        this.#app.conversations.messages(id),
      ]);
      if (this.#running) return;
      this.#messages = messages;
      this.#phase = conversation ? 'ready' : 'missing';
    } catch {
      this.#phase = 'failed';
    }
  }

  send(text: string): Promise<void> {
    if (!this.#running && text.trim() !== '') this.#done = this.#run(text.trim());
    return this.#done;
  }

  /** Asks the last question again. */
  retry(): Promise<void> {
    const question = this.#messages.findLast((message) => message.role === 'user');
    return question ? this.send(textOf(question.parts)) : Promise.resolve();
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** Keeps one more part in a finished answer, such as the run of a tool that it offered. */
  async addPart(messageId: string, part: Part): Promise<void> {
    const add = (message: Message): Message => ({ ...message, parts: [...message.parts, part] });
    this.#messages = this.#messages.map((message) => (message.id === messageId ? add(message) : message));
    if (this.#id === undefined) return;
    const kept = (await this.#app.conversations.messages(this.#id)).find(({ id }) => id === messageId);
    if (kept) await this.#app.conversations.putMessage(add(kept));
  }

  async #run(text: string): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#running = true;
    this.#phase = 'ready';
    this.#announcement = 'Preparing';
    const question = this.#message('user', [{ type: 'text', text }]);
    this.#messages = [...this.#messages, question];
    this.#answer = this.#message('assistant', []);
    this.#batch.flush();
    try {
      await untilReady(this.#app.ready, abort.signal);
      const options = { signal: abort.signal, ...(this.#id === undefined ? {} : { conversation: this.#id }) };
      for await (const event of this.#app.agent.send(text, options)) this.#take(event);
      this.#answer.ended ??= 'stopped';
    } catch (error) {
      const stopped = abort.signal.aborted;
      if (!stopped) this.#take({ type: 'error', error: toErrorData(error, 'unavailable') });
      this.#take({ type: 'end', reason: stopped ? 'stopped' : 'failed' });
    } finally {
      this.#batch.flush();
      this.#answer = undefined;
      this.#running = false;
      this.#host.onchange(this);
    }
  }

  #take(event: AgentEvent): void {
    const answer = this.#answer;
    if (!answer) return;
    if (event.type === 'start') this.#begin(answer, event);
    if (event.type === 'end') answer.ended = event.reason;
    answer.parts = applyEvent(answer.parts, event);
    this.#announcement = announcementOf(event, (call) => nameOf(answer.parts, call)) ?? this.#announcement;
    this.#batch.request();
  }

  #begin(answer: Message, event: AgentEvent & { type: 'start' }): void {
    answer.id = event.message;
    answer.conversation = event.conversation;
    if (event.model !== undefined) answer.model = event.model;
    this.#mode = event.mode;
    this.#id = event.conversation;
    this.#host.onchange(this);
  }

  /** Puts the answer in hand behind the finished messages. */
  #show(): void {
    if (!this.#answer) return;
    const index = this.#messages.findLastIndex(({ role }) => role === 'user');
    this.#messages = [...this.#messages.slice(0, index + 1), { ...this.#answer }];
  }

  #message(role: Message['role'], parts: Part[]): Message {
    return {
      id: crypto.randomUUID(),
      conversation: this.#id ?? '',
      seq: this.#messages.length,
      role,
      parts,
      createdAt: new Date().toISOString(),
    };
  }
}

function nameOf(parts: readonly Part[], call: string): string {
  const part = parts.find((candidate) => candidate.type === 'tool' && candidate.id === call);
  return part?.type === 'tool' ? part.name : 'a tool';
}

/** Waits for the library, but not against the user's will; a library that failed is no reason not to ask. */
function untilReady(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')), { once: true });
    ready.then(resolve, () => resolve());
  });
}
