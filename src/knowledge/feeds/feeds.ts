// The feeds: stored, scanned on request or schedule, and removed with or without their documents.
//
// - No feed is scanned twice at once, in this tab or another: each has a lock.
// - The result of a scan is stored only if the settings are still the same.
// - A failed scan counts, and the schedule then waits longer. A stopped one doesn't.
import {
  checkFeed,
  freeSource,
  sourceOf,
  type Feed,
  type FeedInput,
  type FeedScan,
} from '../../core/feed.ts';
import { Failure } from '../../core/errors.ts';
import { PauseController } from '../../base/pause-controller.ts';
import type { JsonObject } from '../../base/json.ts';
import type { StoredRecords } from '../../core/ports/stored-records.ts';
import type { Tool } from '../../core/tool.ts';
import { isOutside, type FirstCaller } from '../../core/call.ts';
import { scan, type ScanDeps, type ScanProgress, type ScanReport } from './scan.ts';
import { Listeners } from '../../base/listeners.ts';

export interface FeedStore extends StoredRecords<Feed> {
  add(feed: Feed): Promise<void>;
}

/** What feeds need to know about a connector. */
export interface FeedConnector extends Pick<Tool, 'kind'> {
  spec: Pick<Tool['spec'], 'parameters'>;
  /** Prefix of its feeds' sources; `script` if it is missing. */
  sources?: 'site';
  /**
   * It knows from its stored state whether anything is missing, so a feed that removes missing items passes the state
   * too.
   */
  knowsGone?: true;
}

export interface FeedDeps extends ScanDeps {
  store: FeedStore;
  connector(name: string): FeedConnector | undefined;
  /** Joins or leaves collections. */
  change(ids: readonly string[], change: { join?: string[]; leave?: string[] }): Promise<number>;
  hasCollection(id: string): Promise<boolean>;
  /** Returns sources that have documents. */
  sources(): Promise<{ name: string }[]>;
  /** Runs `work` unless the lock is held: then returns undefined. Web Locks in the browser. */
  unlessHeld<Result>(lock: string, work: () => Promise<Result>): Promise<Result | undefined>;
  newId(): string;
  now(): number;
}

export interface FeedScanOptions {
  dryRun?: boolean | undefined;
  caller: FirstCaller;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ScanProgress) => void) | undefined;
}

/** A running scan in this tab. */
export interface RunningScan {
  dryRun: boolean;
  /** It is paused, or will be as soon as possible. */
  paused: boolean;
  progress: ScanProgress;
}

/** Maximum number of skipped items stored with the feed. */
const KEPT_SKIPS = 20;

interface Held extends Omit<RunningScan, 'paused'> {
  pause: PauseController;
  abort: AbortController;
  over: Promise<void>;
}

export class Feeds {
  readonly #deps: FeedDeps;
  readonly #running = new Map<string, Held>();
  readonly #listeners = new Listeners();

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    deps.store.onChange(() => this.#tell());
  }

  /** Oldest first. */
  list(): Promise<Feed[]> {
    return this.#deps.store.all();
  }

  /** @throws Failure `not_found` */
  async get(id: string): Promise<Feed> {
    const feed = await this.#deps.store.get(id);
    if (!feed) throw new Failure('not_found', `no feed with the id: ${id}`);
    return feed;
  }

  running(id: string): RunningScan | undefined {
    const held = this.#running.get(id);
    return held && { dryRun: held.dryRun, progress: held.progress, paused: held.pause.on };
  }

