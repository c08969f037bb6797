// perilune.feeds against a fake App.
import { expect, it, vi } from 'vitest';
import type { App } from '../apps/web/app.ts';
import { feedApi } from './feed-api.ts';

const FEED = {
  id: 'f1',
  title: 'Birds',
  connector: 'rss',
  source: 'script:birds',
  config: {},
  createdAt: '2026',
};
const REPORT = { added: 1, changed: 0, unchanged: 2, changes: [] };

function setUp(report: object = REPORT) {
  const feeds = {
    list: vi.fn(async () => [FEED]),
    get: vi.fn(async () => FEED),
    update: vi.fn(async () => FEED),
    remove: vi.fn(async () => 3),
    scan: vi.fn(async () => report),
    onChange: vi.fn(() => () => undefined),
  };
  const parts = {
    feeds,
    add: vi.fn(async () => FEED),
    allow: vi.fn(async () => undefined),
    lookAtSite: vi.fn(async (address: string) => ({ address, pages: 3 })),
  };
  const app = { feeds: async () => parts } as unknown as Pick<App, 'feeds' | 'collections'>;
  return { api: feedApi(Promise.resolve(app)), feeds, parts };
}

it('adds a feed with the page as caller, and grants its hosts', async () => {
  const { api, parts } = setUp();
  expect(await api.add({ connector: 'rss', config: { url: 'x' }, hosts: ['example.com'] })).toEqual(FEED);
  expect(parts.add).toHaveBeenCalledWith({ connector: 'rss', config: { url: 'x' } }, ['example.com'], 'page');
  await expect(api.add({ connector: 'rss', hosts: [5 as never] })).rejects.toThrow(
    'hosts must be a list of host names',
  );
  await expect(api.add(null as never)).rejects.toMatchObject({ code: 'bad_request' });
});

it('changes a feed, and grants its connector more hosts', async () => {
  const { api, parts, feeds } = setUp();
  await api.update('f1', { every: null, hosts: ['b.example'] });
  expect(parts.allow).toHaveBeenCalledWith('rss', ['b.example'], 'page');
  expect(feeds.update).toHaveBeenCalledWith('f1', { every: null });
});

it('removes a feed, with its documents on request', async () => {
  const { api, feeds } = setUp();
  expect(await api.remove('f1')).toEqual({ removed: 3 });
  await api.remove('f1', { documents: true });
  expect(feeds.remove.mock.calls).toEqual([
    ['f1', { documents: false }],
    ['f1', { documents: true }],
  ]);
});

it('scans, and rejects with the error code and the documents added so far', async () => {
  const { api, feeds } = setUp();
  expect(await api.scan('f1', { dryRun: true })).toEqual(REPORT);
  expect(feeds.scan).toHaveBeenCalledWith('f1', { dryRun: true, caller: { kind: 'page' } });
  const failing = setUp({ ...REPORT, error: { code: 'timeout', message: 'too long' } });
  await expect(failing.api.scan('f1')).rejects.toMatchObject({
    code: 'timeout',
    message: 'too long',
    details: REPORT,
  });
});

it('describes a documentation site', async () => {
  const { api, parts } = setUp();
  expect(await api.site('docs.example')).toEqual({ address: 'docs.example', pages: 3 });
  const { signal } = new AbortController();
  await api.site('docs.example', { signal });
  expect(parts.lookAtSite.mock.lastCall).toEqual(['docs.example', signal]);
});
