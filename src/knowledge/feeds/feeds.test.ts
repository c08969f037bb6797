// Feeds over a real library: the items of a scan are added, replaced, skipped or removed, and nothing is done twice.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { FeedBench, note, START, type Script } from './feeds.test-support.ts';
import type { ScanProgress } from './scan.ts';

const USER = { kind: 'user' } as const;
const SCHEDULE = { kind: 'schedule', feed: 'x' } as const;
const open: FeedBench[] = [];
afterEach(() => {
  for (const bench of open.splice(0)) bench.close();
});

async function benchOf(script: Script, name?: string, locks?: Set<string>): Promise<FeedBench> {
  const bench = await FeedBench.open({ notes: script }, name, locks);
  open.push(bench);
  return bench;
}

/** Adds a feed whose connector returns the present `items`. */
async function feedOf(items: unknown[], more: object = {}) {
  const bench = await benchOf(() => items);
  const feed = await bench.feeds.add({ connector: 'notes', title: 'My notes', ...more });
  const scan = (options: object = {}) => bench.feeds.scan(feed.id, { caller: USER, ...options });
  return { bench, feed, items, scan, feeds: bench.feeds };
}

describe('a scan', () => {
  it("adds new items, under the feed's source (sync_incremental)", async () => {
    const { bench, items, scan } = await feedOf([note('a'), note('b')]);
    expect(await scan()).toMatchObject({
      added: 2,
      changed: 0,
      unchanged: 0,
      items: 2,
      pages: 1,
      whole: true,
    });
    items.push(note('c'));
    expect(await scan()).toMatchObject({ added: 1, unchanged: 2 });
    expect(await bench.titles('script:my-notes')).toEqual(['Note a', 'Note b', 'Note c']);
    expect(bench.added).toEqual([2, 1]);
  });

  it('passes no unchanged item to the library (sync_idempotent_no_duplicates)', async () => {
    const full = { updated_at: '2026-01-02T03:04:05Z', author: 'Ada', metadata: { labels: ['x'] } };
    const { bench, scan } = await feedOf([note('a', 'Text', full), note('b')]);
    await scan();
    expect(await scan()).toMatchObject({ added: 0, changed: 0, unchanged: 2, skipped: [], ids: [] });
    expect(bench.added).toEqual([2]);
    expect(await bench.titles('script:my-notes')).toHaveLength(2);
  });

  it.each<[string, object]>([
    ['text', note('a', 'Another text')],
    ['title', note('a', 'Text', { title: 'Another title' })],
    ['time', note('a', 'Text', { updated_at: '2026-02-02' })],
    ['metadata', note('a', 'Text', { metadata: { state: 'closed' } })],
  ])('replaces an item with another %s', async (_, changed) => {
    const { bench, items, scan } = await feedOf([
      note('a', 'Text', { updated_at: '2026-01-02', metadata: { state: 'open' } }),
    ]);
    await scan();
    items[0] = changed;
    expect(await scan()).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
    expect(await scan()).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await bench.titles('script:my-notes')).toHaveLength(1);
  });

  it('reports in a dry run what it would do, and does nothing (sync_dry_run)', async () => {
    const { bench, feed, feeds, items, scan } = await feedOf([note('a'), note('b')], { prune: true });
    await scan();
    items.splice(0, 2, note('b', 'Changed'), note('c'));
    const report = await scan({ dryRun: true });
    expect(report).toMatchObject({ added: 1, changed: 1, removed: 1, ids: [] });
    expect(report.changes.map(({ what, title }) => `${what} ${title ?? ''}`)).toEqual([
      'changed Note b',
      'added Note c',
      'removed Note a',
    ]);
    expect(await bench.titles('script:my-notes')).toEqual(['Note a', 'Note b']);
    expect((await feeds.get(feed.id)).last).toMatchObject({ added: 2 });
  });

  it('names the items it skips, including the second of two with one id', async () => {
    const { scan, feed, feeds } = await feedOf([
      note('a'),
      note('a', 'Later'),
      { source_id: 'hollow' },
      note('e', ' '),
    ]);
    const { skipped, added } = await scan();
    expect(added).toBe(1);
    expect(skipped).toEqual([
      { name: 'hollow', reason: "it has no 'body'" },
      { name: 'a', reason: 'the scan brought it twice, and the first one counts' },
      { name: 'Note e', reason: 'the document is empty' },
    ]);
    expect((await feeds.get(feed.id)).last).toMatchObject({ skipped: 3, skips: skipped });
  });
});