  /** @throws Failure `bad_request`, `not_found` for an unknown connector, `unavailable` */
  async add(given: FeedInput): Promise<Feed> {
    const { title, connector, config = {}, every, prune, collection } = checkFeed(given);
    if (connector === undefined) throw new Failure('bad_request', 'a feed needs the name of its connector');
    this.#checkConnector(connector);
    await this.#checkCollection(collection);
    const [all, sources] = await Promise.all([this.list(), this.#deps.sources()]);
    const taken = new Set([...all.map(({ source }) => source), ...sources.map(({ name }) => name)]);
    const feed: Feed = {
      id: this.#deps.newId(),
      title: title ?? connector,
      connector,
      source: sourceOf(title ?? connector, taken, this.#deps.connector(connector)?.sources),
      config,
      ...(typeof every === 'number' && { every }),
      ...(prune && { prune }),
      ...(collection && { collection }),
      createdAt: this.#iso(),
    };
    await this.#deps.store.add(feed);
    return feed;
  }

  /**
   * Returns the source for a scan without a feed: `script:NAME`, or `script:NAME.2` when a feed has that source. So
   * no connector can replace a feed's documents by having its name. Names of feeds and tools contain no dot.
   */
  async sourceByHand(connector: string): Promise<string> {
    const taken = new Set((await this.list()).map(({ source }) => source));
    return freeSource(`script:${connector}`, taken, '.');
  }

  /**
   * After a change of settings, the next scan requests everything again. A new collection applies to its documents at
   * once.
   * @throws Failure as `add`
   */
  async update(id: string, given: Partial<FeedInput>): Promise<Feed> {
    const { title, connector, config, every, prune, collection } = checkFeed(given);
    if (connector !== undefined) this.#checkConnector(connector);
    await this.#checkCollection(collection);
    const before = await this.get(id);
    const changed = await this.#deps.store.change(id, (feed) => {
      const next = {
        ...feed,
        ...(title && { title }),
        ...(connector && { connector }),
        ...(config && { config }),
      };
      if (every === null) delete next.every;
      if (typeof every === 'number') next.every = every;
      if (prune) next.prune = true;
      if (prune === false) delete next.prune;
      if (collection === null) delete next.collection;
      if (collection) next.collection = collection;
      return sameSettings(feed, next) ? next : asNew(next);
    });
    if (!changed) throw new Failure('not_found', `no feed with the id: ${id}`);
    await this.#changeOver(changed, before.collection);
    return changed;
  }

  async #changeOver({ source, collection }: Feed, before: string | undefined): Promise<void> {
    if (collection === before) return;
    const there = await this.#deps.documents.identities(source);
    if (there.length === 0) return;
    await this.#deps.change(
      there.map(({ id }) => id),
      {
        ...(collection !== undefined && { join: [collection] }),
        ...(before !== undefined && { leave: [before] }),
      },
    );
  }

  /** @returns how many documents were removed with it */
  async remove(id: string, { documents = false }: { documents?: boolean } = {}): Promise<number> {
    const { source } = await this.get(id);
    this.stop(id);
    await this.#running.get(id)?.over;
    await this.#deps.store.remove(id);
    if (!documents) return 0;
    const there = await this.#deps.documents.identities(source);
    return there.length === 0 ? 0 : this.#deps.library.remove(there.map((document) => document.id));
  }

  /** Stops the scan running in this tab. Added documents stay. */
  stop(id: string): void {
    this.#running.get(id)?.abort.abort();
  }

  /** Pauses or resumes the scan running in this tab. */
  pause(id: string, on: boolean): void {
    this.#running.get(id)?.pause.set(on);
    this.#tell();
  }

  /**
   * Scans a feed. Errors during the scan are the report's `error`.
   * @throws Failure `not_found`, `conflict` while it is being scanned, `unavailable`
   */
  async scan(id: string, options: FeedScanOptions): Promise<ScanReport> {
    const feed = await this.get(id);
    if (this.#running.has(id)) throw beingScanned(feed);
    let over = (): void => undefined;
    const held: Held = {
      dryRun: options.dryRun === true,
      progress: { doing: 'reading', page: 1, items: 0 },
      pause: new PauseController(),
      abort: new AbortController(),
      over: new Promise((resolve) => (over = resolve)),
    };
    this.#running.set(id, held);
    this.#tell();
    try {
      const report = await this.#deps.unlessHeld(`perilune-feed:${id}`, () =>
        this.#scan(feed, held, options),
      );
      if (!report) throw beingScanned(feed);
      return report;
    } finally {
      this.#running.delete(id);
      over();
      this.#tell();
    }
  }

  /** Calls back after feeds were added, removed or changed, here or in another tab, and during a scan. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async #scan(feed: Feed, held: Held, { caller, signal, onProgress }: FeedScanOptions): Promise<ScanReport> {
    const { abort, dryRun, pause } = held;
    const at = this.#deps.now();
    const tool = this.#deps.connector(feed.connector);
    const { collection } = feed;
    // If the collection was deleted, documents go only to the library.
    const joins = collection !== undefined && (await this.#deps.hasCollection(collection));
    const report = await scan(this.#deps, {
      connector: feed.connector,
      caller,
      args: argsOf(feed, tool),
      settings: feed.config,
      source: feed.source,
      collection: joins ? collection : undefined,
      dryRun,
      prune: feed.prune,
      unattended: caller.kind === 'schedule',
      pause,
      signal: signal ? AbortSignal.any([abort.signal, signal]) : abort.signal,
      onProgress: (progress) => {
        held.progress = progress;
        this.#tell();
        onProgress?.(progress);
      },
    });
    if (!dryRun) await this.#keep(feed, report, at, caller);
    return report;
  }

  async #keep(ran: Feed, report: ScanReport, at: number, { kind }: FirstCaller): Promise<void> {
    const last = toFeedScan(report, new Date(at).toISOString(), this.#deps.now() - at, kind);
    await this.#deps.store.change(ran.id, (feed) => {
      const next: Feed = { ...feed, last };
      if (report.error) {
        if (report.error.code !== 'cancelled') next.failures = (feed.failures ?? 0) + 1;
        return next;
      }
      delete next.failures;
      if (!sameSettings(ran, feed)) return next;
      next.since = last.at;
      if (report.keep === undefined) delete next.kept;
      else next.kept = report.keep;
      return next;
    });
  }

  #checkConnector(name: string): void {
    if (this.#deps.connector(name)?.kind !== 'connector') {
      throw new Failure('not_found', `no connector registered with name: ${name}`);
    }
  }

  async #checkCollection(id: string | null | undefined): Promise<void> {
    if (typeof id === 'string' && !(await this.#deps.hasCollection(id)))
      throw new Failure('not_found', `no collection with the id: ${id}`);
  }

  #iso(): string {
    return new Date(this.#deps.now()).toISOString();
  }

  #tell(): void {
    this.#listeners.tell();
  }
}

/**
 * Returns what a scan is told of the previous one. A feed that removes missing items must request everything each
 * time.
 */
