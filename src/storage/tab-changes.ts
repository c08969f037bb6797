// Notifies every tab of changes to one store.
import { Listeners } from '../base/listeners.ts';
import type { Database } from './database.ts';

export class TabChanges {
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Listeners();

  constructor(db: Pick<Database, 'name'>, store: string) {
    this.#channel = new BroadcastChannel(`${db.name}-${store}`);
    this.#channel.addEventListener('message', () => this.#listeners.tell());
  }

  /** Calls back after a change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Notifies the other tabs. */
  tellOthers(): void {
    this.#channel.postMessage('changed');
  }

  /** Notifies all tabs, this one included. */
  tell(): void {
    this.tellOthers();
    this.#listeners.tell();
  }

  /** Closes the channel to other tabs. */
  close(): void {
    this.#channel.close();
  }
}
