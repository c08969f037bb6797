// Wires connectors and feeds: registry, library, storage and the browser's locks. Loads on first use.
import { v7 as uuid } from 'uuid';
import type { ScanOptions, ScanReport } from '../../core/ports/scan.ts';
import { once } from '../../core/deferred.ts';
import { Scheduler } from '../../base/scheduler.ts';
import type { DocumentInput } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import { checkFeed, type Feed, type FeedInput, SITE_PACK } from '../../core/feed.ts';
import type { ToolSpec } from '../../core/tool.ts';
import { type FoundSite, lookAtSite, scanSite, SITE_CONNECTOR } from './site-packs.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import { Feeds } from '../../knowledge/feeds/feeds.ts';
import { scan, type ScanDeps } from '../../knowledge/feeds/scan.ts';
import { feedJobs } from '../../knowledge/feeds/feed-jobs.ts';
import { tabSchedule } from '../../knowledge/tab-schedule.ts';
import type { Database } from '../../storage/database.ts';
import { collectionTable } from '../../storage/collections.ts';
import { feedTable } from '../../storage/feeds.ts';
import { SourceDocuments } from '../../storage/source-documents.ts';
import type { Registry } from '../../tools/registry.ts';

/** The tab that holds it runs due scans. */
const LOCK = 'perilune-feeds';

/** A bundled connector, installed together with its first feed. */
export interface BundledConnector {
  fileName: string;
  source: string;
  files: Record<string, string>;
  spec: ToolSpec;
}

export interface AppFeeds {
  feeds: Feeds;
  scan(name: string, options: ScanOptions): Promise<ScanReport>;
  /** The bundled connectors. @throws Failure `unavailable` */
  bundled(): Promise<BundledConnector[]>;
  /**
   * Adds a feed, after installing a bundled connector that is missing. `hosts` are granted to the connector in
   * addition to its present grants.
   */
  add(given: FeedInput, hosts: readonly string[], by: 'user' | 'page'): Promise<Feed>;
  /** Grants a connector more hosts. */
  allow(connector: string, hosts: readonly string[], by: 'user' | 'page'): Promise<void>;
  /** The declaration of an installed feed connector; undefined when it is not installed. */
  specOf(connector: string): ToolSpec | undefined;
  /** Finds a site's index from any address of the site. A feed of the connector `SITE_PACK` imports its pages. */
  lookAtSite(address: string, signal?: AbortSignal): Promise<FoundSite>;
}

export function openFeeds(
  database: Database,
  { tools, knowledge }: { tools: Registry; knowledge: KnowledgeClient },
): AppFeeds {
  const deps: ScanDeps = {
    call: (name, args, options) =>
      name === SITE_PACK ? scanSite(name, args, options) : tools.call(name, args, options),
    library: knowledge,
    documents: new SourceDocuments(database),
  };
  const collections = collectionTable(database);
  const connector = (name: string) => (name === SITE_PACK ? SITE_CONNECTOR : tools.get(name));
  const feeds = new Feeds({
    ...deps,
    store: feedTable(database),
    connector,
    change: (...given) => knowledge.change(...given),
    hasCollection: async (id) => (await collections.get(id)) !== undefined,
    sources: () => knowledge.sources(),
    unlessHeld: (lock, work) =>
      navigator.locks.request(lock, { ifAvailable: true }, (held) => (held ? work() : undefined)),
    newId: uuid,
    now: Date.now,
  });
  new Scheduler(
    feedJobs(feeds, () => navigator.onLine),
    tabSchedule(LOCK),
  ).start();
  const bundled = once(readBundled);
  const allow: AppFeeds['allow'] = async (name, hosts, by) => {
    if (name === SITE_PACK) return;
    const granted = tools.get(name)?.hosts ?? [];
    const more = hosts.filter((host) => !granted.includes(host));
    if (more.length > 0) await tools.configure(name, { hosts: [...granted, ...more] }, by);
  };
  return {
    feeds,
    bundled,
    allow,
    specOf: (name) => connector(name)?.spec,
    lookAtSite,
    async add(given, hosts, by) {
      const { connector: name } = checkFeed(given);
      const shipped = name !== undefined && !connector(name) ? await bundled() : [];
      const found = shipped.find(({ spec }) => spec.name === name);
      if (found) await tools.install(found.source, { fileName: found.fileName, files: found.files }, by);
      if (name !== undefined && tools.get(name)?.kind === 'connector') await allow(name, hosts, by);
      return feeds.add(given);
    },
    scan: async (name, options) => {
      if (connector(name)?.kind !== 'connector')
        throw new Failure('not_found', `no connector registered with name: ${name}`);
      return scanOnce(deps, name, await feeds.sourceByHand(name), options);
    },
  };
}

async function readBundled(): Promise<BundledConnector[]> {
  const response = await fetch(new URL('bundled-connectors.json', document.baseURI)).catch(() => undefined);
  if (response?.ok) return (await response.json()) as BundledConnector[];
  throw new Failure(
    'unavailable',
    'could not load the built-in connectors; check the connection and try again',
  );
}

/** A scan without a feed: started by the user, or by a script of the page. */
async function scanOnce(
  deps: ScanDeps,
  name: string,
  source: string,
  options: ScanOptions,
): Promise<ScanReport> {
  const { config, dryRun, caller, onProgress, onRead, signal } = options;
  const items: DocumentInput[] = [];
  const report = await scan(deps, {
    ...{ connector: name, source },
    ...{ args: config, dryRun, caller, signal },
    onItems: (page) => void items.push(...page),
    onProgress: ({ doing, done = 0, total = 0, name: title = '', fraction, text, page }) => {
      if (doing === 'adding') onProgress?.({ done, total, name: title });
      if (doing === 'reading')
        onRead?.({ page, ...(fraction !== undefined && { fraction }), ...(text && { text }) });
    },
  });
  const { error, ids, chunks, skipped, added, changed, unchanged } = report;
  if (error) throw new Failure(error.code, error.message, error.details);
  return { documents: ids.length, ids, chunks, skipped, items, added, changed, unchanged };
}
