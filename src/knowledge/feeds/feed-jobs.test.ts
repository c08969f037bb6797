// The schedule, with a fake clock.
import { expect, it } from 'vitest';
import { nextScanAt, type Feed } from '../../core/feed.ts';
import { Scheduler, type SchedulerAround } from '../../base/scheduler.ts';
import { feedJobs } from './feed-jobs.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-01-02T03:00:00Z');

/** A world whose time passes on command. */
class World {
  now = START;
  online = true;
  feeds: Feed[];
  /** `id at minute`. */
  readonly scans: string[] = [];
  /** Called during each scan. */
  scanning: (id: string) => Promise<void> = async () => undefined;
  readonly #timers = new Set<{ at: number; run: () => void }>();
  readonly #wakes = new Set<() => void>();
  readonly #changes = new Set<() => void>();
  #tail: Promise<void> = Promise.resolve();

  constructor(...feeds: Partial<Feed>[]) {
    this.feeds = feeds.map((feed, i) => ({
      ...{ id: `f${i}`, title: 'F', connector: 'c', source: 's', config: {}, every: 60 },
      createdAt: new Date(START).toISOString(),
      ...feed,
    }));
  }

  open(): () => void {
    const around: SchedulerAround = {
      asOnlyTab: (signal, work) => {
        const turn = this.#tail.then(() => (signal.aborted ? undefined : work()));
        this.#tail = turn.catch(() => undefined);
        return turn;
      },
      later: (milliseconds, run) => {
        const timer = { at: this.now + milliseconds, run };
        this.#timers.add(timer);
        return () => void this.#timers.delete(timer);
      },
      onWake: (run) => {
        this.#wakes.add(run);
        return () => void this.#wakes.delete(run);
      },
      now: () => this.now,
    };
    const feeds = {
      list: async () => this.feeds,
      scan: async (id: string) => {
        this.scans.push(`${id} at ${(this.now - START) / MINUTE}`);
        await this.scanning(id);
        this.note(id);
      },
      onChange: (listener: () => void) => {
        this.#changes.add(listener);
        return () => void this.#changes.delete(listener);
      },
    };
    return new Scheduler(
      feedJobs(feeds, () => this.online),
      around,
    ).start();
  }

  note(id: string): void {
    const none = { took: 1, pages: 1, added: 0, changed: 0, unchanged: 0, removed: 0, skipped: 0 };
    const last = { at: new Date(this.now).toISOString(), by: 'schedule', ...none } as const;
    this.change((feed) => (feed.id === id ? { ...feed, last } : feed));
  }

  change(change: (feed: Feed) => Feed): void {
    this.feeds = this.feeds.map(change);
    for (const listener of this.#changes) listener();
  }

  /** Runs everything that is ready. */
  async settle(): Promise<void> {
    for (let i = 0; i < 50; i++) await Promise.resolve();
  }

  async pass(minutes: number): Promise<void> {
    const until = this.now + minutes * MINUTE;
    await this.settle();
    for (;;) {
      const [first] = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!first) break;
      this.#timers.delete(first);
      this.now = Math.max(this.now, first.at);
      first.run();
      await this.settle();
    }
    this.now = until;
  }

  /** Puts the device to sleep: no timer runs, and then the page is shown again. */
  async sleep(minutes: number): Promise<void> {
    this.now += minutes * MINUTE;
    for (const run of [...this.#wakes]) run();
    await this.settle();
  }
}

it('scans due feeds one after another, repeatedly', async () => {
  const world = new World({ every: 15 }, { every: 60 }, { every: undefined as never });
  world.open();
  await world.pass(0.1);
  expect(world.scans).toEqual(['f0 at 0', 'f1 at 0']);
  await world.pass(70);
  const [first, second] = ['f0', 'f1'].map((id) => world.scans.filter((scan) => scan.startsWith(id)));
  expect(first).toHaveLength(5);
  expect(second).toHaveLength(2);
  for (const feed of world.feeds.slice(0, 2)) expect(nextScanAt(feed, world.now)).toBeGreaterThan(world.now);
});

it('catches up once after a sleep', async () => {
  const world = new World({ every: 15 });
  world.open();
  await world.pass(1);
  await world.sleep(600);
  expect(world.scans).toHaveLength(2);
  await world.pass(10);
  expect(world.scans).toHaveLength(2);
});

it('skips a feed just scanned by hand, and follows new schedules', async () => {
  const world = new World({ every: undefined as never });
  world.open();
  await world.pass(5);
  expect(world.scans).toEqual([]);
  world.change((feed) => ({ ...feed, every: 15 }));
  await world.pass(0.1);
  expect(world.scans).toHaveLength(1);
  await world.pass(10);
  world.note('f0');
  await world.pass(10);
  expect(world.scans).toHaveLength(1);
});

it('waits while there is no network', async () => {
  const world = new World({ every: 15 });
  world.online = false;
  world.open();
  await world.pass(90);
  expect(world.scans).toEqual([]);
  world.online = true;
  await world.sleep(0);
  expect(world.scans).toHaveLength(1);
});

it('runs in one tab, and in the next when that is closed', async () => {
  const world = new World({ every: 15 });
  const close = world.open();
  world.open();
  await world.pass(20);
  expect(world.scans).toHaveLength(2);
  close();
  await world.pass(20);
  expect(world.scans.length).toBeGreaterThanOrEqual(3);
  expect(world.scans.length).toBeLessThanOrEqual(4);
});

it("doesn't retry immediately when a scan can't even be recorded", async () => {
  const world = new World({ every: 15 });
  world.scanning = () => Promise.reject(new Error('the storage is full'));
  world.open();
  await world.pass(46);
  expect(world.scans).toHaveLength(4);
});

it('continues with the others when one fails', async () => {
  const world = new World({}, {});
  world.scanning = (id) => (id === 'f0' ? Promise.reject(new Error('no')) : Promise.resolve());
  world.open();
  await world.pass(1);
  expect(world.scans).toEqual(['f0 at 0', 'f1 at 0']);
});
