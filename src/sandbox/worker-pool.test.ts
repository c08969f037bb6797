// The pool over a simulated frame: each worker has a port, and is told when it is ended.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../core/limits.ts';
import type { Reply, Request } from './protocol.ts';
import type { SandboxFrame, SpawnedWorker } from './sandbox-frame.ts';
import { WorkerPool } from './worker-pool.ts';

/** Workers that answer every request with their own number. */
class PlayedFrame {
  attached = true;
  closed = 0;
  spawned = 0;
  readonly ended: number[] = [];
  readonly deaths = new Map<number, (message: string) => void>();
  readonly ports: MessagePort[] = [];

  spawn(): SpawnedWorker {
    const number = ++this.spawned;
    const { port1, port2 } = new MessageChannel();
    this.ports.push(port1, port2);
    port2.onmessage = ({ data }: MessageEvent<Request>) => {
      if (data.type === 'inspect') return; // Never answers.
      const reply: Reply = { type: 'reply', id: data.id, json: String(number), spent: false };
      port2.postMessage(reply);
    };
    port2.postMessage({ type: 'ready' });
    return {
      port: port1,
      onDeath: (listener) => void this.deaths.set(number, listener),
      terminate: () => void this.ended.push(number),
    };
  }

  close(): void {
    this.closed += 1;
  }
}

let frame: PlayedFrame;
let pool: WorkerPool;

beforeEach(() => {
  frame = new PlayedFrame();
  pool = new WorkerPool(() => Promise.resolve(frame as unknown as SandboxFrame));
});

afterEach(() => {
  vi.useRealTimers();
  pool.dispose();
  for (const port of frame.ports) port.close();
});

const ask = { type: 'validate', schema: '{}', args: '{}' } as const;
const endless = { type: 'inspect', name: '', source: '', modules: '{}', limits: DEFAULT_LIMITS } as const;

async function use(key: string): Promise<string | undefined> {
  const worker = await pool.lease(key);
  const { json } = await worker.ask(ask);
  pool.release(key, worker);
  return json;
}

