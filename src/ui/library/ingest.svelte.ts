// Documents on their way into the library: one batch at a time, visible from every screen, and a report at the end.
import type { App } from '../../app.ts';
import { toErrorData } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import type { AddProgress, AddReport } from '../../core/document.ts';

export interface Skipped {
  name: string;
  reason: string;
}

export interface IngestReport {
  documents: number;
  passages: number;
  skipped: Skipped[];
  /** The user cancelled before the end. */
  cancelled: boolean;
  /** A sentence, when the whole batch failed. */
  problem?: string;
}

type Knowledge = Pick<App['knowledge'], 'add'>;
export type Item = Parameters<Knowledge['add']>[0][number];

/** A report without anything to look into leaves by itself, when it has had time to be read. */
const READ_MS = 10_000;

const NOTHING: IngestReport = { documents: 0, passages: 0, skipped: [], cancelled: false };

class Ingest {
  #progress = $state.raw<AddProgress>();
  #report = $state.raw<IngestReport>();
  #batches = $state(0);
  #last: Promise<boolean> = Promise.resolve(true);
  #controller = new AbortController();

  /** What is being read; undefined when idle. */
  get progress(): AddProgress | undefined {
    return this.#progress;
  }

  /** Batches behind the one in hand. */
  get waiting(): number {
    return Math.max(0, this.#batches - 1);
  }

  /** What came of it, all batches of one stretch together; undefined until then and once it is closed. */
  get report(): IngestReport | undefined {
    return this.#batches > 0 ? undefined : this.#report;
  }

  /**
   * Adds a batch; `skipped` are entries that could not even be opened. Never rejects.
   * @returns false when storage failed: what is not in the library then can be added again.
   */
  add(knowledge: Knowledge, items: Item[], skipped: Skipped[] = []): Promise<boolean> {
    if (this.#batches === 0) {
      this.#report = NOTHING;
      this.#controller = new AbortController();
    }
    this.#batches += 1;
    const { signal } = this.#controller;
    const turn = this.#last.then(async () => {
      const stored = await this.#run(knowledge, items, skipped, signal);
      this.#progress = undefined;
      this.#batches -= 1;
      if (this.#batches === 0) this.#leaveLater();
      return stored;
    });
    this.#last = turn;
    return turn;
  }

  /** Settles when all that was given so far is through; false as `add` says it of the last batch. */
  get settled(): Promise<boolean> {
    return this.#last;
  }

  /** Stops after the item in hand; what is in the library stays there. */
  cancel(): void {
    this.#controller.abort();
  }

  close(): void {
    this.#report = undefined;
  }

  #leaveLater(): void {
    const report = this.#report;
    if (!report || report.skipped.length > 0 || report.problem || report.cancelled) return;
    setTimeout(() => {
      if (this.#report === report) this.#report = undefined;
    }, READ_MS);
  }

  async #run(knowledge: Knowledge, items: Item[], skipped: Skipped[], signal: AbortSignal): Promise<boolean> {
    const before = this.#report ?? NOTHING;
    this.#report = { ...before, skipped: [...before.skipped, ...skipped] };
    if (items.length === 0 || signal.aborted) return true;
    this.#progress = { done: 0, total: items.length, name: '' };
    try {
      this.#take(await knowledge.add(items, { signal, onProgress: (now) => (this.#progress = now) }), signal);
      return true;
    } catch (error) {
      const { code, message, details } = toErrorData(error, 'unavailable');
      // What was written before stays written, and the failure carries the report of it.
      if (isObject(details)) this.#take(details as unknown as AddReport, signal);
      const now = this.#report;
      if (code === 'cancelled') this.#report = { ...now, cancelled: true };
      else this.#report = { ...now, problem: `The documents could not be added: ${message}` };
      return code === 'cancelled';
    }
  }

  #take(added: AddReport, signal: AbortSignal): void {
    const before = this.#report ?? NOTHING;
    this.#report = {
      ...before,
      documents: before.documents + added.documents,
      passages: before.passages + added.chunks,
      skipped: [...before.skipped, ...added.skipped],
      cancelled: before.cancelled || signal.aborted,
    };
  }
}

export const ingest = new Ingest();
