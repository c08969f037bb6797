// Requests over a pool with simulated frames: workers that answer, fall silent, or die with their frame without
// notice, as in a browser.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../core/limits.ts';
import { Deadline } from './deadline.ts';
import type { Reply, Request } from './protocol.ts';
import { Requests, type Bounds } from './requests.ts';
import type { SandboxFrame, SpawnedWorker } from './sandbox-frame.ts';
import { WorkerPool } from './worker-pool.ts';

/** What worker number `number` (from 1) replies to a request; undefined for silence. */
type Play = (number: number, request: Request) => Partial<Reply> | undefined;

class PlayedFrames {
  spawned = 0;
  readonly pool: WorkerPool;
  readonly requests: Requests;
  readonly #ports: MessagePort[] = [];
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
    this.pool = new WorkerPool(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return this.#frame();
    });
    this.requests = new Requests(this.pool);
  }

  #frame(): SandboxFrame {
    let open = true;
    const spawn = (): SpawnedWorker => {
      const number = ++this.spawned;
      let alive = true;
      const { port1, port2 } = new MessageChannel();
      this.#ports.push(port1, port2);
      const say = (message: object): void => {
        if (alive && open) port2.postMessage(message);
      };
      port2.onmessage = ({ data }: MessageEvent<Request>) => {
        const reply = this.#play(number, data);
        if (reply) say({ type: 'reply', id: data.id, spent: false, ...reply });
      };
      say({ type: 'ready' });
      return { port: port1, onDeath: () => undefined, terminate: () => void (alive = false) };
    };
    return {
      get attached() {
        return open;
      },
      spawn,
      close: () => void (open = false),
    } as unknown as SandboxFrame;
  }

  close(): void {
    this.pool.dispose();
    for (const port of this.#ports) port.close();
  }
}

let frames: PlayedFrames | undefined;
afterEach(() => {
  frames?.close();
  frames = undefined;
});

const body = { type: 'inspect', name: '', source: '', modules: '{}', limits: DEFAULT_LIMITS } as const;
const within = (milliseconds: number, more: Partial<Bounds> = {}): Bounds => ({
  deadline: new Deadline(milliseconds),
  late: 'it took too long',
  ...more,
});

describe('a silent worker', () => {
  it('is given up, and a fresh one is asked once more where that is safe', async () => {
    frames = new PlayedFrames((number) => (number === 1 ? undefined : { json: `${number}` }));
    const reply = await frames.requests.ask('a', body, within(40, { twice: true, once: true }));
    expect(Number(reply.json)).toBeGreaterThan(1);
  });

  it('fails the request when the second is silent too, after twice the time', async () => {
    let asked = 0;
    frames = new PlayedFrames(() => void (asked += 1));
    const started = performance.now();
    await expect(frames.requests.ask('a', body, within(60, { twice: true }))).rejects.toMatchObject({
      code: 'timeout',
      message: 'it took too long',
    });
    expect(asked).toBe(2);
    expect(performance.now() - started).toBeGreaterThan(110);
  });

  it('is not replaced when the request may change something', async () => {
    let asked = 0;
    frames = new PlayedFrames(() => void (asked += 1));
    await expect(frames.requests.ask('a', body, within(30))).rejects.toMatchObject({ code: 'timeout' });
    expect(asked).toBe(1);
  });

  it('is not replaced once the caller has stopped', async () => {
    let asked = 0;
    frames = new PlayedFrames(() => void (asked += 1));
    const stop = new AbortController();
    const asking = frames.requests.ask('a', body, within(5000, { twice: true, signal: stop.signal }));
    await vi.waitFor(() => expect(asked).toBe(1));
    stop.abort();
    await expect(asking).rejects.toMatchObject({ code: 'cancelled' });
    expect(asked).toBe(1);
  });
});

it("accepts a worker's own timeout report without a second attempt", async () => {
  let asked = 0;
  frames = new PlayedFrames(() => ({ error: { code: 'timeout', message: `try ${++asked}` } }));
  const reply = await frames.requests.ask('a', body, within(1000, { twice: true }));
  expect(reply.error?.message).toBe('try 1');
});

it('a page that stood still reads waiting messages before it gives up a worker', async () => {
  frames = new PlayedFrames((number) => {
    // Worker and page share one thread here, so both stand still, and the page's timer is due before the reply is
    // read.
    const end = performance.now() + 300;
    while (performance.now() < end);
    return { json: `${number}` };
  });
  await frames.pool.warm();
  expect((await frames.requests.ask('a', body, within(50))).json).toBe('1');
});

it('loses no reply when dying workers are swept out with their frame while others are leased', async () => {
  frames = new PlayedFrames((number, request) =>
    request.type === 'validate' ? { json: `${number}` } : undefined,
  );
  const { requests } = frames;
  const quick = { type: 'validate', schema: '{}', args: '{}' } as const;
  const outcomes: Record<string, number> = {};
  const count = (outcome: string): void => void (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
  let seed = 7;
  const random = (below: number): number =>
    (seed = (seed * 48_271) % 2_147_483_647) && Math.floor((seed / 2_147_483_647) * below);
  const until = (ticks: number): Promise<void> =>
    ticks === 0 ? Promise.resolve() : Promise.resolve().then(() => until(ticks - 1));
  for (let round = 0; round < 150; round++) {
    const stop = new AbortController();
    const endless = [0, 1].map((one) =>
      requests
        .ask(`endless ${one}`, body, within(10_000, { signal: stop.signal }))
        .catch((problem: { code: string }) => count(problem.code)),
    );
    if (round % 3 > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    // Stops requests in the same turn as others start, so that a sweep falls into their leases.
    const late = random(8);
    const early = random(2) === 0;
    if (early) stop.abort();
    await until(late);
    const asked = [0, 1].map((one) =>
      requests
        .ask(`quick ${one}`, quick, within(3000, { once: round % 2 === 0 }))
        .then(() => count('answered')),
    );
    if (!early) {
      await until(random(8));
      stop.abort();
    }
    await Promise.all([...endless, ...asked]);
  }
  expect(outcomes).toEqual({ cancelled: 300, answered: 300 });
});
