// Tools in memory, for places without a database: a command in a terminal, a page on someone's site.
import type { Bundle } from '../core/bundle.ts';
import type { ChangeRecord } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import type { Commit, Marked, RemovedTool, Snapshot, ToolStore } from '../core/ports/tool-store.ts';

export class MemoryTools implements ToolStore {
  readonly #tools = new Map<string, Tool>();
  readonly #bundles = new Map<string, Bundle>();
  readonly #removed = new Map<string, RemovedTool>();
  #marks: Record<Marked, readonly string[]> = { 'removed-bundled': [], 'disabled-builtin': [] };
  #revision = 0;

  async read(): Promise<Snapshot> {
    return {
      revision: this.#revision,
      tools: [...this.#tools.values()],
      bundles: [...this.#bundles.values()],
      marks: this.#marks,
    };
  }

  async revision(): Promise<number> {
    return this.#revision;
  }

  async commit(revision: number, commit: Commit): Promise<number | undefined> {
    if (revision !== this.#revision) return undefined;
    for (const id of commit.deleteTools ?? []) this.#tools.delete(id);
    for (const id of commit.deleteBundles ?? []) this.#bundles.delete(id);
    for (const id of commit.deleteRemoved ?? []) this.#removed.delete(id);
    for (const tool of commit.putTools ?? []) this.#tools.set(tool.id, tool);
    for (const bundle of commit.putBundles ?? []) this.#bundles.set(bundle.id, bundle);
    for (const removed of commit.putRemoved ?? []) this.#removed.set(removed.id, removed);
    this.#marks = { ...this.#marks, ...commit.marks };
    return (this.#revision += 1);
  }

  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  async removed(): Promise<RemovedTool[]> {
    return [...this.#removed.values()];
  }

  /** A command keeps no history. */
  async changes(): Promise<ChangeRecord[]> {
    return [];
  }

  /** There is no other tab. */
  onChange(): () => void {
    return () => undefined;
  }
}