describe('a collection', () => {
  const membersOf = async (bench: FeedBench, id: string) =>
    (await bench.library.list({ collection: id })).documents.map(({ title }) => title).sort();

  it("is joined by the feed's documents, and left by none that a person put there", async () => {
    const { bench, items, scan } = await feedOf([note('a')], { collection: 'tea' });
    await scan();
    expect(await membersOf(bench, 'tea')).toEqual(['Note a']);
    items[0] = note('a', 'Changed');
    items.push(note('b'));
    await scan();
    expect(await membersOf(bench, 'tea')).toEqual(['Note a', 'Note b']);
    const [first] = (await bench.library.list({ collection: 'tea' })).documents;
    await bench.library.change([first!.id], { leave: ['tea'] });
    await scan();
    expect(await membersOf(bench, 'tea')).toHaveLength(1);
  });

  it('is changed for all documents of the feed', async () => {
    const { bench, feeds, feed, scan } = await feedOf([note('a'), note('b')]);
    await scan();
    expect((await feeds.update(feed.id, { collection: 'tea' })).collection).toBe('tea');
    expect(await membersOf(bench, 'tea')).toHaveLength(2);
    await feeds.update(feed.id, { collection: 'lua' });
    expect(await membersOf(bench, 'tea')).toEqual([]);
    expect(await membersOf(bench, 'lua')).toHaveLength(2);
    expect(await feeds.update(feed.id, { collection: null })).not.toHaveProperty('collection');
    expect(await membersOf(bench, 'lua')).toEqual([]);
  });

  it('that was deleted gets no documents, which are still added to the library', async () => {
    const { bench, scan } = await feedOf([note('a')], { collection: 'tea' });
    bench.collections.delete('tea');
    expect(await scan()).toMatchObject({ added: 1 });
    expect(await membersOf(bench, 'tea')).toEqual([]);
  });

  it.each([['another'], [7]])('is rejected as %j', async (collection) => {
    const bench = await benchOf(() => []);
    await expect(bench.feeds.add({ connector: 'notes', collection: collection as string })).rejects.toThrow(
      /collection/,
    );
  });
});

