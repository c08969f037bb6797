// Brings clips and questions to one page of the app, and its answers to the side panel.
import type { Clip, CollectionName, ToCompanion } from '../../core/ports/companion.ts';
import { chrome } from './chrome.ts';
import type { ClipQueue } from './clip-queue.ts';
import type { PageLink } from './page-link.ts';
import type { ToPanel } from './panel-messages.ts';

/** Milliseconds for a page of the app to open and connect. */
const OPENING = 60_000;
const COLLECTIONS = 'collections';

export interface DeliveryDeps {
  queue: ClipQueue;
  links: ReadonlySet<PageLink>;
  /** The address of the app. */
  address(): string | undefined;
  tell(message: ToPanel): void;
}

export class Deliveries {
  readonly #deps: DeliveryDeps;
  /** Clips that a page is reading. */
  readonly #brought = new Map<string, PageLink>();
  readonly #asked = new Map<string, PageLink>();
  #waiting: ((link: PageLink) => void)[] = [];

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Stores a clip and brings it to the app. */
  async clip(clip: Clip): Promise<void> {
    const { queue, links, tell } = this.#deps;
    if (!(await queue.add(clip))) {
      const problem = 'Too many pages are waiting to be saved. Open Perilune, then try again.';
      tell({ type: 'kept', id: clip.id, problem });
      return;
    }
    if (links.size === 0) tell({ type: 'waits', id: clip.id });
    await this.bring();
  }

  /** Brings all waiting clips to the first page. Called when a page connects, too. */
  async bring(): Promise<void> {
    const [link] = this.#deps.links;
    if (!link) return;
    for (const clip of await this.#deps.queue.waiting()) {
      if (this.#brought.has(clip.id)) continue;
      this.#brought.set(clip.id, link);
      link.send({ type: 'clip', clip });
    }
  }

  async ask(id: string, question: string, clip: Clip): Promise<void> {
    const link = await this.#page();
    if (!link) {
      const problem = 'Perilune did not open. Open it in a tab, then try again.';
      this.#deps.tell({ type: 'answer', id, text: '', state: 'done', problem });
      return;
    }
    this.#asked.set(id, link);
    link.send({ type: 'question', id, question, clip });
  }

  stop(id: string): void {
    this.#asked.get(id)?.send({ type: 'stop', id });
  }

  /** A page of the app can take deliveries. */
  joined(link: PageLink): void {
    for (const resolve of this.#waiting.splice(0)) resolve(link);
    void this.bring();
  }

  left(link: PageLink): void {
    for (const [id, at] of this.#brought) if (at === link) this.#brought.delete(id);
    for (const [id, at] of this.#asked) {
      if (at !== link) continue;
      this.#asked.delete(id);
      const problem = 'Perilune was closed before it answered.';
      this.#deps.tell({ type: 'answer', id, text: '', state: 'done', problem });
    }
    void this.bring();
  }

  /** Handles a message from a page. Only the page that got a delivery can answer it. */
  async take(link: PageLink, message: Exclude<ToCompanion, { type: 'fetch' | 'more' | 'abort' | 'allow' }>) {
    const { queue, tell } = this.#deps;
    if (message.type === 'collections') {
      await chrome.storage.session.set({ [COLLECTIONS]: message.collections });
      tell(message);
    } else if (message.type === 'kept' && this.#brought.get(message.id) === link) {
      this.#brought.delete(message.id);
      await queue.remove(message.id);
      tell(message);
    } else if (message.type === 'answer' && this.#asked.get(message.id) === link) {
      if (message.state === 'done') this.#asked.delete(message.id);
      tell(message);
    }
  }

  async collections(): Promise<CollectionName[]> {
    const { [COLLECTIONS]: known } = await chrome.storage.session.get(COLLECTIONS);
    return Array.isArray(known) ? (known as CollectionName[]) : [];
  }

  /** Opens the app in the background if it is not open. */
  async #page(): Promise<PageLink | undefined> {
    const [link] = this.#deps.links;
    const url = this.#deps.address();
    if (link || url === undefined) return link;
    const joined = new Promise<PageLink | undefined>((resolve) => {
      this.#waiting.push(resolve);
      setTimeout(() => resolve(undefined), OPENING);
    });
    await chrome.tabs.create({ url, active: false });
    return joined;
  }
}
