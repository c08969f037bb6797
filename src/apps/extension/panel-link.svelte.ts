// State of the side panel: its clips and questions. The worker sends them to the app.
import type { Clip, CollectionName } from '../../core/ports/companion.ts';
import { chrome, type Port } from './chrome.ts';
import type { FromPanel, ToPanel } from './panel-messages.ts';

export interface PanelAnswer {
  id: string;
  question: string;
  /** Title of the page. */
  page: string;
  text: string;
  state: 'running' | 'waiting' | 'done';
  problem?: string | undefined;
  chat?: string | undefined;
}

export class PanelLink {
  collections = $state.raw<readonly CollectionName[]>([]);
  /** The newest first. */
  answers = $state.raw<readonly PanelAnswer[]>([]);
  /** What became of the last clip. */
  saved = $state('');
  #port: Port | undefined;
  #clip: Clip | undefined;

  constructor() {
    this.#connect();
  }

  save(clip: Clip): void {
    this.#clip = clip;
    this.saved = 'Saving…';
    this.#send({ type: 'clip', clip });
  }

  ask(question: string, clip: Clip): void {
    const { id, title } = clip;
    this.answers = [{ id, question, page: title, text: '', state: 'running' }, ...this.answers];
    this.#send({ type: 'ask', id, question, clip });
  }

  stop(id: string): void {
    this.#send({ type: 'stop', id });
  }

  open(chat: string): void {
    this.#send({ type: 'open', chat });
  }

  /** The browser ends the worker when it is idle; the next message starts it again. */
  #connect(): Port {
    const port = chrome.runtime.connect({ name: 'panel' });
    port.onMessage.addListener((message) => this.#take(message as ToPanel));
    port.onDisconnect.addListener(() => (this.#port = undefined));
    return (this.#port = port);
  }

  #send(message: FromPanel): void {
    (this.#port ?? this.#connect()).postMessage(message);
  }

  #take(message: ToPanel): void {
    if (message.type === 'collections') this.collections = message.collections;
    else if (message.type === 'answer') {
      const { id, text, state, problem, chat } = message;
      this.answers = this.answers.map((one) =>
        one.id === id ? { ...one, text: text || one.text, state, problem, chat: chat ?? one.chat } : one,
      );
    } else if (message.id === this.#clip?.id) {
      if (message.type === 'waits') this.saved = 'Saved here. It goes to your library when Perilune is open.';
      else this.saved = message.problem ?? `“${this.#clip.title}” is in your library.`;
    }
  }
}
