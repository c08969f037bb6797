// Clips on their way to the library. They stay in the extension's storage until a page of the app has taken them.
import type { Clip } from '../../core/ports/companion.ts';
import { chrome } from './chrome.ts';

const KEY = 'clips';
/** Maximum number of waiting clips. */
const MOST = 50;

export class ClipQueue {
  #last: Promise<unknown> = Promise.resolve();

  async waiting(): Promise<Clip[]> {
    const { [KEY]: clips } = await chrome.storage.local.get(KEY);
    return Array.isArray(clips) ? (clips as Clip[]) : [];
  }

  /** @returns false when too many wait already */
  add(clip: Clip): Promise<boolean> {
    return this.#change((clips) => (clips.length < MOST ? [...clips, clip] : undefined));
  }

  remove(id: string): Promise<boolean> {
    return this.#change((clips) => clips.filter((one) => one.id !== id));
  }

  #change(change: (clips: Clip[]) => Clip[] | undefined): Promise<boolean> {
    const done = this.#last.then(async () => {
      const changed = change(await this.waiting());
      if (changed) await chrome.storage.local.set({ [KEY]: changed });
      return changed !== undefined;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}