describe('the pool', () => {
  it('starts nothing until asked, and one worker when warmed twice', async () => {
    expect(frame.spawned).toBe(0);
    await Promise.all([pool.warm(), pool.warm()]);
    await pool.warm();
    expect(frame.spawned).toBe(1);
  });

  it("gives a tool its own worker again, and never another tool's", async () => {
    const [first, second] = [await use('a'), await use('b')];
    expect(first).not.toBe(second);
    expect([await use('a'), await use('b'), await use('a')]).toEqual([first, second, first]);
  });

  it('gives two simultaneous calls of one tool two workers', async () => {
    const [one, two] = await Promise.all([pool.lease('a'), pool.lease('a')]);
    expect(one).not.toBe(two);
    pool.release('a', one);
    pool.release('a', two);
  });

  it('serves many short calls of one tool with one worker', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const answers = await Promise.all(Array.from({ length: 50 }, () => use('a')));
    expect(new Set(answers)).toEqual(new Set(['1']));
  });

  it("waits for a tool's busy worker while it keeps coming free for other calls", async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const first = await pool.lease('a');
    const second = pool.lease('a');
    const third = pool.lease('a');
    await vi.advanceTimersByTimeAsync(20);
    pool.release('a', first);
    expect(await second).toBe(first);
    await vi.advanceTimersByTimeAsync(20);
    pool.release('a', first);
    expect(await third).toBe(first);
  });

  it('keeps workers for the three most recent tools', async () => {
    const first = await use('a');
    for (const key of ['b', 'c', 'd']) await use(key);
    expect(frame.ended).toEqual([Number(first)]);
    expect(await use('a')).not.toBe(first);
  });

  it('keeps a spare ready for the next new tool', async () => {
    await use('a');
    await vi.waitFor(() => expect(frame.spawned).toBe(2));
    expect(await use('b')).toBe('2');
  });

  it('makes the seventh call wait until one is done', async () => {
    const leased = await Promise.all(['1', '2', '3', '4', '5', '6'].map((key) => pool.lease(key)));
    let served = false;
    const seventh = pool.lease('7').then((worker) => ((served = true), worker));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(served).toBe(false);
    pool.release('1', leased[0]!);
    expect(await seventh).toBeDefined();
  });

  it('lets a waiting call be stopped', async () => {
    await Promise.all(['1', '2', '3', '4', '5', '6'].map((key) => pool.lease(key)));
    const controller = new AbortController();
    const seventh = pool.lease('7', controller.signal);
    controller.abort();
    await expect(seventh).rejects.toMatchObject({ name: 'AbortError' });
  });

  describe('a worker ended during a request', () => {
    async function endAtWork(key: string): Promise<void> {
      const worker = await pool.lease(key);
      const asked = worker.ask(endless);
      pool.retire(worker, true);
      await expect(asked).rejects.toMatchObject({ code: 'sandbox_crashed' });
    }

    it('is swept out with its frame once no worker is busy, and a new frame opens (B19)', async () => {
      await endAtWork('a');
      expect(frame.closed).toBe(0);
      await vi.waitFor(() => expect(frame.closed).toBe(1));
      await vi.waitFor(() => expect(frame.spawned).toBeGreaterThan(1));
      expect(await use('b')).toBeDefined();
    });

    it('leaves the spare to serve the next call before that', async () => {
      await use('x');
      await vi.waitFor(() => expect(frame.spawned).toBe(2));
      await endAtWork('x');
      expect(await use('b')).toBe('2');
      expect(frame.closed).toBe(0);
    });

    it('is swept out immediately when it is the second', async () => {
      await endAtWork('a');
      await endAtWork('b');
      expect(frame.closed).toBe(1);
    });

    it('stops new starts while two of them may burn beside a busy one, for three seconds at most (B19)', async () => {
      const innocent = await pool.lease('innocent');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await endAtWork('a');
      await endAtWork('b');
      const before = frame.spawned;
      const third = pool.lease('c');
      await vi.advanceTimersByTimeAsync(2900);
      expect([frame.spawned, frame.closed]).toEqual([before, 0]);
      await vi.advanceTimersByTimeAsync(200);
      pool.release('c', await third);
      expect((await innocent.ask(ask)).json).toBe('1');
    });

    it('allows new starts again once the busy one is done', async () => {
      const innocent = await pool.lease('innocent');
      await endAtWork('a');
      await endAtWork('b');
      const third = pool.lease('c');
      pool.release('innocent', innocent);
      expect(await third).toBeDefined();
      expect(frame.closed).toBe(1);
    });
  });

  it('rejects its current request when it crashes, and is never leased again', async () => {
    const worker = await pool.lease('a');
    const asked = worker.ask(endless);
    frame.deaths.get(1)?.('out of memory');
    await expect(asked).rejects.toMatchObject({
      code: 'sandbox_crashed',
      message: expect.stringContaining('out of memory') as string,
    });
    pool.release('a', worker);
    expect(await use('a')).not.toBe('1');
  });

  it('counts as crashed after an invalid message', async () => {
    const worker = await pool.lease('a');
    const asked = worker.ask(endless);
    frame.ports[1]?.postMessage({ type: 'reply', id: 1, json: { not: 'text' }, spent: false });
    await expect(asked).rejects.toMatchObject({ code: 'sandbox_crashed' });
  });

  it('makes way for a new frame when its frame was removed or could not be opened', async () => {
    expect(await use('a')).toBe('1');
    frame.attached = false;
    const before = frame.spawned;
    expect(Number(await use('a'))).toBeGreaterThan(before);

    let tries = 0;
    const second = new WorkerPool(() =>
      ++tries === 1
        ? Promise.reject(new Error('offline'))
        : Promise.resolve(frame as unknown as SandboxFrame),
    );
    await expect(second.lease('a')).rejects.toThrow('offline');
    expect(await second.lease('a')).toBeDefined();
    second.dispose();
  });
});

describe('many simultaneous calls of one tool', () => {
  it('share its few workers, instead of each starting one', async () => {
    // On a slow machine too, no call has waited too long for a worker.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await pool.warm();
    const answers = await Promise.all(Array.from({ length: 40 }, () => use('a')));
    expect(new Set(answers).size).toBeLessThanOrEqual(2);
    expect(frame.spawned).toBeLessThanOrEqual(3);
  });

  it("don't wait long for a slow one", async () => {
    await use('a');
    const slow = await pool.lease('a');
    const spare = await pool.lease('a');
    // Neither comes back, so a third one is started.
    const third = await pool.lease('a');
    expect(new Set([slow, spare, third]).size).toBe(3);
    for (const worker of [slow, spare, third]) pool.release('a', worker);
  });

  it('leave nothing behind when stopped while they wait', async () => {
    await use('a');
    const [slow, spare] = [await pool.lease('a'), await pool.lease('a')];
    const stop = new AbortController();
    const waiting = pool.lease('a', stop.signal);
    stop.abort();
    const late = await waiting.catch(() => undefined);
    if (late) pool.release('a', late);
    pool.release('a', slow);
    pool.release('a', spare);
    expect(await use('a')).toBeDefined();
  });
});
