// How long a call has run so far, without waiting for the user. Survives the card leaving the viewport.

interface Watch {
  total: number;
  /** Time it last started running; undefined while stopped. */
  since: number | undefined;
}

export class CallClock {
  readonly #now: () => number;
  readonly #watches = new Map<string, Watch>();

  constructor(now: () => number) {
    this.#now = now;
  }

  run(call: string): void {
    const watch = this.#watches.get(call) ?? { total: 0, since: undefined };
    watch.since ??= this.#now();
    this.#watches.set(call, watch);
  }

  pause(call: string): void {
    const watch = this.#watches.get(call);
    if (watch) this.#watches.set(call, { total: this.elapsed(call), since: undefined });
  }

  forget(call: string): void {
    this.#watches.delete(call);
  }

  /** Milliseconds. */
  elapsed(call: string): number {
    const watch = this.#watches.get(call);
    if (!watch) return 0;
    return watch.total + (watch.since === undefined ? 0 : this.#now() - watch.since);
  }
}

export const callClock = new CallClock(() => performance.now());
