// Which worker serves which tool: a worker never serves two, a spare is kept warm, and killed ones get time to die.
//
// - `lease` gives a worker to one request at a time; `release` keeps it for the same key; `retire` ends it.
// - terminate() returns at once, but a thread inside a loop or a C function burns its processor for seconds more (Chromium
//   156: 2.0 s in a WebAssembly loop, up to 8 s in native code), and no event tells of its end. Taking the frame out of the
//   page ends its process, and every thread in it is gone within 0.1 s. So while nobody is at work, ended workers are
//   swept out with their frame; otherwise they get DYING_TIME, and nothing starts while MAX_DYING of them may burn.
import { Failure } from '../core/errors.ts';
import type { SandboxPlace } from './sandbox-frame.ts';
import { SandboxWorker } from './sandbox-worker.ts';

/** Requests at work at once. The rest wait: each worker takes 16 MiB of WebAssembly memory and up to 32 MiB of heap. */
const MAX_BUSY = 6;
/** Idle workers kept for the tools used last, besides the spare. */
const MAX_IDLE = 3;
const MAX_DYING = 2;
/** For the end of a thread that cannot be swept out, because others are at work in its frame. */
const DYING_TIME = 3000;
/** Milliseconds that a call waits for a busy worker of its own tool to come free: starting another takes longer than most calls. */
const PATIENCE = 30;
/** Milliseconds that it waits at most while they do come free, but to others: by then another worker is worth its start. */
const LONGEST_PATIENCE = 150;
/** A new spare is started once the call that took the last one is under way, not in its way. */
const REFILL_DELAY = 100;