describe('pages', () => {
  const PAGES: Script = ({ cursor = 1 }) => ({
    items: [note(`p${String(cursor)}`)],
    cursor: (cursor as number) < 3 ? (cursor as number) + 1 : null,
    keep: `etag-${String(cursor)}`,
  });

  it('are requested until there is no cursor, each in a separate call', async () => {
    const bench = await benchOf(PAGES);
    const feed = await bench.feeds.add({ connector: 'notes', config: { folder: 'x' } });
    const steps: ScanProgress[] = [];
    const report = await bench.feeds.scan(feed.id, {
      caller: USER,
      onProgress: (step) => void steps.push(step),
    });
    expect(report).toMatchObject({ pages: 3, added: 3, run: 'run-3' });
    expect(bench.called.map(({ args }) => args)).toEqual([{}, { cursor: 2 }, { cursor: 3 }]);
    expect(bench.called[0]).toMatchObject({ settings: { folder: 'x' }, caller: USER });
    expect(steps.filter(({ doing }) => doing === 'reading')).toEqual([
      { doing: 'reading', page: 1, items: 0 },
      { doing: 'reading', page: 2, items: 1 },
      { doing: 'reading', page: 3, items: 2 },
    ]);
  });

  it('that were read stay in the library when a later one fails, and the feed records the failure', async () => {
    const bench = await benchOf((config, call) => {
      if (config['cursor'] === 3) throw new Failure('tool_error', 'notes:7: the server broke off');
      return PAGES(config, call);
    });
    const { id } = await bench.feeds.add({ connector: 'notes' });
    expect(await bench.feeds.scan(id, { caller: USER })).toMatchObject({
      added: 2,
      whole: false,
      error: { code: 'tool_error', message: 'notes:7: the server broke off' },
    });
    expect(await bench.titles('script:notes')).toHaveLength(2);
    const feed = await bench.feeds.get(id);
    expect(feed).toMatchObject({
      failures: 1,
      last: { error: 'notes:7: the server broke off', run: 'run-3' },
    });
    expect(feed.since).toBeUndefined();
  });

  it("end when the cursor doesn't change", async () => {
    const bench = await benchOf(() => ({ items: [], cursor: 'here' }));
    const { id } = await bench.feeds.add({ connector: 'notes' });
    const { error, pages } = await bench.feeds.scan(id, { caller: USER });
    expect(pages).toBe(2);
    expect(error?.message).toBe("'notes' returned the same cursor twice: it would never end");
  });
});

describe('the next scan', () => {
  it('is told when the last successful one began, and gets back its state', async () => {
    const bench = await benchOf(() => ({ items: [note('a')], keep: 'etag' }));
    const { id } = await bench.feeds.add({ connector: 'notes' });
    await bench.feeds.scan(id, { caller: USER });
    bench.now += 1000;
    await bench.feeds.scan(id, { caller: USER });
    const since = new Date(START).toISOString();
    expect(bench.called.map(({ args }) => args)).toEqual([{}, { last_scan: since, since, kept: 'etag' }]);
  });

  it('gets no “since” if the connector has a setting of that name or would reject it', async () => {
    const { bench, scan } = await feedOf([]);
    bench.schema = { type: 'object', properties: { since: { type: 'string' } } };
    await scan();
    await scan();
    expect(bench.called[1]?.args).toEqual({ last_scan: new Date(START).toISOString() });
    bench.schema = { type: 'object', additionalProperties: false };
    await scan();
    expect(bench.called[2]?.args).toEqual({});
  });

  it('requests everything again when the settings changed, even during the scan', async () => {
    const { bench, feed, feeds, scan } = await feedOf([]);
    await scan();
    await feeds.update(feed.id, { title: 'Renamed' });
    await scan();
    expect(bench.called.at(-1)?.args).toHaveProperty('last_scan');
    await feeds.update(feed.id, { config: { other: true } });
    await scan();
    expect(bench.called.at(-1)?.args).toEqual({});
    bench.scripts['notes'] = async () => {
      await feeds.update(feed.id, { config: { other: false } });
      return [];
    };
    await scan();
    expect((await feeds.get(feed.id)).since).toBeUndefined();
  });
});

