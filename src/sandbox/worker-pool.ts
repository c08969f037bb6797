// Decides which worker serves which tool: a worker never serves two, a spare is kept warm, and killed ones get time
// to die.
//
// - `lease` gives a worker to one request at a time; `release` keeps it for the same key; `retire` ends it.
// - terminate() returns immediately, but a thread in a loop or a C function uses its processor for seconds more
//   (Chromium 156: 2.0 s in a WebAssembly loop, up to 8 s in native code), and no event reports its end. Removing the
//   frame ends its process, and all threads in it within 0.1 s. So while no worker is busy, ended workers are swept out
//   with their frame. Otherwise they get DYING_TIME, and nothing starts while MAX_DYING of them may be running.
import { Failure } from '../core/errors.ts';
import type { SandboxPlace } from './sandbox-frame.ts';
import { SandboxWorker } from './sandbox-worker.ts';

/** Maximum requests at a time; the rest wait. Each worker takes 16 MiB of WebAssembly memory and up to 32 MiB of heap. */
const MAX_BUSY = 6;
/** Idle workers kept for the most recent tools, besides the spare. */
const MAX_IDLE = 3;
const MAX_DYING = 2;
/** Milliseconds for a thread to end that can't be swept out, because others in its frame are busy. */
const DYING_TIME = 3000;
/** Milliseconds that a call waits for a busy worker of its own tool: starting another takes longer than most calls. */
const PATIENCE = 30;
/**
 * Maximum milliseconds to wait while such workers keep coming free for other calls. By then, starting another worker
 * pays off.
 */
const LONGEST_PATIENCE = 150;
/** Milliseconds to wait before a new spare starts, so that it doesn't slow the call that took the last one. */
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
  /** All workers in the frame. */
  readonly #workers = new Set<SandboxWorker>();
  /** Leased workers and their keys. A worker counts from the moment it is chosen, or a sweep would remove its frame. */
  readonly #leased = new Map<SandboxWorker, string>();
  /** How many calls of each key have a worker, or soon will. */
  readonly #calls = new Map<string, number>();
  /** Keys whose first worker is starting. */
  readonly #starting = new Set<string>();
  /** When a worker of each key was ready or came free for another call of it, on the clock of `performance.now()`. */
  readonly #freed = new Map<string, number>();
  /** Timers of workers ended during a request. */
  readonly #dying = new Set<ReturnType<typeof setTimeout>>();
  #waiting: (() => void)[] = [];
  #refill: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(open: () => Promise<SandboxPlace>) {
    this.#open = open;
  }

  /** Opens the frame and prepares the spare. */
  warm(): Promise<void> {
    const warming = (this.#warming ??= this.#fill().finally(() => {
      if (this.#warming === warming) this.#warming = undefined;
    }));
    return warming;
  }

  /**
   * @param nested for a run that another run waits for; if it had to wait for a place, both could wait forever
   * @throws Failure `unavailable` or `sandbox_crashed` when no worker is available; the signal's reason when aborted
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

  /** Returns a worker that may serve the same tool again. */
  release(key: string, worker: SandboxWorker): void {
    this.#giveBack(worker);
    this.#idle.push({ key, worker });
    if (this.#idle.length > MAX_IDLE || this.#disposed) this.#idle.shift()?.worker.kill();
    if (this.#dying.size > 0) this.#refillSoon();
    this.#wake();
  }

  /** Ends a worker that is crashed, spent, or (`atWork`) in the middle of something that must stop. */
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
    // A tool that calls itself holds its own worker until this call is done.
    const own = nested || !this.#hasWorker(key) ? undefined : await this.#awaitOwn(key, signal);
    if (own) return own;
    if (!this.#hasWorker(key)) this.#starting.add(key);
    await this.#warming?.catch(() => undefined);
    return this.#take(key) ?? this.#spawn(signal, key);
  }

  #hasWorker(key: string): boolean {
    return this.#starting.has(key) || [...this.#leased.values()].includes(key);
  }

  /** Returns a worker of the same tool that comes free in time. */
  async #awaitOwn(key: string, signal?: AbortSignal): Promise<SandboxWorker | undefined> {
    const started = performance.now();
    for (;;) {
      const patience = this.#starting.has(key) ? LONGEST_PATIENCE : PATIENCE;
      const end = Math.max(started, this.#freed.get(key) ?? 0) + patience;
      const left = Math.min(end, started + LONGEST_PATIENCE) - performance.now();
      if (left <= 0 || (this.#calls.get(key) ?? 0) < 2) return undefined;
      const turn = this.#turn(signal);
      turn.catch(() => undefined); // May settle when nothing waits for it any more.
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
      // After a sweep, two spares may be starting.
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
    this.warm().catch(() => undefined); // The next caller gets the error.
  }

  /** Ends dying workers by removing their frame, and the idle ones with it, which cost 35 ms each to replace. */
  #sweep(): void {
    if (this.#leased.size === 0 && this.#dying.size > 0) this.#forget();
  }

  async #calm(signal?: AbortSignal): Promise<void> {
    while (this.#dying.size >= MAX_DYING) {
      this.#sweep();
      if (this.#dying.size > 0) await this.#turn(signal);
    }
  }

  /** @param key of the lease it is for */
  async #spawn(signal?: AbortSignal, key?: string): Promise<SandboxWorker> {
    for (;;) {
      await this.#calm(signal);
      const opening = (this.#opening ??= this.#open());
      let frame: SandboxPlace;
      try {
        frame = await opening;
      } catch (problem) {
        if (this.#opening === opening) this.#opening = undefined; // The next call may try again.
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
      // It was swept out, or the pool closed, before its first use.
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

  /** Resolves when something changed that waiting requests depend on. */
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
