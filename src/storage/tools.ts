// The stored tools and bundles: one snapshot to read, one commit to write.
//
// - Strict durability: a saved tool survives a crash (design D12).
// - A commit is one transaction, and writes only if no tab has written since its snapshot. The unique index of
//   addresses is a second guard: no two tabs can both take one first.
// - After a commit, the other tabs are notified; how they react is up to them.
import { Failure } from '../core/errors.ts';
import type { ChangeRecord } from '../core/run-record.ts';
import type { Database } from './database.ts';
import { TabChanges } from './tab-changes.ts';
import { inSentences, inTransaction, isAbort, STRICT } from './transactions.ts';
import type { Commit, Marked, RemovedTool, ToolStore } from '../core/ports/tool-store.ts';
const MARKED: readonly Marked[] = ['removed-bundled', 'disabled-builtin'];

const THE_TOOL = 'the tool';
const REVISION = 'tools.revision';

export class ToolTable implements ToolStore {
  readonly #db: Database;
  readonly #changes: TabChanges;

  constructor(db: Database) {
    this.#db = db;
    this.#changes = new TabChanges(db, 'tools');
  }

  /** Returns every record as stored. */
  async read() {
    return inSentences('read', THE_TOOL, async () => {
      const tx = this.#db.transaction(['tools', 'bundles', 'settings'], 'readonly');
      const settings = tx.objectStore('settings');
      const [tools, bundles, revision, ...lists] = await Promise.all([
        tx.objectStore('tools').getAll() as Promise<unknown[]>,
        tx.objectStore('bundles').getAll() as Promise<unknown[]>,
        settings.get(REVISION),
        ...MARKED.map((list) => settings.get(keyOf(list))),
      ]);
      const marks = Object.fromEntries(MARKED.map((list, i) => [list, namesIn(lists[i])]));
      return { revision: numberIn(revision), tools, bundles, marks: marks as Record<Marked, string[]> };
    });
  }

  async revision(): Promise<number> {
    return inSentences('read', THE_TOOL, async () => numberIn(await this.#db.get('settings', REVISION)));
  }

  /**
   * @returns the new revision, or undefined when another tab has written since `revision`: then nothing was written
   * @throws Failure `conflict` when an address or a slug is taken by a record that the snapshot did not show
   */
  async commit(revision: number, commit: Commit): Promise<number | undefined> {
    const written = await inSentences('save', THE_TOOL, async () => {
      let refused: unknown;
      const tx = this.#db.transaction(
        ['tools', 'bundles', 'removed', 'changes', 'settings'],
        'readwrite',
        STRICT,
      );
      return inTransaction(tx, async () => {
        const settings = tx.objectStore('settings');
        if (numberIn(await settings.get(REVISION)) !== revision) return undefined;
        const [tools, bundles, removed] = [
          tx.objectStore('tools'),
          tx.objectStore('bundles'),
          tx.objectStore('removed'),
        ];
        const { deleteTools = [], deleteBundles = [], deleteRemoved = [] } = commit;
        const { putTools = [], putBundles = [], putRemoved = [], changes = [], marks = {} } = commit;
        const next = revision + 1;
        const requests = function* (): Generator<Promise<unknown>> {
          for (const id of deleteTools) yield tools.delete(id);
          for (const id of deleteBundles) yield bundles.delete(id);
          for (const id of deleteRemoved) yield removed.delete(id);
          for (const tool of putTools) yield tools.put(tool);
          for (const bundle of putBundles) yield bundles.put(bundle);
          for (const entry of putRemoved) yield removed.put(entry);
          for (const change of changes) yield tx.objectStore('changes').put(change);
          for (const [list, names] of Object.entries(marks)) {
            yield settings.put({ key: keyOf(list as Marked), value: [...new Set(names)] });
          }
          yield settings.put({ key: REVISION, value: next });
        };
        // A failed request ends the transaction without a reason; later requests report only that it has ended.
        for (const request of requests()) {
          request.catch((problem: unknown) => {
            if (!isAbort(problem)) refused ??= problem;
          });
        }
        return next;
      }).catch((problem: unknown) => asConflict(refused ?? problem));
    });
    if (written !== undefined) this.#changes.tellOthers();
    return written;
  }

  /** Admits one tab at a time, where the browser has Web Locks; elsewhere the revision alone decides. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    const locks = globalThis.navigator?.locks;
    return locks ? locks.request(`${this.#db.name}-tools`, work) : work();
  }

  /** Latest first. */
  async removed(): Promise<RemovedTool[]> {
    const entries = await inSentences('read', THE_TOOL, () => this.#db.getAll('removed'));
    return entries.sort((a, b) => (a.removedAt < b.removedAt ? 1 : -1));
  }

  /** Latest first. */
  async changes(of: string): Promise<ChangeRecord[]> {
    const range = IDBKeyRange.bound([of], [of, []]);
    const found = await inSentences('read', THE_TOOL, () => this.#db.getAllFromIndex('changes', 'of', range));
    return found.reverse();
  }

  /** Notifies when another tab has written. */
  onChange(listener: () => void): () => void {
    return this.#changes.onChange(listener);
  }

  /** Closes the channel to other tabs. */
  close(): void {
    this.#changes.close();
  }
}

function asConflict(error: unknown): never {
  if (error instanceof DOMException && error.name === 'ConstraintError') {
    throw new Failure(
      'conflict',
      'an unreadable stored record already uses this bundle, slug and version; install with replace to repair it',
    );
  }
  throw error;
}

function keyOf(list: Marked): string {
  return `tools.${list}`;
}

function namesIn(entry: { value: unknown } | undefined): string[] {
  return Array.isArray(entry?.value) ? entry.value.filter((name) => typeof name === 'string') : [];
}

function numberIn(entry: { value: unknown } | undefined): number {
  return typeof entry?.value === 'number' ? entry.value : 0;
}