export class WorkerPool {
  readonly #open: () => Promise<SandboxPlace>;
  #frame: SandboxPlace | undefined;
  #opening: Promise<SandboxPlace> | undefined;
  #warming: Promise<void> | undefined;
  #spare: SandboxWorker | undefined;
  /** Oldest first. */
  #idle: { key: string; worker: SandboxWorker }[] = [];
  #busy = 0;
  /** All that live in the frame. */
  readonly #workers = new Set<SandboxWorker>();
  /** Given out and not yet back, each with its key: from the moment it is chosen, or a sweep would take its frame away. */
  readonly #leased = new Map<SandboxWorker, string>();
  /** How many calls of each key have a worker, or are about to. */
  readonly #calls = new Map<string, number>();
  /** Whose first worker is on its way. */
  readonly #starting = new Set<string>();
  /** When a worker of each key was ready, or came free for another call of it. On the clock of performance.now(). */
  readonly #freed = new Map<string, number>();
  /** Timers of those that were ended in the middle of something. */
  readonly #dying = new Set<ReturnType<typeof setTimeout>>();
  #waiting: (() => void)[] = [];
  #refill: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(open: () => Promise<SandboxPlace>) {
    this.#open = open;
  }

  /** Opens the frame and readies the spare. */
  warm(): Promise<void> {
    const warming = (this.#warming ??= this.#fill().finally(() => {
      if (this.#warming === warming) this.#warming = undefined;
    }));
    return warming;
  }

  /**
   * @param nested for a run that another one waits for: were it to wait for a place, both could wait for ever.
   * @throws Failure `unavailable` or `sandbox_crashed` when no worker can be had; the signal's reason when aborted.
   */
  async lease(key: string, signal?: AbortSignal, nested = false): Promise<SandboxWorker> {
    while (this.#busy >= MAX_BUSY && !nested) await this.#turn(signal);
    this.#begin(key);
    try {
      const worker = await this.#obtain(key, signal, nested);
      this.#refillSoon();
      try {
        await worker.ready;
      } catch (problem) {
        this.#leased.delete(worker);
        throw problem;
      }
      if (this.#starting.delete(key)) this.#freed.set(key, performance.now());
      return worker;
    } catch (problem) {
      this.#starting.delete(key);
      this.#end(key);
      this.#wake();
      throw problem;
    }
  }

  /** The worker may serve the same tool again. */
  release(key: string, worker: SandboxWorker): void {
    this.#giveBack(worker);
    this.#idle.push({ key, worker });
    if (this.#idle.length > MAX_IDLE || this.#disposed) this.#idle.shift()?.worker.kill();
    if (this.#dying.size > 0) this.#refillSoon();
    this.#wake();
  }

  /** The worker is done for: broken, spent, or (`atWork`) in the middle of something that must stop. */
  retire(worker: SandboxWorker, atWork: boolean): void {
    const burning = atWork || worker.dead;
    worker.kill();
    this.#giveBack(worker);
    if (burning) this.#mourn();
    this.#refillSoon();
    this.#wake();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#refill);
    this.#forget();
  }

  async #obtain(key: string, signal: AbortSignal | undefined, nested: boolean): Promise<SandboxWorker> {
    if (this.#frame?.attached === false) this.#forget();
    await this.#calm(signal);
    const known = this.#take(key);
    if (known) return known;
    // The worker of a tool that calls itself does not come free before this call is done.
    const own = nested || !this.#hasWorker(key) ? undefined : await this.#awaitOwn(key, signal);
    if (own) return own;
    if (!this.#hasWorker(key)) this.#starting.add(key);
    await this.#warming?.catch(() => undefined);
    return this.#take(key) ?? this.#spawn(signal, key);
  }

  #hasWorker(key: string): boolean {
    return this.#starting.has(key) || [...this.#leased.values()].includes(key);
  }

  /** A worker of the same tool that comes free in time. */
  async #awaitOwn(key: string, signal?: AbortSignal): Promise<SandboxWorker | undefined> {
    const started = performance.now();
    for (;;) {
      const patience = this.#starting.has(key) ? LONGEST_PATIENCE : PATIENCE;
      const end = Math.max(started, this.#freed.get(key) ?? 0) + patience;
      const left = Math.min(end, started + LONGEST_PATIENCE) - performance.now();
      if (left <= 0 || (this.#calls.get(key) ?? 0) < 2) return undefined;
      const turn = this.#turn(signal);
      turn.catch(() => undefined); // it may come when nobody waits for it any more
      await Promise.race([turn, new Promise((resolve) => setTimeout(resolve, left))]);
      const known = this.#take(key);
      if (known) return known;
    }
  }

  #take(key: string): SandboxWorker | undefined {
    const known = this.#takeIdle(key) ?? this.#takeSpare();
    if (known) this.#leased.set(known, key);
    return known;
  }

  #takeIdle(key: string): SandboxWorker | undefined {
    this.#idle = this.#idle.filter(({ worker }) => !worker.dead);
    const at = this.#idle.findLastIndex((idle) => idle.key === key);
    return at < 0 ? undefined : this.#idle.splice(at, 1)[0]?.worker;
  }

  #takeSpare(): SandboxWorker | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.dead ? undefined : spare;
  }

  async #fill(): Promise<void> {
    if (!this.#spare || this.#spare.dead) {
      const worker = await this.#spawn();
      // After a sweep two may be on their way.
      if (this.#spare && !this.#spare.dead) worker.kill();
      else this.#spare = worker;
    }
    await this.#spare.ready;
  }

  #refillSoon(): void {
    if (this.#disposed) return;
    clearTimeout(this.#refill);
    this.#refill = setTimeout(() => {
      this.#sweep();
      this.warm().catch(() => undefined);
    }, REFILL_DELAY);
  }

  #begin(key: string): void {
    this.#busy += 1;
    this.#calls.set(key, (this.#calls.get(key) ?? 0) + 1);
  }

  #end(key: string): void {
    this.#busy -= 1;
    const left = (this.#calls.get(key) ?? 0) - 1;
    if (left > 0) {
      this.#calls.set(key, left);
      this.#freed.set(key, performance.now());
    } else {
      this.#calls.delete(key);
      this.#freed.delete(key);
    }
  }

  #giveBack(worker: SandboxWorker): void {
    const key = this.#leased.get(worker);
    this.#leased.delete(worker);
    if (key !== undefined) this.#end(key);
  }

  #mourn(): void {
    const timer = setTimeout(() => {
      this.#dying.delete(timer);
      this.#wake();
    }, DYING_TIME);
    this.#dying.add(timer);
    if (this.#dying.size < MAX_DYING || this.#disposed) return;
    this.#sweep();
    this.warm().catch(() => undefined); // whoever comes next hears of it
  }

  /** Ends what is dying by taking its frame away, and the idle workers with it: they cost 35 ms each to replace. */
  #sweep(): void {
    if (this.#leased.size === 0 && this.#dying.size > 0) this.#forget();
  }

  async #calm(signal?: AbortSignal): Promise<void> {
    while (this.#dying.size >= MAX_DYING) {
      this.#sweep();
      if (this.#dying.size > 0) await this.#turn(signal);
    }
  }

  /** @param key of the lease that it is for. */
  async #spawn(signal?: AbortSignal, key?: string): Promise<SandboxWorker> {
    for (;;) {
      await this.#calm(signal);
      const opening = (this.#opening ??= this.#open());
      let frame: SandboxPlace;
      try {
        frame = await opening;
      } catch (problem) {
        if (this.#opening === opening) this.#opening = undefined; // the next call may try again
        throw problem;
      }
      if (this.#opening === opening) {
        this.#frame = frame;
        const worker = new SandboxWorker(frame.spawn());
        for (const other of this.#workers) if (other.dead) this.#workers.delete(other);
        this.#workers.add(worker);
        if (key !== undefined) this.#leased.set(worker, key);
        return worker;
      }
      // It was swept out, or the pool closed, before anybody could use it.
      frame.close();
      if (this.#disposed) throw new Failure('cancelled', 'the tool sandbox was closed');
    }
  }

  #forget(): void {
    for (const worker of this.#workers) worker.kill();
    this.#workers.clear();
    this.#frame?.close();
    for (const timer of this.#dying) clearTimeout(timer);
    this.#dying.clear();
    this.#spare = this.#frame = this.#opening = this.#warming = undefined;
    this.#idle = [];
  }

  /** Resolves when something has changed that waiting requests may be interested in. */
  #turn(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal?.reason as Error);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
