// Scans feeds when they are due, while the app is open anywhere: in one tab, one feed after another.
//
// - A scan missed while nothing was open, or the device slept, is due at once, and only once.
// - A feed whose scan could not even be recorded is not retried before its pause is over.
import { nextScanAt, type Feed } from '../../core/feed.ts';
import type { FirstCaller } from '../../core/call.ts';

export interface SchedulerFeeds {
  list(): Promise<Feed[]>;
  scan(id: string, options: { caller: FirstCaller; signal: AbortSignal }): Promise<unknown>;
  onChange(listener: () => void): () => void;
}

/** The parts of the browser needed for a schedule. */
export interface SchedulerAround {
  /** Runs the work when no other tab does, and resolves with it. Rejects when the signal aborts before. */
  asOnlyTab(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Runs once after this many milliseconds. Returns a function that cancels it. */
  later(milliseconds: number, run: () => void): () => void;
  /** Runs when the page is shown again, or the network is back. Returns a function that unsubscribes. */
  onWake(run: () => void): () => void;
  now(): number;
  online(): boolean;
}

/** Milliseconds between two looks at the clock, because a sleeping device stops timers. */
const LOOK = 60_000;
/** Changes come in bursts during a scan. */
const SETTLE = 1000;
const MINUTE = 60_000;

export class Scheduler {
  readonly #feeds: SchedulerFeeds;
  readonly #around: SchedulerAround;
  /** The last attempt of each in this tab. */
  readonly #tried = new Map<string, number>();

  constructor(feeds: SchedulerFeeds, around: SchedulerAround) {
    this.#feeds = feeds;
    this.#around = around;
  }

  /** @returns a function that ends it, and the current scan */
  start(): () => void {
    const abort = new AbortController();
    const { signal } = abort;
    this.#around.asOnlyTab(signal, () => this.#lead(signal)).catch(() => undefined);
    return () => abort.abort();
  }

  async #lead(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = await this.#scanDue(signal).catch(() => undefined);
      if (!signal.aborted) await this.#rest(next, signal);
    }
  }

  /** @returns when the next one is due, if known */
  async #scanDue(signal: AbortSignal): Promise<number | undefined> {
    const { now, online } = this.#around;
    if (!online()) return undefined;
    const turns = (await this.#feeds.list())
      .flatMap((feed) => {
        const at = nextScanAt(feed, now());
        return at === undefined ? [] : [{ feed, at: Math.max(at, this.#soonest(feed)) }];
      })
      .sort((a, b) => a.at - b.at);
    const [first] = turns;
    if (!first || first.at > now()) return first?.at;
    const { id } = first.feed;
    this.#tried.set(id, now());
    // The error is stored with the feed and shown there.
    await this.#feeds.scan(id, { caller: { kind: 'schedule', feed: id }, signal }).catch(() => undefined);
    return now();
  }

  #soonest({ id, every = 0, last }: Feed): number {
    const tried = this.#tried.get(id);
    const isKept = last !== undefined && tried !== undefined && Date.parse(last.at) >= tried;
    return tried === undefined || isKept ? 0 : tried + every * MINUTE;
  }

  #rest(next: number | undefined, signal: AbortSignal): Promise<void> {
    const { later, onWake, now } = this.#around;
    return new Promise((resolve) => {
      const ends: (() => void)[] = [];
      const end = (): void => {
        for (const one of ends) one();
        resolve();
      };
      const wait = next === undefined ? LOOK : Math.min(Math.max(next - now(), 0), LOOK);
      ends.push(later(wait, end), onWake(end));
      let settling: (() => void) | undefined;
      ends.push(
        this.#feeds.onChange(() => {
          settling ??= later(SETTLE, end);
        }),
        () => settling?.(),
      );
      signal.addEventListener('abort', end, { once: true });
      ends.push(() => signal.removeEventListener('abort', end));
    });
  }
}
