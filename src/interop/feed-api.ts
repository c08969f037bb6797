// `window.perilune.feeds`: connectors that are scanned again and again, each with its settings.
import type { App } from '../app.ts';
import { Failure } from '../core/errors.ts';
import type { Feed, FeedInput } from '../core/feed.ts';
import type { PageApp } from './page-api.ts';

type Feeds = Awaited<ReturnType<App['feeds']>>['feeds'];
type Scanned = Awaited<ReturnType<Feeds['scan']>>;

export interface FeedApi {
  /** Oldest first, each with how its last scan went. Values of secrets are not in it: its config names them. */
  list(): Promise<Feed[]>;
  /**
   * Adds a feed; a connector that comes with Perilune is installed with its first one. `hosts` are granted to the
   * connector. Nothing is scanned before it is asked or due.
   */
  add(feed: FeedInput & { hosts?: string[] }): Promise<Feed>;
  /** `every: null` takes it off the schedule. */
  update(id: string, changes: Partial<FeedInput> & { hosts?: string[] }): Promise<Feed>;
  /** With `documents`, what it brought goes too; `removed` says how many. */
  remove(id: string, options?: { documents?: boolean }): Promise<{ removed: number }>;
  /**
   * Scans now. With `dryRun` nothing is written, and `changes` says what would be. Rejects with the code of what went
   * wrong; what was brought before that stays.
   */
  scan(id: string, options?: FeedScanOptions): Promise<Omit<Scanned, 'error'>>;
  /**
   * The pack of a documentation site, from any address of it: `address` is what a feed of the connector `perilune:site`
   * takes as its `url`. Adds nothing.
   */
  site(address: string, options?: { signal?: AbortSignal }): Promise<FoundSite>;
  /** Calls back after feeds or their scans changed, in any tab. Answers what ends it. */
  onChange(listener: () => void): Promise<() => void>;
}

/** A documentation site whose pages the connector `perilune:site` brings. */
type FoundSite = Awaited<ReturnType<Awaited<ReturnType<App['feeds']>>['lookAtSite']>>;

export interface FeedScanOptions {
  dryRun?: boolean;
  onProgress?(progress: Parameters<NonNullable<Parameters<Feeds['scan']>[1]['onProgress']>>[0]): void;
  signal?: AbortSignal;
}

export function feedApi(opening: Promise<Pick<PageApp, 'feeds'>>): FeedApi {
  const parts = async () => (await opening).feeds();
  return Object.freeze<FeedApi>({
    list: async () => structuredClone(await (await parts()).feeds.list()),
    async add(given) {
      const { hosts, ...feed } = checked(given);
      return structuredClone(await (await parts()).add(feed as FeedInput, hosts, 'page'));
    },
    async update(id, given) {
      const { hosts, ...feed } = checked(given);
      const { feeds, allow } = await parts();
      const { connector } = await feeds.get(String(id));
      await allow(feed.connector ?? connector, hosts, 'page');
      return structuredClone(await feeds.update(String(id), feed));
    },
    async remove(id, options) {
      const { feeds } = await parts();
      return { removed: await feeds.remove(String(id), { documents: options?.documents === true }) };
    },
    async scan(id, options = {}) {
      const { dryRun, onProgress, signal } = options;
      const { feeds } = await parts();
      const { error, ...report } = await feeds.scan(String(id), {
        dryRun: dryRun === true,
        caller: { kind: 'page' },
        ...(onProgress && { onProgress: (progress) => onProgress({ ...progress }) }),
        ...(signal && { signal }),
      });
      if (error) throw new Failure(error.code, error.message, report);
      return structuredClone(report);
    },
    async site(address, options) {
      return structuredClone(await (await parts()).lookAtSite(String(address), options?.signal));
    },
    async onChange(listener) {
      const { feeds } = await parts();
      return feeds.onChange(() => listener());
    },
  });
}

function checked<T extends { hosts?: string[] }>(given: T): T & { hosts: string[] } {
  if (typeof given !== 'object' || given === null)
    throw new Failure('bad_request', 'a feed must be an object');
  const { hosts = [] } = given;
  if (!Array.isArray(hosts) || hosts.some((host) => typeof host !== 'string')) {
    throw new Failure('bad_request', 'hosts must be a list of host names');
  }
  return { ...given, hosts: [...hosts] };
}
