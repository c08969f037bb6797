// Labels of a feed: its last scan, its progress, its next scan. Pure.
import type { App } from '../../../apps/web/app.ts';
import { canonicalHost } from '../../../core/hosts.ts';
import { nextScanAt, SITE_PACK, type Feed, type FeedScan } from '../../../core/feed.ts';
import type { JsonObject } from '../../../base/json.ts';
import { count } from '../../components/quantities.ts';
import { sentence } from '../../components/sentence.ts';
import { language } from '../../texts/texts.ts';

type Feeds = Awaited<ReturnType<App['feeds']>>['feeds'];
export type ScanProgress = NonNullable<ReturnType<Feeds['running']>>['progress'];
export type ScanReport = Awaited<ReturnType<Feeds['scan']>>;

export const SCHEDULES = [
  { every: undefined, label: 'Manually' },
  { every: 15, label: 'Every 15 minutes' },
  { every: 60, label: 'Every hour' },
  { every: 24 * 60, label: 'Every day' },
] as const;

/** `Every 30 minutes`, for an interval a script chose. */
export function scheduleText(every: number | undefined): string {
  const known = SCHEDULES.find((schedule) => schedule.every === every);
  return known?.label ?? `Every ${count(every ?? 0, 'minute')}`;
}

/** Titles of the bundled connectors. */
const TITLES: Record<string, string> = {
  github_issues: 'GitHub issues',
  hacker_news: 'Hacker News',
  rss: 'RSS or Atom feed',
  website: 'Website',
  [SITE_PACK]: 'Documentation site',
};

/** `Release notes` for a connector named release_notes. */
export function connectorTitle(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return TITLES[name] ?? (words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1));
}

/** Suggests a feed's name from its settings: an address, a repository, a search. */
export function suggestedTitle(connector: string, config: JsonObject): string {
  const { url, owner, repo, query, list } = config;
  if (typeof url === 'string' && URL.canParse(url)) {
    const { host, pathname } = new URL(url);
    const path = pathname.replace(/\/(index|feed|rss|atom|sitemap)?(\.\w+)?$/, '');
    return host.replace(/^www\./, '') + path;
  }
  if (typeof owner === 'string' && typeof repo === 'string' && owner && repo)
    return `${owner}/${repo} issues`;
  if (typeof query === 'string' && query !== '') return `${connectorTitle(connector)}: ${query}`;
  if (typeof list === 'string' && list !== '') return `${connectorTitle(connector)}: ${list}`;
  return connectorTitle(connector);
}

/** Returns the hosts of a feed: its connector's, and those of addresses in its settings. */
export function hostsFor(asked: readonly string[], config: JsonObject): string[] {
  const named = Object.values(config).flatMap((value) =>
    typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
      ? [new URL(value).host]
      : [],
  );
  return [...new Set([...asked, ...named].flatMap((host) => canonicalHost(host) ?? []))];
}

/** `3 added, 1 changed, 20 unchanged`. */
export function countsText(
  counts: Pick<FeedScan, 'added' | 'changed' | 'unchanged' | 'removed'>,
  skipped: number,
): string {
  const { added, changed, unchanged, removed } = counts;
  const told = [
    added > 0 && `${number(added)} added`,
    changed > 0 && `${number(changed)} changed`,
    removed > 0 && `${number(removed)} removed`,
    unchanged > 0 && `${number(unchanged)} unchanged`,
    skipped > 0 && `${number(skipped)} skipped`,
  ].filter((part) => part !== false);
  return told.length > 0 ? told.join(', ') : 'nothing new';
}

/** Why a scan fails, without the script's line number, which the run log has. */
export function whyText(error: string): string {
  return sentence(error.replace(/^[\w./-]+:\d+: /, ''));
}

/** Describes a scan's progress in one line. */
export function doingText({
  doing,
  page,
  items,
  text,
  done = 0,
  total = 0,
  name = '',
}: ScanProgress): string {
  if (doing === 'adding')
    return `Adding ${number(Math.min(done + 1, total))} of ${number(total)}${name && `: ${name}`}`;
  if (doing === 'removing') return `Removing ${count(total, 'document')} that no longer exist`;
  const so = items > 0 ? `, ${count(items, 'item')} so far` : '';
  return `Reading page ${number(page)}${so}${text === undefined || text === '' ? '' : `: ${text}`}`;
}

/** Progress from 0 to 1; undefined when unknown. */
export function fractionOf({ doing, fraction, done = 0, total = 0 }: ScanProgress): number | undefined {
  if (doing === 'reading') return fraction;
  return total > 0 ? done / total : undefined;
}

/** The time of the next scan, and why it is not sooner; empty without a schedule. */
export function nextText(feed: Feed, now: number): string {
  const at = nextScanAt(feed, now);
  if (at === undefined) return '';
  const when = at <= now ? 'as soon as possible' : `in about ${pauseText(at - now)}`;
  const { failures = 0 } = feed;
  if (failures > 1) return `It failed ${failures} times in a row. Next try ${when}.`;
  return failures === 1 ? `Next try ${when}.` : `Next scan ${when}.`;
}

function pauseText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 60) return count(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day');
}

function number(value: number): string {
  return value.toLocaleString(language);
}
