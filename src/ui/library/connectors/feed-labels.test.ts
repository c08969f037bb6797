// Labels of feeds.
import { expect, it } from 'vitest';
import type { Feed } from '../../../core/feed.ts';
import * as words from './feed-labels.ts';

const NOW = Date.parse('2026-01-02T03:00:00Z');
const NONE = { added: 0, changed: 0, unchanged: 0, removed: 0 };

function feed(more: Partial<Feed>, minutesAgo = 0): Feed {
  const at = new Date(NOW - minutesAgo * 60_000).toISOString();
  const last = { at, took: 1, by: 'user', pages: 1, skipped: 0, ...NONE } as const;
  return { id: 'a', title: 'A', connector: 'rss', source: 's', config: {}, createdAt: at, last, ...more };
}

it('counts the documents added, and says if there were none', () => {
  expect(words.countsText({ ...NONE, added: 1204, unchanged: 3 }, 2)).toBe(
    '1,204 added, 3 unchanged, 2 skipped',
  );
  expect(words.countsText(NONE, 0)).toBe('nothing new');
});

it("needs its connector's hosts and those of addresses in its settings", () => {
  expect(words.hostsFor(['api.github.com'], { api: 'https://api.github.com', owner: 'x' })).toEqual([
    'api.github.com',
  ]);
  expect(words.hostsFor([], { url: 'http://localhost:8080/feed.xml', note: 'https://' })).toEqual([
    'localhost:8080',
  ]);
});

it('suggests a name for a feed', () => {
  expect(words.suggestedTitle('rss', { url: 'https://www.example.com/blog/feed.xml' })).toBe(
    'example.com/blog',
  );
  expect(words.suggestedTitle('website', { url: 'https://docs.example.com' })).toBe('docs.example.com');
  expect(words.suggestedTitle('github_issues', { owner: 'lua', repo: 'lua' })).toBe('lua/lua issues');
  expect(words.suggestedTitle('hacker_news', { list: 'top', query: '' })).toBe('Hacker News: top');
  expect(words.suggestedTitle('release_notes', {})).toBe('Release notes');
});

it("describes a scan's progress", () => {
  expect(words.doingText({ doing: 'reading', page: 2, items: 50, text: 'issue 3' })).toBe(
    'Reading page 2, 50 items so far: issue 3',
  );
  expect(words.doingText({ doing: 'adding', page: 1, items: 0, done: 3, total: 9, name: 'T' })).toBe(
    'Adding 4 of 9: T',
  );
  expect(words.fractionOf({ doing: 'reading', page: 1, items: 0 })).toBeUndefined();
});

it("leaves the script's line number to the run log", () => {
  expect(words.whyText('lib/polite.lua:9: HTTP GET x failed: no')).toBe('HTTP GET x failed: no.');
  expect(words.whyText('the feed answered')).toBe('The feed answered.');
});

it('states the time of the next scan, and why it is not sooner', () => {
  expect(words.nextText(feed({}), NOW)).toBe('');
  expect(words.nextText(feed({ every: 60 }, 30), NOW)).toMatch(/^Next scan in about 3\d minutes\.$/);
  expect(words.nextText(feed({ every: 60 }, 300), NOW)).toBe('Next scan as soon as possible.');
  expect(words.nextText(feed({ every: 60, failures: 3 }), NOW)).toMatch(
    /^It failed 3 times in a row. Next try in about [89] hours\.$/,
  );
  expect(words.scheduleText(30)).toBe('Every 30 minutes');
});
