// Finds the companion extension and keeps the connection to it, for the whole page.
import { Listeners } from '../../base/listeners.ts';
import type { WayOut } from '../../core/ports/way-out.ts';
import { ARRIVED, CONNECT, PRESENT, type ToCompanion } from '../../core/ports/companion.ts';
import { CompanionLink, type Brought, type CompanionState } from './link.ts';

/** Milliseconds for the extension to wake up and answer. */
const PATIENCE = 3000;
/** Milliseconds before a lost connection is reopened. */
const AGAIN = 1000;

/** Handles the user's actions in the extension. */
export type OnBrought = (message: Brought, send: (message: ToCompanion) => void) => void;

export class Companion implements WayOut {
  readonly #changes = new Listeners();
  #link: CompanionLink | undefined;
  #connecting: Promise<CompanionLink | undefined> | undefined;
  #onBrought: OnBrought | undefined;

  constructor() {
    addEventListener('message', ({ source, origin, data }) => {
      // Installed or updated while the page was open.
      if (source !== window || origin !== location.origin) return;
      if ((data as { type?: unknown } | null)?.type === ARRIVED) void this.connect();
    });
  }

  /** Whether its content script is in the page. */
  get isPresent(): boolean {
    return document.documentElement.hasAttribute(PRESENT);
  }

  /** Absent while there is no connection. */
  get state(): CompanionState | undefined {
    return this.#link?.state;
  }

  /** Called when it connects or disconnects, and when its hosts change. */
  onChange(listener: () => void): () => void {
    return this.#changes.add(listener);
  }

  /** @param handle receives what comes from now on */
  async receive(handle: OnBrought): Promise<void> {
    this.#onBrought = handle;
    await this.connect();
  }

  /** Opens the extension's page where the person can allow this origin. */
  askFor(origin: string): void {
    this.#link?.send({ type: 'allow', origin });
  }

  send(message: ToCompanion): void {
    this.#link?.send(message);
  }

  /** Undefined when the extension is not there, or doesn't answer. */
  connect(): Promise<CompanionLink | undefined> {
    if (!this.isPresent || (this.#link && !this.#link.isGone)) return Promise.resolve(this.#link);
    this.#connecting ??= this.#join().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async takes(url: URL): Promise<boolean> {
    return (await this.connect())?.takes(url) ?? false;
  }

  async fetch(...given: Parameters<WayOut['fetch']>): Promise<Response> {
    const link = await this.connect();
    if (!link) throw new TypeError('the companion extension does not answer');
    return link.fetch(...given);
  }

  #join(): Promise<CompanionLink | undefined> {
    const { port1, port2 } = new MessageChannel();
    const link = new CompanionLink(port1, location.origin);
    link.onBrought = (message) => this.#onBrought?.(message, (answer) => link.send(answer));
    window.postMessage({ type: CONNECT }, location.origin, [port2]);
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(undefined), PATIENCE);
      link.onChange(() => {
        if (link.state || link.isGone) clearTimeout(late);
        if (link.state) this.#link = link;
        resolve(link.state && link);
        this.#changes.tell();
        // The browser ended the extension's worker; it starts again with a new connection.
        if (link.isGone && this.#link === link) setTimeout(() => void this.connect(), AGAIN);
      });
    });
  }
}

export const companion = new Companion();
