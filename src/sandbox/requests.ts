// One request to the sandbox from lease to reply. It settles exactly once: reply, deadline, abort, or death of its worker.
import { Failure } from '../core/errors.ts';
import { Expired, type Deadline } from './deadline.ts';
import type { Reply } from './protocol.ts';
import type { WorkerEvent, RequestBody, SandboxWorker } from './sandbox-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface Bounds {
  /** Begins when a worker is there. */
  deadline: Deadline;
  /** What a deadline is called to the user. */
  late: string;
  signal?: AbortSignal | undefined;
  /** Another run waits for this one. */
  nested?: boolean | undefined;
  /** The worker serves this one request only. */
  once?: boolean;
  /**
   * A worker that falls silent is given up, and a fresh one asked, once. A script that loops is ended by its worker, which
   * says so in time; silence means an endless C function, or a machine that stood still, which is no fault of the script.
   * Only for what changes nothing outside of the sandbox.
   */
  twice?: boolean;
}

export class Requests {
  readonly #pool: WorkerPool;

  constructor(pool: WorkerPool) {
    this.#pool = pool;
  }

  /** @throws Failure `timeout` when the worker said nothing in time; `cancelled`, `sandbox_crashed` or `unavailable`. */
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
    aborted.catch(() => undefined); // it may come when nobody waits any more
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
      // Stopped while a worker was on its way: nobody has used it.
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
