// Which worker serves which tool: a worker never serves two, a spare is kept warm, and killed ones get time to die.
//
// - `lease` gives a worker to one request at a time; `release` keeps it for the same key; `retire` ends it.
// - terminate() returns at once, but a thread inside a C function burns its processor for seconds more (measured: 2-5 s
//   in Chromium). While MAX_DYING threads do that, no new worker is started.
import type { SandboxFrame } from './sandbox-frame.ts';
import { SandboxWorker } from './sandbox-worker.ts';

/** Requests at work at once. The rest wait: each worker takes 16 MiB of WebAssembly memory and up to 32 MiB of heap. */
const MAX_BUSY = 6;
/** Idle workers kept for the tools used last, besides the spare. */
const MAX_IDLE = 3;
const MAX_DYING = 2;
/** No browser reports the end of a thread, so each killed one is given this long. */
const DYING_TIME = 3000;
/** A new spare is started once the call that took the last one is under way, not in its way. */
const REFILL_DELAY = 100;

export class WorkerPool {
  readonly #open: () => Promise<SandboxFrame>;
  #frame: SandboxFrame | undefined;
  #opening: Promise<SandboxFrame> | undefined;
  #warming: Promise<void> | undefined;
  #spare: SandboxWorker | undefined;
  /** Oldest first. */
  #idle: { key: string; worker: SandboxWorker }[] = [];
  #busy = 0;
  #dying = 0;
  #waiting: (() => void)[] = [];
  #refill: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(open: () => Promise<SandboxFrame>) {
    this.#open = open;
  }

  /** Opens the frame and readies the spare. */
  warm(): Promise<void> {
    this.#warming ??= this.#fill().finally(() => (this.#warming = undefined));
    return this.#warming;
  }

  /** @throws Failure `unavailable` or `sandbox_crashed` when no worker can be had; the signal's reason when aborted. */
  async lease(key: string, signal?: AbortSignal): Promise<SandboxWorker> {
    while (this.#busy >= MAX_BUSY) await this.#turn(signal);
    this.#busy += 1;
    try {
      const worker = await this.#obtain(key, signal);
      this.#refillSoon();
      await worker.ready;
      return worker;
    } catch (problem) {
      this.#busy -= 1;
      this.#wake();
      throw problem;
    }
  }

  /** The worker may serve the same tool again. */
  release(key: string, worker: SandboxWorker): void {
    this.#busy -= 1;
    this.#idle.push({ key, worker });
    if (this.#idle.length > MAX_IDLE || this.#disposed) this.#idle.shift()?.worker.kill();
    this.#wake();
  }

  /** The worker is done for: broken, spent, or (`atWork`) in the middle of something that must stop. */
  retire(worker: SandboxWorker, atWork: boolean): void {
    worker.kill();
    this.#busy -= 1;
    if (atWork) {
      this.#dying += 1;
      setTimeout(() => {
        this.#dying -= 1;
        this.#wake();
      }, DYING_TIME);
    }
    this.#refillSoon();
    this.#wake();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#refill);
    this.#forget();
  }

  async #obtain(key: string, signal?: AbortSignal): Promise<SandboxWorker> {
    if (this.#frame?.attached === false) this.#forget();
    const known = this.#takeIdle(key) ?? this.#takeSpare();
    if (known) return known;
    await this.#warming?.catch(() => undefined);
    return this.#takeSpare() ?? this.#spawn(signal);
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
    if (!this.#spare || this.#spare.dead) this.#spare = await this.#spawn();
    await this.#spare.ready;
  }

  #refillSoon(): void {
    if (this.#disposed) return;
    clearTimeout(this.#refill);
    this.#refill = setTimeout(() => void this.warm().catch(() => undefined), REFILL_DELAY);
  }

  async #spawn(signal?: AbortSignal): Promise<SandboxWorker> {
    while (this.#dying >= MAX_DYING) await this.#turn(signal);
    this.#opening ??= this.#open();
    try {
      this.#frame = await this.#opening;
    } catch (problem) {
      this.#opening = undefined; // the next call may try again
      throw problem;
    }
    return new SandboxWorker(this.#frame.spawn());
  }

  #forget(): void {
    this.#spare?.kill();
    for (const { worker } of this.#idle) worker.kill();
    this.#frame?.close();
    this.#spare = this.#frame = this.#opening = undefined;
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
