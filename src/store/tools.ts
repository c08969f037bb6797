// The stored tools: one record a name, and two short lists of names beside them.
//
// - Strict durability: a tool that was saved survives a crash (design D12).
// - A change reads and writes in one transaction: two tabs cannot both be the first to take a name.
// - After a write the other tabs are told; what they do about it is theirs.
import type { Tool } from '../core/tool.ts';
import type { Database } from './database.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

/** Bundled tools that the user removed, and built-ins that are switched off. */
type Marked = 'removed-bundled' | 'disabled-builtin';

const THE_TOOL = 'the tool';

export class ToolTable {
  readonly #db: Database;
  readonly #channel: BroadcastChannel;

  constructor(db: Database) {
    this.#db = db;
    this.#channel = new BroadcastChannel(`${db.name}-tools`);
  }

  /** Every record, as it lies there. */
  async all(): Promise<unknown[]> {
    return inSentences('read', THE_TOOL, () => this.#db.getAll('tools'));
  }

  /**
   * Stores what `change` makes of the record with that name (undefined: there is none); undefined leaves it as it is.
   * The name leaves `removed-bundled`. `change` must not wait for anything; what it throws undoes the transaction.
   */
  async update(name: string, change: (stored: unknown) => Tool | undefined): Promise<void> {
    const written = await inSentences('save', THE_TOOL, async () => {
      const tx = this.#db.transaction(['tools', 'settings'], 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const tools = tx.objectStore('tools');
        const stored = await tools.index('name').get(name);
        const next = change(stored);
        if (next && stored && stored.id !== next.id) await tools.delete(stored.id);
        if (next) await tools.put(next);
        const settings = tx.objectStore('settings');
        const removed = namesIn(await settings.get(keyOf('removed-bundled')));
        if (next && removed.includes(name)) await settings.put(without(removed, 'removed-bundled', name));
        return next !== undefined;
      });
    });
    if (written) this.#tellOthers();
  }

  /** Removes by name; with `mark` the name joins `removed-bundled` with it. False: there was none. */
  async remove(name: string, mark: boolean): Promise<boolean> {
    const found = await inSentences('remove', THE_TOOL, async () => {
      const tx = this.#db.transaction(['tools', 'settings'], 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        const tools = tx.objectStore('tools');
        const key = await tools.index('name').getKey(name);
        if (key !== undefined) await tools.delete(key);
        if (mark) {
          const settings = tx.objectStore('settings');
          const removed = namesIn(await settings.get(keyOf('removed-bundled')));
          await settings.put(withName(removed, 'removed-bundled', name));
        }
        return key !== undefined;
      });
    });
    this.#tellOthers();
    return found;
  }

  async marked(list: Marked): Promise<string[]> {
    return inSentences('read', THE_TOOL, async () => namesIn(await this.#db.get('settings', keyOf(list))));
  }

  async mark(list: Marked, name: string, on: boolean): Promise<void> {
    await inSentences('save', THE_TOOL, async () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      await inTransaction(tx, async () => {
        const names = namesIn(await tx.store.get(keyOf(list)));
        await tx.store.put(on ? withName(names, list, name) : without(names, list, name));
      });
    });
    this.#tellOthers();
  }

  /** Tells when another tab has written. */
  onChange(listener: () => void): void {
    this.#channel.addEventListener('message', listener);
  }

  /** Ends the talk with other tabs. */
  close(): void {
    this.#channel.close();
  }

  #tellOthers(): void {
    this.#channel.postMessage('changed');
  }
}

interface NameList {
  key: string;
  value: string[];
}

function keyOf(list: Marked): string {
  return `tools.${list}`;
}

function namesIn(entry: { value: unknown } | undefined): string[] {
  return Array.isArray(entry?.value) ? entry.value.filter((name) => typeof name === 'string') : [];
}

function withName(names: string[], list: Marked, name: string): NameList {
  return { key: keyOf(list), value: [...new Set([...names, name])] };
}

function without(names: string[], list: Marked, name: string): NameList {
  return { key: keyOf(list), value: names.filter((other) => other !== name) };
}
