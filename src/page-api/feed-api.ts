// `window.perilune.feeds`: connectors scanned on a schedule, each with its settings.
import type { App } from '../apps/web/app.ts';
import { Failure } from '../core/errors.ts';
import type { Feed, FeedInput } from '../core/feed.ts';
import { collectionId } from './collection-api.ts';
import type { PageApp } from './page-app.ts';

type Feeds = Awaited<ReturnType<App['feeds']>>['feeds'];
type Scanned = Awaited<ReturnType<Feeds['scan']>>;

export interface FeedApi {
  /** Lists feeds, oldest first, each with its last scan. Config values name secrets, never contain them. */
  list(): Promise<Feed[]>;
  /**
   * Adds a feed: a connector with a config and a schedule (`every`, in minutes). Installs a bundled connector when needed and
   * grants it `hosts`. With `collection`, by id or name, its documents join that. Scans nothing yet. Rejects with code `bad_request`.
   */
  add(feed: FeedInput & { hosts?: string[] }): Promise<Feed>;
  /** Changes a feed. `every: null` removes the schedule. Rejects with code `not_found` or `bad_request`. */
  update(id: string, changes: Partial<FeedInput> & { hosts?: string[] }): Promise<Feed>;
  /** Removes a feed. With `documents`, removes its documents too; `removed` is their number. */
  remove(id: string, options?: { documents?: boolean }): Promise<{ removed: number }>;
  /**
   * Scans a feed now. With `dryRun`, writes nothing and lists the `changes`. Rejects with the error code of the scan; documents
   * added before the error stay.
   */
  scan(id: string, options?: FeedScanOptions): Promise<Omit<Scanned, 'error'>>;
  /**
   * Finds the site index of a documentation site from any page of it. `address` is the `url` for a feed of the connector
   * `perilune:site`. Adds nothing.
   */
  site(address: string, options?: { signal?: AbortSignal }): Promise<FoundSite>;
  /** Calls the listener when feeds or scans change, in any tab. Resolves to a function that unsubscribes. */
  onChange(listener: () => void): Promise<() => void>;
}

/** A documentation site whose pages the connector `perilune:site` imports. */
type FoundSite = Awaited<ReturnType<Awaited<ReturnType<App['feeds']>>['lookAtSite']>>;

export interface FeedScanOptions {
  dryRun?: boolean;
  onProgress?(progress: Parameters<NonNullable<Parameters<Feeds['scan']>[1]['onProgress']>>[0]): void;
  signal?: AbortSignal;
}

export function feedApi(opening: Promise<Pick<PageApp, 'feeds' | 'collections'>>): FeedApi {
  const parts = async () => (await opening).feeds();
  const withCollection = async <T extends Partial<FeedInput>>(given: T): Promise<T> => {
    const { collection } = given;
    if (typeof collection !== 'string') return given;
    return { ...given, collection: await collectionId(await opening, collection) };
  };
  return Object.freeze<FeedApi>({
    list: async () => structuredClone(await (await parts()).feeds.list()),
    async add(given) {
      const { hosts, ...feed } = await withCollection(checked(given));
      return structuredClone(await (await parts()).add(feed as FeedInput, hosts, 'page'));
    },
    async update(id, given) {
      const { hosts, ...feed } = await withCollection(checked(given));
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
