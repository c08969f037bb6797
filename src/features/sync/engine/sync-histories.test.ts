// Random histories of up to five devices with wrong clocks, killed processes, failing requests and late listings: all
// devices are equal in the end, and nothing is lost that nobody replaced or deleted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import type { Listed, SyncStore } from '../stores/store.ts';
import { MemoryDevice } from './memory-device.test-support.ts';

/** What a kill throws. */
class Killed extends Error {}

type Step =
  | { do: 'write'; device: number; key: number }
  | { do: 'setting'; device: number }
  | { do: 'say'; device: number; chat: number }
  | { do: 'remove'; device: number; key: number }
  | { do: 'removeChat'; device: number; chat: number }
  | { do: 'sync'; device: number; snapshotEvery: number }
  /** Ends the process at a step: a request, a saved state, a changed record. */
  | { do: 'kill'; device: number; at: number; place: 'before' | 'after' | 'state' | 'record' }
  /** Requests fail from a point on. */
  | { do: 'fail'; device: number; at: number }
  /** The device sees an older listing. */
  | { do: 'late'; device: number };

const device = fc.nat(4);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), device, key: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('setting' as const), device }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const), device, chat: fc.nat(1) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), device, key: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('removeChat' as const), device, chat: fc.nat(1) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('sync' as const),
        device,
        snapshotEvery: fc.constantFrom(5, 200),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('kill' as const),
        device,
        at: fc.nat(12),
        place: fc.constantFrom('before' as const, 'after' as const, 'state' as const, 'record' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), device, at: fc.nat(8) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const), device }) },
  ),
  { minLength: 5, maxLength: 40 },
);

/** A device's view of the storage, which can be late. */
class View implements SyncStore {
  isLate = false;
  #old = new Map<string, Listed[]>();

  constructor(readonly store: MemoryStore) {}

  read = (...given: Parameters<SyncStore['read']>) => this.store.read(...given);
  create = (...given: Parameters<SyncStore['create']>) => this.store.create(...given);
  replace = (...given: Parameters<SyncStore['replace']>) => this.store.replace(...given);
  remove = (...given: Parameters<SyncStore['remove']>) => this.store.remove(...given);
  prepare = () => this.store.prepare();

  async list(folder: string): Promise<Listed[]> {
    const old = this.#old.get(folder);
    if (this.isLate && old) return old;
    const listed = await this.store.list(folder);
    this.#old.set(folder, listed);
    return listed;
  }
}

class World {
  readonly store = new MemoryStore();
  readonly devices: MemoryDevice[] = [];
  readonly views: View[] = [];
  /** Texts that must be there in the end. */
  readonly alive = new Set<string>();
  #time = Date.UTC(2026, 0, 1);
  #texts = 0;

  async start(skews: readonly number[]): Promise<void> {
    for (const [index, skew] of skews.entries()) {
      const view = new View(this.store);
      const one = new MemoryDevice(`D${index}`, view, () => (this.#time += 7));
      one.skew = skew;
      await one.join();
      this.views.push(view);
      this.devices.push(one);
    }
  }

  async take(step: Step): Promise<void> {
    const index = step.device % this.devices.length;
    const one = this.devices[index]!;
    const { records } = one;
    switch (step.do) {
      case 'write':
        return this.#write(one, this.#noteOf(one, step.key) ?? `note/${step.key}`);
      case 'setting':
        return one.set('setting/theme', this.#text());
      case 'say': {
        const chat = `chat/${step.chat}`;
        if (!records.records.has(chat)) one.set(chat, 'a chat');
        return this.#write(one, `message/${step.chat}/${this.#texts}`);
      }
      case 'remove': {
        const key = this.#noteOf(one, step.key);
        if (key !== undefined) this.#gone(one, key);
        return records.remove(key ?? '');
      }
      case 'removeChat':
        for (const key of [...records.records.keys()]) {
          if (key.startsWith(`message/${step.chat}/`)) this.#gone(one, key);
        }
        return records.remove(`chat/${step.chat}`);
      case 'sync':
        await one.sync({ snapshotEvery: step.snapshotEvery });
        return;
      case 'late':
        this.views[index]!.isLate = true;
        await one.sync();
        this.views[index]!.isLate = false;
        return;
      case 'fail':
        return this.#broken(one, step.at, 'before', new Error('offline'));
      case 'kill':
        await this.#broken(one, step.at, step.place, new Killed());
        return one.kill();
    }
  }

  async end(): Promise<void> {
    for (let round = 0; round < 4; round += 1) for (const one of this.devices) await one.sync();
  }

  async #broken(one: MemoryDevice, at: number, place: string, error: Error): Promise<void> {
    let left = at;
    const step = (): void => {
      left -= 1;
      if (left < 0) throw error;
    };
    const nothing = (): void => undefined;
    if (place === 'before') this.store.before = step;
    else if (place === 'after') this.store.after = step;
    else if (place === 'state') one.states.step = step;
    else one.records.step = step;
    await one.sync().catch((problem: unknown) => {
      if (problem !== error) throw problem;
    });
    this.store.before = this.store.after = one.states.step = one.records.step = nothing;
  }

  /** One of the notes that this device shows under this number, forks included. */
  #noteOf({ records }: MemoryDevice, number: number): string | undefined {
    return [...records.records.keys()].findLast((key) => key.startsWith(`note/${number}`));
  }

  #write(one: MemoryDevice, key: string): void {
    this.#gone(one, key);
    const text = this.#text();
    this.alive.add(text);
    one.set(key, text);
  }

  /** The person replaces or deletes what is shown. */
  #gone(one: MemoryDevice, key: string): void {
    const shown = one.records.records.get(key)?.value;
    if (typeof shown === 'string') this.alive.delete(shown);
  }

  #text(): string {
    this.#texts += 1;
    return `text ${this.#texts}`;
  }
}

async function play(skews: readonly number[], history: readonly Step[]): Promise<void> {
  const world = new World();
  await world.start(skews);
  for (const step of history) await world.take(step);
  await world.end();
  const [first, ...others] = world.devices.map(({ records }) => records.seen());
  for (const other of others) expect(other).toEqual(first);
  const shown = new Set(Object.values(first ?? {}));
  expect([...world.alive].filter((text) => !shown.has(text))).toEqual([]);
}

const HOUR = 3_600_000;
const skews = fc.array(fc.integer({ min: -1000 * HOUR, max: 1000 * HOUR }), { minLength: 2, maxLength: 5 });

describe('random histories', () => {
  it('end equal on all devices, with nothing lost', { timeout: 300_000 }, async () => {
    await fc.assert(fc.asyncProperty(skews, steps, play), { ...runs(500), endOnFailure: false });
  });
});
