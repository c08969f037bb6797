// The runs on screen: filtered, paged, and live, without moving rows while the user points at them.
import type { App } from '../../apps/web/app.ts';
import type { RunFilter, RunSummary } from '../../core/run-record.ts';
import { errorText } from '../components/error-text.ts';

type Runs = Awaited<ReturnType<App['toolParts']['runs']>>;
export type RunStore = Pick<Runs['store'], 'list' | 'onChange'>;

/** Rows per page. */
const PAGE = 50;
/** Milliseconds between updates of a live list. */
const REFRESH_MS = 400;

export type Period = 'any' | 'hour' | 'today' | 'week';

/** The filters above the list; undefined: any. */
export interface Chosen {
  tool?: string;
  caller?: RunFilter['caller'];
  status?: RunFilter['status'];
  period: Period;
}

export class RunList {
  readonly #open: () => Promise<RunStore>;
  readonly #now: () => number;
  #runs = $state.raw<RunSummary[]>();
  #next = $state<string>();
  #problem = $state<string>();
  #fresh = $state.raw<{ runs: RunSummary[]; next: string | undefined; count: number }>();
  #chosen = $state.raw<Chosen>({ period: 'any' });
  #held = false;
  #asked = 0;
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  /** Scroll position when a run was opened. */
  scrollTop = 0;

  constructor(open: () => Promise<RunStore>, now = () => Date.now()) {
    this.#open = open;
    this.#now = now;
  }

  /** Newest first; undefined while the first page loads. */
  get runs(): readonly RunSummary[] | undefined {
    return this.#runs;
  }

  get hasMore(): boolean {
    return this.#next !== undefined;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** Number of new runs while the list is on hold. */
  get waiting(): number {
    return this.#fresh?.count ?? 0;
  }

  get chosen(): Chosen {
    return this.#chosen;
  }

  get filtered(): boolean {
    const { tool, caller, status, period } = this.#chosen;
    return tool !== undefined || caller !== undefined || status !== undefined || period !== 'any';
  }

  /** Changes only the given filters; undefined removes one. */
  choose(chosen: { [K in keyof Chosen]?: Chosen[K] | undefined }): void {
    const all = Object.entries({ ...this.#chosen, ...chosen });
    this.#chosen = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as Chosen;
    this.#fresh = undefined;
    void this.#load(PAGE, true);
  }

  reset(): void {
    this.choose({ tool: undefined, caller: undefined, status: undefined, period: 'any' });
  }

  /** Returns the filter for the store, relative to the current time. */
  filter(): RunFilter {
    const { tool, caller, status, period } = this.#chosen;
    const since = sinceOf(period, this.#now());
    return {
      ...(tool !== undefined && { tool }),
      ...(caller !== undefined && { caller }),
      ...(status !== undefined && { status }),
      ...(since !== undefined && { since }),
    };
  }

  /** Reads the first page and follows the run log. Returns a function that stops. */
  start(): () => void {
    let stopped = false;
    let stop: (() => void) | undefined;
    this.#open().then(
      (store) => {
        if (stopped) return;
        stop = store.onChange(() => this.#refreshSoon());
        void this.#load(PAGE, true);
      },
      (error: unknown) => this.#fail(error),
    );
    return () => {
      stopped = true;
      stop?.();
      clearTimeout(this.#refreshing);
    };
  }

  /** Puts updates on hold while the user points at the list or focuses it. */
  hold(held: boolean): void {
    this.#held = held;
    if (!held) this.show();
  }

  /** Shows the updates on hold. */
  show(): void {
    if (!this.#fresh) return;
    this.#runs = this.#fresh.runs;
    this.#next = this.#fresh.next;
    this.#fresh = undefined;
  }

  async more(): Promise<void> {
    const token = this.#next;
    const asked = this.#asked;
    if (token === undefined) return;
    try {
      const store = await this.#open();
      const page = await store.list(this.filter(), { limit: PAGE, pageToken: token });
      if (asked !== this.#asked || token !== this.#next) return;
      this.#runs = [...(this.#runs ?? []), ...page.runs];
      this.#next = page.nextPageToken;
    } catch (error) {
      this.#fail(error);
    }
  }

  #refreshSoon(): void {
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = undefined;
      void this.#load(Math.max(PAGE, this.#runs?.length ?? 0), false);
    }, REFRESH_MS);
  }

  /** @param now shows it even while on hold, because the user asked for it. */
  async #load(limit: number, now: boolean): Promise<void> {
    const asked = ++this.#asked;
    try {
      const store = await this.#open();
      const { runs, nextPageToken: next } = await store.list(this.filter(), { limit });
      // A slow, older response must not overwrite a newer one.
      if (asked !== this.#asked) return;
      this.#problem = undefined;
      const newest = this.#runs?.[0]?.id;
      const count = runs.filter(({ id }) => newest === undefined || id > newest).length;
      this.#fresh = { runs, next, count };
      if (now || !this.#held || this.#runs === undefined || this.#runs.length === 0) this.show();
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#problem = errorText(error);
  }
}

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

/** ISO 8601; today begins at local midnight. */
export function sinceOf(period: Period, now: number): string | undefined {
  if (period === 'any') return undefined;
  if (period === 'today') return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();
  return new Date(now - (period === 'hour' ? HOUR : WEEK)).toISOString();
}