describe('an item missing at its source', () => {
  const TWENTY = Array.from({ length: 20 }, (_, i) => note(`n${i}`));

  it('stays unless the feed says otherwise', async () => {
    const { bench, items, scan } = await feedOf([note('a'), note('b')]);
    await scan();
    items.pop();
    expect(await scan()).toMatchObject({ removed: 0, unchanged: 1 });
    expect(await bench.titles('script:my-notes')).toHaveLength(2);
  });

  it('is removed after a complete scan, which is not told of the last one', async () => {
    const { bench, items, scan } = await feedOf([note('a'), note('b')], { prune: true });
    await scan();
    items.pop();
    expect(await scan()).toMatchObject({ removed: 1, held: 0 });
    expect(bench.called[1]?.args).toEqual({});
    expect(await bench.titles('script:my-notes')).toEqual(['Note a']);
  });

  it("doesn't count as missing when it came but could not be read", async () => {
    const { bench, items, scan } = await feedOf([note('a'), note('b')], { prune: true });
    await scan();
    items[1] = { source_id: 'b' };
    expect(await scan()).toMatchObject({ removed: 0, skipped: [{ name: 'b' }] });
    items[1] = { body: 'who am I' };
    expect(await scan()).toMatchObject({ removed: 0 });
    expect(await bench.titles('script:my-notes')).toHaveLength(2);
  });

  it.each<[string, Script]>([
    ['says so itself', () => ({ items: [note('a')], partial: true })],
    [
      'failed',
      () => {
        throw new Failure('unavailable', 'down');
      },
    ],
    ['brought nothing at all', () => []],
  ])('is not removed when the scan %s', async (_, script) => {
    const { bench, scan } = await feedOf([note('a'), note('b')], { prune: true });
    await scan();
    bench.scripts['notes'] = script;
    expect((await scan()).removed).toBe(0);
    expect(await bench.titles('script:my-notes')).toHaveLength(2);
  });

  it('is not removed on a schedule when more than half are missing, but it is by hand', async () => {
    const { bench, feed, feeds, items, scan } = await feedOf([...TWENTY], { prune: true });
    await scan();
    items.splice(5);
    expect(await scan({ caller: SCHEDULE })).toMatchObject({ removed: 0, held: 15 });
    expect((await feeds.get(feed.id)).last).toMatchObject({ held: 15, by: 'schedule' });
    expect(await scan()).toMatchObject({ removed: 15, held: 0 });
    expect(await bench.titles('script:my-notes')).toHaveLength(5);
  });

  it("is looked for only among the feed's documents", async () => {
    const { bench, scan } = await feedOf([note('a')], { prune: true });
    await bench.library.add([{ document: { title: 'Mine', body: 'Mine', source: 'notes', source_id: 'z' } }]);
    const other = await bench.feeds.add({ connector: 'notes', title: 'My notes' });
    expect(other.source).toBe('script:my-notes-2');
    await bench.feeds.scan(other.id, { caller: USER });
    await scan();
    expect(await bench.titles('notes')).toEqual(['Mine']);
    expect(await bench.titles('script:my-notes-2')).toEqual(['Note a']);
  });
});

