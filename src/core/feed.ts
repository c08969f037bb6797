// A feed: a connector with settings, scanned on request and on a schedule while the app is open. Pure.
import { freeName } from '../base/free-name.ts';
import { Failure } from './errors.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';

export interface Feed {
  id: string;
  title: string;
  /** Name of the connector. Its newest version is always used. */
  connector: string;
  /** Source of its documents, used by no other feed: `script:NAME`, derived from the title, or `site:NAME`. */
  source: string;
  /** Overrides the connector's own config; `${NAME}` in a text stands for a secret. */
  config: JsonObject;
  /** Minutes between scans; absent: only on request. */
  every?: number;
  /** Removes documents that a complete scan no longer returns. Off by default. */
  prune?: true;
  /** Id of the collection that its documents join. */
  collection?: string;
  /** ISO 8601. */
  createdAt: string;
  last?: FeedScan;
  /** When the last successful scan began; later changes are new. Reset when the settings change. ISO 8601. */
  since?: string;
  /** Data that the connector wants passed to the next scan. Reset when the settings change. */
  kept?: Json;
  /** Number of consecutive failed scans. */
  failures?: number;
}

/** Report of a scan. */
export interface FeedScan {
  /** Start time, ISO 8601. */
  at: string;
  /** Milliseconds. */
  took: number;
  by: 'user' | 'page' | 'schedule';
  /** The record of the last run; a scan makes one run per page. */
  run?: string;
  pages: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  skipped: number;
  /** The first skipped items, with the reason. */
  skips?: { name: string; reason: string }[];
  /** Number of documents kept because there were too many to remove without asking. */
  held?: number;
  /** Why it failed, as a sentence. */
  error?: string;
  /** Code of the error. */
  code?: string;
}

/** Fields of a feed that a person or a script can set. */
export interface FeedInput {
  title?: string;
  connector: string;
  config?: JsonObject;
  /** Minutes; null: only on request. */
  every?: number | null;
  prune?: boolean;
  /** Id of a collection; null: none. */
  collection?: string | null;
}

/** The built-in connector for the pages of a site index. No tool can have this name. */
export const SITE_PACK = 'perilune:site';

/** Minutes. A shorter pause would scan more often than anything changes. */
export const EVERY = { min: 5, max: 43_200 } as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LONGEST_TITLE = 120;

/**
 * Checks the given fields of a feed.
 * @throws Failure `bad_request` that names the field.
 */
export function checkFeed(given: unknown): Partial<FeedInput> {
  if (!isObject(given)) throw new Failure('bad_request', 'a feed must be an object');
  const { title, connector, config, every, prune, collection } = given;
  const feed: Partial<FeedInput> = {};
  if (title !== undefined) {
    if (typeof title !== 'string' || title.trim() === '') throw wrong('title must be a string');
    feed.title = title.trim().slice(0, LONGEST_TITLE);
  }
  if (connector !== undefined) {
    if (typeof connector !== 'string') throw wrong('connector must be the name of a connector');
    feed.connector = connector;
  }
  if (config !== undefined) {
    if (!isObject(config)) throw wrong('config must be an object');
    feed.config = JSON.parse(JSON.stringify(config)) as JsonObject;
  }
  if (every !== undefined) {
    const fine = every === null || (typeof every === 'number' && every >= EVERY.min && every <= EVERY.max);
    if (!fine) throw wrong(`every must be ${EVERY.min} to ${EVERY.max} minutes, or null`);
    feed.every = every;
  }
  if (prune !== undefined) {
    if (typeof prune !== 'boolean') throw wrong('prune must be true or false');
    feed.prune = prune;
  }
  if (collection !== undefined) {
    if (collection !== null && typeof collection !== 'string')
      throw wrong('collection must be the id of a collection, or null');
    feed.collection = collection;
  }
  return feed;
}

/**
 * Returns the source of a feed's documents: `script:planet-lua` for “Planet Lua”.
 * @param taken sources with documents, or of another feed
 */
export function sourceOf(
  title: string,
  taken: ReadonlySet<string>,
  kind: 'script' | 'site' = 'script',
): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  return freeSource(`${kind}:${slug === '' ? 'feed' : slug}`, taken);
}

/** Returns the name itself, or with the first free number appended. */
export function freeSource(name: string, taken: ReadonlySet<string>, joint = '-'): string {
  return freeName(
    name,
    (source) => taken.has(source),
    (number) => `${name}${joint}${number}`,
  );
}

/** Maximum doublings of the pause after failures: six turn a quarter of an hour into sixteen hours. */
const MOST_DOUBLINGS = 6;
/** Share of a pause added at most, so that feeds with the same pause don't all scan at once. */
const JITTER = 0.1;

/**
 * Returns when a feed is due, in milliseconds since 1970; undefined without a schedule. A scan that was missed while
 * the app was closed is due immediately. After failures the pause doubles, up to a day or its own length.
 */
export function nextScanAt(
  { id, every, createdAt, last, failures = 0 }: Feed,
  now: number,
): number | undefined {
  if (every === undefined) return undefined;
  // Otherwise a feed could wait for years after the clock was set back.
  if (!last) return Math.min(Date.parse(createdAt), now);
  const pause = every * MINUTE;
  const patience = Math.min(pause * 2 ** Math.min(failures, MOST_DOUBLINGS), Math.max(DAY, pause));
  return Math.min(Date.parse(last.at), now) + patience * (1 + JITTER * fraction(`${id}${last.at}`));
}

/** Returns a number from 0 to 1 that depends only on the text. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

function wrong(message: string): Failure {
  return new Failure('bad_request', message);
}