function argsOf({ since, kept, prune }: Feed, tool: FeedConnector | undefined): JsonObject {
  const schema = tool?.spec.parameters;
  const properties = schema?.properties ?? {};
  const takes = (key: string): boolean => schema?.['additionalProperties'] !== false || key in properties;
  return {
    ...(since !== undefined && !prune && takes('last_scan') && { last_scan: since }),
    // A setting of the same name has another meaning.
    ...(since !== undefined && !prune && takes('since') && !('since' in properties) && { since }),
    ...(kept !== undefined && (!prune || tool?.knowsGone) && takes('kept') && { kept }),
  };
}

function toFeedScan(report: ScanReport, at: string, took: number, by: FirstCaller['kind']): FeedScan {
  const { pages, added, changed, unchanged, removed, held, skipped, run, error } = report;
  return {
    ...{ at, took, pages, added, changed, unchanged, removed },
    by: by === 'agent' || isOutside(by) ? 'page' : by,
    skipped: skipped.length,
    ...(run !== undefined && { run }),
    ...(skipped.length > 0 && { skips: skipped.slice(0, KEPT_SKIPS) }),
    ...(held > 0 && { held }),
    ...(error && { error: error.message, code: error.code }),
  };
}

function sameSettings(a: Feed, b: Feed): boolean {
  return (
    a.connector === b.connector &&
    a.prune === b.prune &&
    JSON.stringify(a.config) === JSON.stringify(b.config)
  );
}

function asNew(feed: Feed): Feed {
  const { since: _since, kept: _kept, failures: _failures, ...rest } = feed;
  return rest;
}

function beingScanned({ title }: Feed): Failure {
  return new Failure('conflict', `“${title}” is being scanned already, here or in another tab`);
}
