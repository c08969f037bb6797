// A feed: a connector with its settings that is scanned when asked, and on a schedule while the app is open. Pure.
import { Failure } from './errors.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';

export interface Feed {
  id: string;
  title: string;
  /** The name that its connector answers to: a new version of it is used as soon as it does. */
  connector: string;
  /** Its documents belong to this source, and to it alone: `script:NAME`, as a feed is called, or `site:NAME`. */
  source: string;
  /** On top of the connector's own config; `${NAME}` in a text stands for a secret. */
  config: JsonObject;
  /** Minutes between scans; absent: only when asked. */
  every?: number;
  /** Documents that a whole scan no longer brings are removed. Off unless somebody says so. */
  prune?: true;
  /** The id of the collection that its documents join. */
  collection?: string;
  /** ISO 8601. */
  createdAt: string;
  last?: FeedScan;
  /** When the last scan that went well began: what changed since then is new. Gone when the settings change. ISO 8601. */
  since?: string;
  /** What the connector wants to be given back at the next scan. Gone when the settings change. */
  kept?: Json;
  /** Scans in a row that failed. */
  failures?: number;
}

/** How a scan went. */
export interface FeedScan {
  /** ISO 8601, its beginning. */
  at: string;
  /** Milliseconds. */
  took: number;
  by: 'user' | 'page' | 'schedule';
  /** The record of the last run; a scan makes a run for each page. */
  run?: string;
  pages: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  skipped: number;
  /** The first that were left out, and why. */
  skips?: { name: string; reason: string }[];
  /** How many would have been removed, and were not: it was too many to do it unasked. */
  held?: number;
  /** Why it failed, as a sentence. */
  error?: string;
  /** Of the error. */
  code?: string;
}

/** What a person or a script says of a feed. */
export interface FeedInput {
  title?: string;
  connector: string;
  config?: JsonObject;
  /** Minutes; null: only when asked. */
  every?: number | null;
  prune?: boolean;
  /** The id of a collection; null: none. */
  collection?: string | null;
}

/** The connector that brings the pages of a site's pack: a part of the program, and no name that a tool can have. */
export const SITE_PACK = 'perilune:site';

/** Minutes. Below, a feed asks more than anybody writes. */
export const EVERY = { min: 5, max: 43_200 } as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LONGEST_TITLE = 120;

/**
 * What is given of a feed, checked.
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
 * The source of a feed's documents: `script:planet-lua` for “Planet Lua”.
 * @param taken sources that have documents, or belong to another feed
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

/** The name itself, or with the first number behind it that is free. */
export function freeSource(name: string, taken: ReadonlySet<string>, joint = '-'): string {
  let source = name;
  for (let count = 2; taken.has(source); count += 1) source = `${name}${joint}${count}`;
  return source;
}

/** Doublings of the pause after failures: six of them make a quarter of an hour sixteen hours. */
const MOST_DOUBLINGS = 6;
/** Which part of a pause is added so that feeds with the same pause do not come all at once. */
const JITTER = 0.1;

/**
 * When a feed is to be scanned next, in milliseconds since 1970; undefined without a schedule. What was missed, because
 * nothing was open, is due at once. After failures the pause doubles, up to a day or its own length.
 */
export function nextScanAt(
  { id, every, createdAt, last, failures = 0 }: Feed,
  now: number,
): number | undefined {
  if (every === undefined) return undefined;
  // A clock that was put back must not make it wait for years.
  if (!last) return Math.min(Date.parse(createdAt), now);
  const pause = every * MINUTE;
  const patience = Math.min(pause * 2 ** Math.min(failures, MOST_DOUBLINGS), Math.max(DAY, pause));
  return Math.min(Date.parse(last.at), now) + patience * (1 + JITTER * fraction(`${id}${last.at}`));
}

/** 0 to 1, the same for the same text, and different for others. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

function wrong(message: string): Failure {
  return new Failure('bad_request', message);
}
