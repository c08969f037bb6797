// The record of runs: one line per run in `runs`, the long part in `run_details`, both written and removed together.
//
// - Recording never fails a call: a full disk is reported once, and the run is not recorded.
// - Ids sort by time, so a page begins where the previous one ended, however many runs were added meanwhile.
// - Listeners are notified of every change, made here or in another tab.
import { matches, runLine, type RunFilter, type RunRecord, type RunSummary } from '../core/run-record.ts';
import type { Database, RunDetails } from './database.ts';
import { TabChanges } from './tab-changes.ts';
import { inSentences, inTransaction } from './transactions.ts';

const BOTH = ['runs', 'run_details'] as const;
const THE_RUN = 'the record of the run';

/** A crash may lose a record; a strict write would delay every call until it is on disk. */
const RELAXED = { durability: 'relaxed' } as const;

/** How long records are kept: beyond either limit, the oldest are removed. */
export interface Retention {
  days: number;
  /** Characters, as counted by `RunSummary.size`. */
  bytes: number;
}

export const RETENTION: Retention = { days: 30, bytes: 50 * 1024 * 1024 };

const DAY = 24 * 3600 * 1000;
/** Records written between two sweeps. */
const SWEEP_EVERY = 100;
/** Records read at a time for an export. */
const BATCH = 50;

export interface RunPage {
  runs: RunSummary[];
  /** Where the next page begins; undefined on the last page. */
  nextPageToken?: string;
}

export interface RunTableOptions {
  /** Reports in a sentence that a record could not be saved. Not called again until one is saved. */
  onProblem?(message: string): void;
  retention?(): Retention;
}

export class RunTable {
  readonly #db: Database;
  readonly #changes: TabChanges;
  readonly #options: RunTableOptions;
  #reported = false;
  #added = 0;

  constructor(db: Database, options: RunTableOptions = {}) {
    this.#db = db;
    this.#options = options;
    this.#changes = new TabChanges(db, 'runs');
  }

  /** Calls back when runs were added or removed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#changes.onChange(listener);
  }

  /** Closes the channel to other tabs. */
  close(): void {
    this.#changes.close();
  }

  /** Never rejects. */
  async add(record: RunRecord): Promise<void> {
    const { args, outcome, logs, emitted, trace, cut, config, ...summary } = record;
    const more = {
      ...(emitted !== undefined && { emitted }),
      ...(cut && { cut }),
      ...(config && { config }),
    };
    const details: RunDetails = { id: record.id, args, outcome, logs, trace, ...more };
    try {
      await inSentences('save', THE_RUN, async () => {
        const tx = this.#db.transaction(BOTH, 'readwrite', RELAXED);
        await inTransaction(tx, async () => {
          await tx.objectStore('runs').put(summary);
          await tx.objectStore('run_details').put(details);
        });
      });
      this.#reported = false;
      this.#changes.tell();
      if (++this.#added % SWEEP_EVERY === 0) await this.sweep();
    } catch (problem) {
      if (!this.#reported) this.#options.onProblem?.((problem as Error).message);
      this.#reported = true;
    }
  }

  /** Lists newest first. @param pageToken of the previous page */
  async list(
    filter: RunFilter = {},
    { limit = 50, pageToken }: { limit?: number; pageToken?: string } = {},
  ): Promise<RunPage> {
    return inSentences('read', 'the runs', async () => {
      const runs: RunSummary[] = [];
      const before = pageToken === undefined ? null : IDBKeyRange.upperBound(pageToken, true);
      const store = this.#db.transaction('runs').store;
      for (let cursor = await store.openCursor(before, 'prev'); cursor; cursor = await cursor.continue()) {
        const run = cursor.value;
        if (filter.since !== undefined && run.startedAt < filter.since) break;
        // A damaged record is in no list; it is removed when it expires.
        if (!isWhole(run) || !matches(run, filter)) continue;
        // One more than requested: there is a next page.
        if (runs.length === limit) return { runs, ...tokenOf(runs) };
        runs.push(run);
      }
      return { runs };
    });
  }

  async get(id: string): Promise<RunRecord | undefined> {
    return inSentences('read', THE_RUN, async () => {
      const tx = this.#db.transaction(BOTH);
      const [summary, details] = await Promise.all([
        tx.objectStore('runs').get(id),
        tx.objectStore('run_details').get(id),
      ]);
      return summary && details && { ...summary, ...details };
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    await inSentences('remove', THE_RUN, async () => {
      const tx = this.#db.transaction(BOTH, 'readwrite', RELAXED);
      await inTransaction(tx, async () => {
        await Promise.all(BOTH.flatMap((name) => ids.map((id) => tx.objectStore(name).delete(id))));
      });
    });
    if (ids.length > 0) this.#changes.tell();
  }

  async clear(): Promise<void> {
    await inSentences('remove', 'the runs', async () => {
      const tx = this.#db.transaction(BOTH, 'readwrite', RELAXED);
      await inTransaction(tx, async () => {
        await Promise.all(BOTH.map((name) => tx.objectStore(name).clear()));
      });
    });
    this.#changes.tell();
  }

  /**
   * Removes runs beyond the retention limits.
   * @param now milliseconds since 1970
   * @returns the number of removed runs
   */
  async sweep(retention = this.#options.retention?.() ?? RETENTION, now = Date.now()): Promise<number> {
    const runs = await inSentences('read', 'the runs', () => this.#db.getAll('runs'));
    const oldest = new Date(now - retention.days * DAY).toISOString();
    let room = retention.bytes;
    const goes = runs.reverse().filter(({ startedAt, size }) => {
      // A record without a size must not keep all others forever.
      room -= Number(size) || 0;
      return startedAt < oldest || room < 0;
    });
    await this.remove(goes.map(({ id }) => id));
    return goes.length;
  }

  /** Yields JSON Lines, oldest first. Runs added or removed meanwhile may or may not be included. */
  async *export(filter: RunFilter = {}): AsyncGenerator<string> {
    const runs = await inSentences('read', 'the runs', () => this.#db.getAll('runs'));
    const ids = runs.filter((run) => isWhole(run) && matches(run, filter)).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += BATCH) {
      const records = await Promise.all(ids.slice(at, at + BATCH).map((id) => this.get(id)));
      for (const record of records) if (record) yield runLine(record);
    }
  }
}

function tokenOf(runs: readonly RunSummary[]): { nextPageToken?: string } {
  const last = runs.at(-1);
  return last ? { nextPageToken: last.id } : {};
}

function isWhole({ tool, caller, startedAt, status }: RunSummary): boolean {
  const texts: unknown[] = [startedAt, status, (tool as Partial<RunSummary['tool']> | undefined)?.name];
  const areTexts = texts.every((text) => typeof text === 'string');
  return areTexts && typeof caller === 'object' && (caller as unknown) !== null;
}
