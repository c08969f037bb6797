// Site indexes as a feed connector: a scan imports the pages of a site, a hundred at a time.
import { siteOf } from '../../core/site-address.ts';
import { SITE_PACK } from '../../core/feed.ts';
import type { Scan } from '../../core/connector.ts';
import type { DocumentInput } from '../../core/document.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { SitePage } from '../../core/site-pack.ts';
import type { ToolSpec } from '../../core/tool.ts';
import { findSitePack, siteSource, type FoundPack } from './find-site-pack.ts';
import type { FeedConnector } from '../../knowledge/feeds/feeds.ts';
import type { ScanDeps } from '../../knowledge/feeds/scan.ts';
import { readPages } from '../../site-index/read-pages.ts';

/** A site that can be added, as its index describes it. */
export interface FoundSite {
  /** Address of the index folder. */
  address: string;
  name: string;
  /** The root of the site. */
  site: string;
  pages: number;
  passages: number;
  /** Compressed size of all pages; absent if the index does not state it. */
  bytes?: number;
  /** Names of the tools its visitors can use. They are not imported. */
  tools: readonly string[];
}

/** Pages per call, and so the most that are fetched again after the tab was closed. */
const AT_A_TIME = 100;
/** Tags per document; a page with more gets none, since they would say nothing. */
const MOST_TAGS = 20;
const MOST_CHARACTERS = 500;
/** Facts of a page that can hold its modification date, best first. */
const DATES = ['updated_at', 'updated', 'last_updated', 'modified', 'lastmod', 'date'];

export const SITE_CONNECTOR: FeedConnector & { spec: ToolSpec } = {
  kind: 'connector',
  sources: 'site',
  knowsGone: true,
  spec: {
    name: SITE_PACK,
    description:
      'Adds all pages of a documentation site that uses Perilune search. Later scans add changed pages.',
    parameters: {
      type: 'object',
      properties: {
        url: { type: 'string', title: 'Address', description: 'The address of the site or its site index.' },
      },
      required: ['url'],
    },
    hosts: [],
  } as unknown as ToolSpec,
};

/** @throws Failure as `findSitePack` */
export async function lookAtSite(address: string, signal?: AbortSignal): Promise<FoundSite> {
  const found = await findSitePack(address, signal);
  const { name, pages, passages, textBytes, tools } = found.manifest;
  return {
    address: found.address,
    name: isText(name) ? name : new URL(found.address).host,
    site: siteAt(found),
    ...{ pages, passages },
    ...(Number.isSafeInteger(textBytes) && { bytes: textBytes! }),
    tools: tools.map((tool) => tool.name),
  };
}

/** Scans a site with the signature of a registry call, as for other connectors. */
export const scanSite: ScanDeps['call'] = async (_, args, { settings = {}, signal, onProgress }) => {
  const begun = performance.now();
  const over = (): number => performance.now() - begun;
  try {
    const scan = await pagesFrom(args, settings, signal, onProgress ?? (() => undefined));
    return { outcome: { result: scan as unknown as Json }, args, logs: [], milliseconds: over() };
  } catch (error) {
    if (!(error instanceof Failure) && !signal?.aborted) throw error;
    return { outcome: { error: toErrorData(error, 'unavailable') }, args, logs: [], milliseconds: over() };
  }
};

async function pagesFrom(
  args: JsonObject,
  { url }: JsonObject,
  signal: AbortSignal | undefined,
  onProgress: (fraction: number, text: string) => void,
): Promise<Scan> {
  const { cursor, kept } = args;
  const begun = isObject(cursor) ? (cursor as { address: string; root: string; from: number }) : undefined;
  const found = await findSitePack(begun?.address ?? String(url ?? ''), signal);
  const { address, manifest } = found;
  const { root, pages } = manifest;
  if (begun === undefined && kept === keptOf(found))
    return { items: [], skipped: [], keep: kept, partial: true };
  if (begun !== undefined && begun.root !== root)
    throw new Failure('conflict', 'The site was republished during the scan. Scan again.');
  const from = begun?.from ?? 0;
  const to = Math.min(pages, from + AT_A_TIME);
  const read = await readPages(siteSource(address, signal), manifest, { from, to }, (count) =>
    onProgress(
      (from + count) / pages,
      `page ${(from + count).toLocaleString('en')} of ${pages.toLocaleString('en')}`,
    ),
  );
  const scan: Scan = { items: [], skipped: [] };
  const site = siteAt(found);
  for (const page of read) {
    const item = toDocument(page, site);
    if ('reason' in item) scan.skipped.push(item);
    else scan.items.push(item);
  }
  if (to < pages) scan.cursor = { address, root, from: to };
  else scan.keep = keptOf(found);
  return scan;
}

function keptOf({ address, manifest }: FoundPack): string {
  return `${manifest.root} ${address}`;
}

function siteAt({ address, manifest: { base } }: FoundPack): string {
  return siteOf(address, isText(base) ? base : undefined);
}

function toDocument(page: SitePage, site: string): DocumentInput | { name: string; reason: string } {
  const { url, title, body, language } = page;
  const name = isText(url) ? url : isText(title) ? title : 'a page';
  if (!isText(url)) return { name, reason: 'it has no address' };
  if (!isText(body) || body.trim() === '') return { name, reason: 'there is no text in it' };
  const meta = textsOf(page.meta);
  const updated = DATES.flatMap((key) => timeOf(meta.get(key)) ?? [])[0];
  const [author, description] = [meta.get('author'), meta.get('description')];
  const tags = tagsOf(page.filters);
  return {
    ...{ body, title: isText(title) ? title : url, content_type: 'text/markdown' },
    source_id: url,
    // A page cannot link outside its site.
    source_url: new URL(`./${url.replace(/^\/+/, '')}`, site).href,
    ...(author !== undefined && { author }),
    ...(updated !== undefined && { updated_at: updated }),
    metadata: {
      ...(isText(language) && { language }),
      ...(description !== undefined && { description }),
      ...(tags.length > 0 && { tags }),
    },
  };
}

/** `topic: Oil` becomes the tag “Oil”; a number needs its name: “version: 2”. */
function tagsOf(filters: unknown): string[] {
  const entries = isObject(filters) ? Object.entries(filters) : [];
  const tags = entries.flatMap(([name, values]) =>
    (Array.isArray(values) ? values : [])
      .filter(isText)
      .map((value) => (/\p{L}{2}/u.test(value) ? value : `${name} ${value}`)),
  );
  // Tags are written comma-separated, so they contain no comma.
  return [...new Set(tags.map((tag) => tag.replaceAll(',', ' ').slice(0, 64)))].slice(0, MOST_TAGS);
}

function textsOf(meta: unknown): Map<string, string> {
  const entries = isObject(meta) ? Object.entries(meta) : [];
  return new Map(
    entries.flatMap(([key, value]) =>
      isText(value) ? [[key.toLowerCase().replace(/[\s-]+/g, '_'), value.slice(0, MOST_CHARACTERS)]] : [],
    ),
  );
}

function timeOf(text: string | undefined): string | undefined {
  const time = new Date(text ?? NaN);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
