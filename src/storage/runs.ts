// The record of runs: one line a run in `runs`, the long part in `run_details`, both written and removed together.
//
// - Keeping a record never fails a call: a full disk is reported, once, and the run is then not recorded.
// - Ids sort by time, so a page of a list begins where the last one ended, however many runs came meanwhile.
// - Whoever listens hears of every change, made here or in another tab.
import { matches, runLine, type RunFilter, type RunRecord, type RunSummary } from '../core/run-record.ts';
import type { Database, RunDetails } from './database.ts';
import { inSentences, inTransaction } from './transactions.ts';
import { Listeners } from '../base/listeners.ts';

const BOTH = ['runs', 'run_details'] as const;
const THE_RUN = 'the record of the run';

/** A record that a crash takes back is a record less; a strict write would wait for the disk on every call. */
const RELAXED = { durability: 'relaxed' } as const;

/** How long records are kept: what goes beyond either goes, oldest first. */
export interface Retention {
  days: number;
  /** Characters, as `RunSummary.size` counts them. */
  bytes: number;
}

export const RETENTION: Retention = { days: 30, bytes: 50 * 1024 * 1024 };

const DAY = 24 * 3600 * 1000;
/** Records written between two looks at what is to go. */
const SWEEP_EVERY = 100;
/** Records read at once for a file. */
const BATCH = 50;

export interface RunPage {
  runs: RunSummary[];
  /** Where the next page begins; undefined: this is the last one. */
  nextPageToken?: string;
}

export interface RunTableOptions {
  /** A record could not be kept: a sentence for the user. Not called again before one was kept. */
  onProblem?(message: string): void;
  retention?(): Retention;
}

export class RunTable {
  readonly #db: Database;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Listeners();
  readonly #options: RunTableOptions;
  #reported = false;
  #added = 0;

  constructor(db: Database, options: RunTableOptions = {}) {
    this.#db = db;
    this.#options = options;
    this.#channel = new BroadcastChannel(`${db.name}-runs`);
    this.#channel.addEventListener('message', () => this.#tell());
  }

  /** Calls back when runs were added or removed. Returns what stops it. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Ends the talk with other tabs. */
  close(): void {
    this.#channel.close();
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
      this.#changed();
      if (++this.#added % SWEEP_EVERY === 0) await this.sweep();
    } catch (problem) {
      if (!this.#reported) this.#options.onProblem?.((problem as Error).message);
      this.#reported = true;
    }
  }

  /** Newest first. @param pageToken of the page before */
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
        // A record that is damaged is in no list; retention lets go of it in time.
        if (!isWhole(run) || !matches(run, filter)) continue;
        // One more than asked for: there is a next page.
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
    if (ids.length > 0) this.#changed();
  }

  async clear(): Promise<void> {
    await inSentences('remove', 'the runs', async () => {
      const tx = this.#db.transaction(BOTH, 'readwrite', RELAXED);
      await inTransaction(tx, async () => {
        await Promise.all(BOTH.map((name) => tx.objectStore(name).clear()));
      });
    });
    this.#changed();
  }

  /**
   * Removes what is too old or too much.
   * @param now milliseconds since 1970
   * @returns how many went.
   */
  async sweep(retention = this.#options.retention?.() ?? RETENTION, now = Date.now()): Promise<number> {
    const runs = await inSentences('read', 'the runs', () => this.#db.getAll('runs'));
    const oldest = new Date(now - retention.days * DAY).toISOString();
    let room = retention.bytes;
    const goes = runs.reverse().filter(({ startedAt, size }) => {
      // One record without a size must not keep all others for ever.
      room -= Number(size) || 0;
      return startedAt < oldest || room < 0;
    });
    await this.remove(goes.map(({ id }) => id));
    return goes.length;
  }

  /** JSON Lines, oldest first. What is added or removed meanwhile may or may not be in it. */
  async *export(filter: RunFilter = {}): AsyncGenerator<string> {
    const runs = await inSentences('read', 'the runs', () => this.#db.getAll('runs'));
    const ids = runs.filter((run) => isWhole(run) && matches(run, filter)).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += BATCH) {
      const records = await Promise.all(ids.slice(at, at + BATCH).map((id) => this.get(id)));
      for (const record of records) if (record) yield runLine(record);
    }
  }

  #changed(): void {
    this.#tell();
    this.#channel.postMessage('changed');
  }

  #tell(): void {
    this.#listeners.tell();
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
