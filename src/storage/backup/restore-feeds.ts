// Restores feeds from a backup. A feed of an untrusted file replaces no feed and uses no source that exists here.
import { v7 as uuid } from 'uuid';
import { checkFeed, freeSource, sourceOf, type Feed } from '../../core/feed.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { namesIn } from '../../core/placeholders.ts';
import { isSameJson } from '../../base/same-json.ts';
import {
  broken,
  objectWith,
  verdict,
  type Parts,
  type Restoring,
  type RestoreTx,
  type Tally,
} from './restoring.ts';

/** The sources of feeds: `script:planet-lua`. */
const SOURCE = /^(script|site):[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u;

/** @param taken sources that had documents before the restoration */
export async function restoreFeeds(
  restoring: Restoring,
  parts: Parts,
  tally: Tally,
  taken: ReadonlySet<string>,
): Promise<void> {
  const store = restoring.tx.objectStore('feeds');
  if (restoring.clear) await store.clear();
  let paused = 0;
  let unnamed = 0;
  for await (const records of parts) {
    for (const record of records) {
      const feed = readFeed(record);
      if (restoring.trust) {
        if (verdict(restoring, tally, (await store.getKey(feed.id)) !== undefined)) await store.put(feed);
        continue;
      }
      const all = await store.getAll();
      const config = withoutSecrets(feed.config);
      if (all.some((one) => isThisFeed(one, feed, config))) {
        tally.kept += 1;
        continue;
      }
      // An untrusted file starts no repeated requests, and removes no documents.
      if (feed.every !== undefined || feed.prune) paused += 1;
      if (Object.keys(config).length < Object.keys(feed.config).length) unnamed += 1;
      const others = new Set([...taken, ...all.map(({ source }) => source)]);
      await store.put({
        ...{ id: uuid(), title: feed.title, connector: feed.connector, config },
        source: SOURCE.test(feed.source) ? freeSource(feed.source, others) : sourceOf(feed.title, others),
        createdAt: new Date().toISOString(),
      });
      tally.added += 1;
    }
  }
  if (unnamed > 0) restoring.note({ code: 'feed_config_left_out' });
  if (paused > 0) restoring.note({ code: 'feeds_paused' });
}

/** Returns every source that has documents. */
export async function sourcesIn(tx: RestoreTx): Promise<Set<string>> {
  const found = new Set<string>();
  let cursor = await tx.objectStore('documents').index('identity').openKeyCursor();
  while (cursor) {
    const [source] = cursor.key;
    found.add(source);
    // Skips all documents of this source.
    cursor = await cursor.continue([source, []] as unknown as [string, string]);
  }
  return found;
}

function readFeed(record: unknown): Feed {
  const read = objectWith(record, 'feeds', 'id', 'title', 'connector', 'source', 'createdAt');
  if (!isObject(read['config'])) throw broken('feeds', 'config');
  try {
    return { ...(read as unknown as Feed), title: checkFeed({ title: read.title }).title ?? read.connector };
  } catch {
    throw broken('feeds', 'title');
  }
}

function withoutSecrets(config: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(config).filter(([, value]) => namesIn({ value: value as Json }).length === 0),
  );
}

/** Tells whether it is the person's own feed in a plain backup. */
function isThisFeed(here: Feed, feed: Feed, config: JsonObject): boolean {
  return (
    here.id === feed.id &&
    here.connector === feed.connector &&
    here.source === feed.source &&
    isSameJson(withoutSecrets(here.config), config)
  );
}