describe('a feed', () => {
  it('is never scanned twice at once, in this tab or another', async () => {
    let release = (): void => undefined;
    const wait: Script = () => new Promise((resolve) => (release = () => resolve([])));
    const locks = new Set<string>();
    const here = await benchOf(wait, 'feeds-shared', locks);
    const there = await benchOf(wait, 'feeds-shared', locks);
    const { id } = await here.feeds.add({ connector: 'notes', title: 'N' });
    const first = here.feeds.scan(id, { caller: USER });
    await vi.waitFor(() => expect(here.called).toHaveLength(1));
    expect(here.feeds.running(id)).toMatchObject({ dryRun: false });
    for (const { feeds } of [here, there]) {
      await expect(feeds.scan(id, { caller: USER })).rejects.toMatchObject({
        code: 'conflict',
        message: '“N” is being scanned already, here or in another tab',
      });
    }
    release();
    await first;
    expect(here.feeds.running(id)).toBeUndefined();
    const second = there.feeds.scan(id, { caller: USER });
    await vi.waitFor(() => expect(there.called).toHaveLength(1));
    release();
    await second;
  });

  it('can be stopped: added documents stay, and it is no failure', async () => {
    const bench = await benchOf(async ({ cursor }, { signal }) => {
      if (cursor === undefined) return { items: [note('a')], cursor: 2 };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Failure('cancelled', 'stopped');
    });
    const { id } = await bench.feeds.add({ connector: 'notes' });
    const scanning = bench.feeds.scan(id, { caller: USER });
    await vi.waitFor(() => expect(bench.called).toHaveLength(2));
    bench.feeds.stop(id);
    expect(await scanning).toMatchObject({ added: 1, error: { code: 'cancelled' } });
    const feed = await bench.feeds.get(id);
    expect(feed.failures).toBeUndefined();
    expect(feed.last).toMatchObject({ code: 'cancelled', added: 1 });
  });

  it('can be paused between two pages, resumes there, and can be stopped meanwhile', async () => {
    let pages = 0;
    const bench = await benchOf(() => ({
      items: [note(String(++pages))],
      ...(pages < 9 && { cursor: pages }),
    }));
    const { id } = await bench.feeds.add({ connector: 'notes' });
    let paused = false;
    const hold = (): void => {
      if (!paused && pages === 2) bench.feeds.pause(id, (paused = true));
    };
    const scanning = bench.feeds.scan(id, { caller: USER, onProgress: hold });
    await vi.waitFor(() => expect(bench.feeds.running(id)).toMatchObject({ paused: true }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(pages).toBe(2);
    bench.feeds.pause(id, false);
    await vi.waitFor(() => expect(pages).toBeGreaterThan(2));
    expect(await scanning).toMatchObject({ pages: 9, added: 9 });

    [pages, paused] = [0, false];
    const again = bench.feeds.scan(id, { caller: USER, onProgress: hold });
    await vi.waitFor(() => expect(bench.feeds.running(id)).toMatchObject({ paused: true }));
    bench.feeds.stop(id);
    expect(await again).toMatchObject({ error: { code: 'cancelled' } });
    expect(pages).toBe(2);
  });

  it('returns stored state to a connector that knows what is missing, even when it removes documents', async () => {
    const bench = await benchOf(() => ({ items: [note('a')], keep: 'k' }));
    const { id } = await bench.feeds.add({ connector: 'notes', prune: true });
    await bench.feeds.scan(id, { caller: USER });
    await bench.feeds.scan(id, { caller: USER });
    expect(bench.called.map(({ args }) => args)).toEqual([{}, {}]);
    bench.more = { knowsGone: true, sources: 'site' };
    await bench.feeds.scan(id, { caller: USER });
    expect(bench.called.at(-1)!.args).toEqual({ kept: 'k' });
    expect(await bench.feeds.add({ connector: 'notes', title: 'My site' })).toMatchObject({
      source: 'site:my-site',
    });
  });

  it('counts consecutive failures until a success', async () => {
    const { bench, feed, feeds, scan } = await feedOf([]);
    const fine = bench.scripts['notes'] as Script;
    bench.scripts['notes'] = () => {
      throw new Failure('denied', 'no');
    };
    await scan();
    await scan();
    expect((await feeds.get(feed.id)).failures).toBe(2);
    bench.scripts['notes'] = fine;
    await scan();
    expect((await feeds.get(feed.id)).failures).toBeUndefined();
  });

  it('is removed with or without its documents', async () => {
    const { bench, feed, feeds, scan } = await feedOf([note('a')]);
    await scan();
    const other = await feeds.add({ connector: 'notes', title: 'Other' });
    await feeds.scan(other.id, { caller: USER });
    expect(await feeds.remove(feed.id)).toBe(0);
    expect(await bench.titles('script:my-notes')).toHaveLength(1);
    expect(await feeds.remove(other.id, { documents: true })).toBe(1);
    expect(await bench.titles('script:other')).toEqual([]);
    expect(await feeds.list()).toEqual([]);
    await expect(feeds.scan(feed.id, { caller: USER })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('needs an existing connector', async () => {
    const { feeds, feed } = await feedOf([]);
    await expect(feeds.add({ connector: 'nobody' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'no connector registered with name: nobody',
    });
    await expect(feeds.update(feed.id, { connector: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(feeds.update('x', {})).rejects.toMatchObject({ code: 'not_found' });
  });
});
