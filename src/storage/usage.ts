// Counts the calls of each tool. Counts are kept in memory and written a little later, so that no call waits.
//
// - Counts are added to the stored ones, so those of two tabs add up.
// - A failed write is tried again with the next count.
import type { Database, Usage } from './database.ts';
import { inTransaction } from './transactions.ts';

/** Milliseconds: calls in quick succession are written together. */
const DELAY = 500;

/** Announces that the page is closing: `window`. */
export interface Leaving {
  addEventListener(type: 'pagehide', listener: () => void): void;
  removeEventListener(type: 'pagehide', listener: () => void): void;
}

export class UsageTable {
  readonly #db: Database;
  readonly #leaving: Leaving | undefined;
  readonly #flush = (): void => void this.flush();
  #counts = new Map<string, Usage>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(db: Database, leaving?: Leaving) {
    this.#db = db;
    this.#leaving = leaving;
    leaving?.addEventListener('pagehide', this.#flush);
  }

  /**
   * @param tool the id of its bundle, and its slug
   * @param at ISO 8601
   */
  count(tool: readonly [bundle: string, slug: string], failed: boolean, at: string): void {
    const calls = {
      tool: [...tool] as [string, string],
      calls: 1,
      failures: failed ? 1 : 0,
      lastCalledAt: at,
    };
    this.#note(calls);
    this.#timer ??= setTimeout(this.#flush, DELAY);
  }

  /** Writes the counts. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    if (counts.size === 0) return;
    this.#counts = new Map();
    try {
      const tx = this.#db.transaction('usage', 'readwrite', { durability: 'relaxed' });
      await inTransaction(tx, async () => {
        for (const usage of counts.values()) await tx.store.put(sum(await tx.store.get(usage.tool), usage));
      });
    } catch {
      for (const usage of counts.values()) this.#note(usage);
    }
  }

  /**
   * Moves a tool's counts to its new bundle, with those that this tab has not written yet. Unwritten counts of
   * another tab are added at the old place. Never rejects: a tool is moved even without its counts.
   */
  async move(from: readonly [bundle: string, slug: string], to: readonly [bundle: string, slug: string]) {
    await this.flush();
    try {
      const tx = this.#db.transaction('usage', 'readwrite', { durability: 'relaxed' });
      await inTransaction(tx, async () => {
        const usage = await tx.store.get([...from]);
        if (!usage) return;
        const moved = { ...usage, tool: [...to] as [string, string] };
        await tx.store.put(sum(await tx.store.get([...to]), moved));
        await tx.store.delete([...from]);
      });
    } catch {
      // They stay where they are.
    }
  }

  /** By `usageKey`, including unwritten counts. */
  async all(): Promise<Map<string, Usage>> {
    await this.flush();
    const all = new Map((await this.#db.getAll('usage')).map((usage) => [usageKey(usage.tool), usage]));
    for (const [key, usage] of this.#counts) all.set(key, sum(all.get(key), usage));
    return all;
  }

  async close(): Promise<void> {
    this.#leaving?.removeEventListener('pagehide', this.#flush);
    await this.flush();
    clearTimeout(this.#timer);
  }

  #note(usage: Usage): void {
    const key = usageKey(usage.tool);
    this.#counts.set(key, sum(this.#counts.get(key), usage));
  }
}

export function usageKey([bundle, slug]: readonly [bundle: string, slug: string]): string {
  return `${bundle}/${slug}`;
}

function sum(one: Usage | undefined, other: Usage): Usage {
  if (!one) return other;
  return {
    tool: one.tool,
    calls: one.calls + other.calls,
    failures: one.failures + other.failures,
    lastCalledAt: one.lastCalledAt > other.lastCalledAt ? one.lastCalledAt : other.lastCalledAt,
  };
}
