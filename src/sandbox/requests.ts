// One request to the sandbox from lease to reply. It settles exactly once: reply, deadline, abort, or death of its worker.
import { Failure } from '../core/errors.ts';
import { Expired, type Deadline } from './deadline.ts';
import type { Reply } from './protocol.ts';
import type { WorkerEvent, RequestBody, SandboxWorker } from './sandbox-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface Bounds {
  /** Starts when a worker is available. */
  deadline: Deadline;
  /** What the user is told at the deadline. */
  late: string;
  signal?: AbortSignal | undefined;
  /** Another run is waiting for this one. */
  nested?: boolean | undefined;
  /** The worker serves only this request. */
  once?: boolean;
  /**
   * Gives up a silent worker and asks a fresh one, once. A worker ends a looping script itself and reports it in
   * time. Silence means an endless C function or a machine that stood still, which isn't the script's fault. Only for
   * requests without effects outside the sandbox.
   */
  twice?: boolean;
}

export class Requests {
  readonly #pool: WorkerPool;

  constructor(pool: WorkerPool) {
    this.#pool = pool;
  }

  /** @throws Failure `timeout` when the worker didn't answer in time; `cancelled`, `sandbox_crashed` or `unavailable` */
  async ask(
    key: string,
    body: RequestBody,
    bounds: Bounds,
    onEvent?: (event: WorkerEvent, worker: SandboxWorker) => void,
  ): Promise<Reply> {
    for (let left = bounds.twice ? 1 : 0; ; left -= 1) {
      try {
        return await this.#askOne(key, body, bounds, onEvent);
      } catch (problem) {
        if (!(problem instanceof Expired)) throw problem;
        if (left === 0) throw new Failure('timeout', bounds.late);
      }
    }
  }

  async #askOne(
    key: string,
    body: RequestBody,
    { deadline, signal, nested, once = false }: Bounds,
    onEvent?: (event: WorkerEvent, worker: SandboxWorker) => void,
  ): Promise<Reply> {
    if (signal?.aborted) throw stopped();
    let worker: SandboxWorker | undefined;
    let cut!: (failure: Failure) => void;
    const aborted = new Promise<never>((_, reject) => (cut = reject));
    aborted.catch(() => undefined); // May settle when nothing waits any more.
    const onAbort = (): void => cut(stopped());
    signal?.addEventListener('abort', onAbort, { once: true });
    const leasing = this.#pool.lease(key, signal, nested);
    try {
      const leased = (worker = await Promise.race([leasing, aborted]));
      deadline.restart();
      const asking = leased.ask(body, (event) => onEvent?.(event, leased));
      const reply = await deadline.race(Promise.race([asking, aborted]));
      if (once || reply.spent) this.#pool.retire(leased, false);
      else this.#pool.release(key, leased);
      return reply;
    } catch (problem) {
      if (worker) this.#pool.retire(worker, !worker.dead);
      // Stopped while a worker was on its way; it is unused.
      else void leasing.then((late) => this.#pool.release(key, late)).catch(() => undefined);
      if (signal?.aborted) throw stopped();
      throw problem;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

function stopped(): Failure {
  return new Failure('cancelled', 'stopped');
}
