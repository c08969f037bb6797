// Feeds as jobs of a scheduler: each is scanned when it is due. Nothing is due while the browser is offline.
import type { FirstCaller } from '../../core/call.ts';
import { nextScanAt, type Feed } from '../../core/feed.ts';
import type { Jobs } from '../../base/scheduler.ts';

export interface ScheduledFeeds {
  list(): Promise<Feed[]>;
  /** Stores its error with the feed, where it is shown. */
  scan(id: string, options: { caller: FirstCaller; signal: AbortSignal }): Promise<unknown>;
  onChange(listener: () => void): () => void;
}

const MINUTE = 60_000;

export function feedJobs(feeds: ScheduledFeeds, online: () => boolean): Jobs {
  return {
    async turns(now) {
      if (!online()) return [];
      return (await feeds.list()).flatMap((feed) => {
        const { id, every = 0, last } = feed;
        const at = nextScanAt(feed, now);
        if (at === undefined) return [];
        const run = (signal: AbortSignal) =>
          feeds.scan(id, { caller: { kind: 'schedule', feed: id }, signal });
        return [{ id, at, run, pause: every * MINUTE, recorded: last && Date.parse(last.at) }];
      });
    },
    onChange: (listener) => feeds.onChange(listener),
  };
}
