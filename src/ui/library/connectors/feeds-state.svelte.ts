// The feeds for display: the list, their progress, and the results of this visit's scans.
import type { App } from '../../../apps/web/app.ts';
import { SITE_PACK, type Feed, type FeedInput } from '../../../core/feed.ts';
import type { ToolSpec } from '../../../core/tool.ts';
import { errorText } from '../../components/error-text.ts';

import { whyText, type ScanProgress, type ScanReport } from './feed-labels.ts';

/** A connector available for feeds. */
export interface Offered {
  name: string;
  spec: ToolSpec;
  /** Already installed; otherwise it is installed with its first feed. */
  installed: boolean;
}

export interface FeedState {
  feed: Feed;
  running?: { dryRun: boolean; paused: boolean; progress: ScanProgress };
  /** Result of a trial or manual scan, until the next one. */
  report?: ScanReport & { dryRun: boolean };
  problem?: string;
}

type Parts = Awaited<ReturnType<App['feeds']>>;

/** Milliseconds between two updates of the progress on screen. */
const FRAME = 100;

export class FeedsState {
  readonly #app: Pick<App, 'feeds' | 'tools'>;
  #parts: Parts | undefined;
  #feeds = $state.raw<Feed[]>();
  #states = $state.raw<ReadonlyMap<string, Omit<FeedState, 'feed'>>>(new Map());
  #problem = $state<string>();
  #now = $state(Date.now());
  #reading = false;
  #again = false;

  constructor(app: Pick<App, 'feeds' | 'tools'>) {
    this.#app = app;
  }

  /** Undefined until loaded. */
  get list(): FeedState[] | undefined {
    return this.#feeds?.map((feed) => ({ feed, ...this.#states.get(feed.id) }));
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get now(): number {
    return this.#now;
  }

  /** @returns a function that stops. */
  start(): () => void {
    let stop = (): void => undefined;
    let over = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void this.#read();
      }, FRAME);
    };
    this.#open().then(
      ({ feeds }) => {
        if (over) return;
        stop = feeds.onChange(soon);
        void this.#read();
      },
      (error: unknown) => (this.#problem = told(error)),
    );
    const clock = setInterval(() => (this.#now = Date.now()), 30_000);
    return () => {
      over = true;
      stop();
      clearInterval(clock);
      clearTimeout(waiting);
    };
  }

  /** The connector's declaration; undefined when it is not installed, and until feeds have loaded. */
  specOf(connector: string): ToolSpec | undefined {
    return connector === SITE_PACK ? this.#parts?.specOf(connector) : this.#app.tools.get(connector)?.spec;
  }

  /** Bundled ones first. */
  async offered(): Promise<Offered[]> {
    const { bundled, specOf } = await this.#open();
    const shipped = await bundled().catch(() => []);
    const { tools } = this.#app;
    const here = tools.list({ connectors: true }).filter(({ kind }) => kind === 'connector');
    const first = shipped.flatMap(({ spec }): Offered[] => {
      const tool = tools.get(spec.name);
      // Another tool has the name.
      if (tool && tool.kind !== 'connector') return [];
      return [{ name: spec.name, spec: tool?.spec ?? spec, installed: tool !== undefined }];
    });
    const others = here.flatMap(({ name }): Offered[] => {
      const tool = tools.get(name);
      return tool && !first.some((one) => one.name === name)
        ? [{ name, spec: tool.spec, installed: true }]
        : [];
    });
    const site = { name: SITE_PACK, spec: specOf(SITE_PACK)!, installed: true };
    return [site, ...first, ...others];
  }

  /** @returns what is wrong, as a sentence; undefined once it is added, and being scanned. */
  async add(given: FeedInput, hosts: readonly string[]): Promise<string | undefined> {
    try {
      const { add } = await this.#open();
      const { id } = await add(given, hosts, 'user');
      await this.#read();
      void this.scan(id, false);
      return undefined;
    } catch (error) {
      return told(error);
    }
  }

  async update(
    feed: Feed,
    given: Partial<FeedInput>,
    hosts: readonly string[] = [],
  ): Promise<string | undefined> {
    try {
      const { feeds, allow } = await this.#open();
      await allow(feed.connector, hosts, 'user');
      await feeds.update(feed.id, given);
      await this.#read();
      return undefined;
    } catch (error) {
      return told(error);
    }
  }

  /** Never rejects: the feed's state says what happened. */
  async scan(id: string, dryRun: boolean): Promise<void> {
    this.#set(id, {});
    try {
      const { feeds } = await this.#open();
      const report = await feeds.scan(id, { dryRun, caller: { kind: 'user' } });
      this.#now = Date.now();
      const { error } = report;
      // The failure of a full scan is stored with the feed.
      const problem = error && dryRun && error.code !== 'cancelled' ? whyText(error.message) : undefined;
      this.#set(id, problem === undefined ? { report: { ...report, dryRun } } : { problem });
    } catch (error) {
      this.#set(id, { problem: told(error) });
    }
    await this.#read();
  }

  stop(id: string): void {
    this.#parts?.feeds.stop(id);
  }

  pause(id: string, on: boolean): void {
    this.#parts?.feeds.pause(id, on);
  }

  /** @returns the number of documents removed with it. */
  async remove(id: string, documents: boolean): Promise<number> {
    const { feeds } = await this.#open();
    const removed = await feeds.remove(id, { documents });
    await this.#read();
    return removed;
  }

  clear(id: string): void {
    this.#set(id, {});
  }

  async #open(): Promise<Parts> {
    return (this.#parts ??= await this.#app.feeds());
  }

  async #read(): Promise<void> {
    this.#again = this.#reading;
    if (this.#reading) return;
    this.#reading = true;
    try {
      const { feeds } = await this.#open();
      this.#feeds = await feeds.list();
      for (const { id } of this.#feeds) {
        const running = feeds.running(id);
        const { running: before, ...rest } = this.#states.get(id) ?? {};
        if (running) this.#set(id, { ...rest, running });
        else if (before) this.#set(id, rest);
      }
      this.#problem = undefined;
    } catch (error) {
      this.#problem = told(error);
    } finally {
      this.#reading = false;
    }
    if (this.#again) await this.#read();
  }

  #set(id: string, state: Omit<FeedState, 'feed'>): void {
    this.#states = new Map(this.#states).set(id, state);
  }
}

function told(error: unknown): string {
  return errorText(error);
}
