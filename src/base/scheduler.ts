// Runs due jobs while the app is open: in one tab, one job after another.
//
// - A missed time is due immediately, and only once. Times are missed while no tab is open or the device sleeps.
// - If a run could not be recorded, its job waits for a pause before the next try.

/** The next turn of a job. */
export interface Turn {
  id: string;
  /** When it is due, in milliseconds since 1970. */
  at: number;
  /** When its last recorded run began, in milliseconds since 1970. */
  recorded?: number | undefined;
  /** Milliseconds before it is tried again when its run could not be recorded. */
  pause: number;
  /** Must record its own failure. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Jobs {
  /** Lists the jobs with a schedule; none while nothing can run. */
  turns(now: number): Promise<Turn[]>;
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
}

/** Milliseconds between two looks at the clock, because a sleeping device stops timers. */
const LOOK = 60_000;
/** Changes come in bursts during a run. */
const SETTLE = 1000;

export class Scheduler {
  readonly #jobs: Jobs;
  readonly #around: SchedulerAround;
  /** The last attempt of each in this tab. */
  readonly #tried = new Map<string, number>();

  constructor(jobs: Jobs, around: SchedulerAround) {
    this.#jobs = jobs;
    this.#around = around;
  }

  /** @returns a function that ends it, and the current run */
  start(): () => void {
    const abort = new AbortController();
    const { signal } = abort;
    this.#around.asOnlyTab(signal, () => this.#lead(signal)).catch(() => undefined);
    return () => abort.abort();
  }

  async #lead(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = await this.#runDue(signal).catch(() => undefined);
      if (!signal.aborted) await this.#rest(next, signal);
    }
  }

  /** @returns when the next one is due, if known */
  async #runDue(signal: AbortSignal): Promise<number | undefined> {
    const { now } = this.#around;
    const turns = (await this.#jobs.turns(now()))
      .map((turn) => ({ turn, at: Math.max(turn.at, this.#soonest(turn)) }))
      .sort((a, b) => a.at - b.at);
    const [first] = turns;
    if (!first || first.at > now()) return first?.at;
    this.#tried.set(first.turn.id, now());
    await first.turn.run(signal).catch(() => undefined);
    return now();
  }

  #soonest({ id, pause, recorded }: Turn): number {
    const tried = this.#tried.get(id);
    const isKept = tried !== undefined && recorded !== undefined && recorded >= tried;
    return tried === undefined || isKept ? 0 : tried + pause;
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
        this.#jobs.onChange(() => {
          settling ??= later(SETTLE, end);
        }),
        () => settling?.(),
      );
      signal.addEventListener('abort', end, { once: true });
      ends.push(() => signal.removeEventListener('abort', end));
    });
  }
}
