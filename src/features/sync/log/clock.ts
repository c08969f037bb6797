// A hybrid logical clock: time stamps that sort as text, never go back on a device, and follow every stamp the device
// has seen. Clocks of devices may be wrong; later edits still sort after the edits they were made on. Pure.

/** `MMMMMMMMMMMM-CCCC-DEVICE`: milliseconds and a counter in hex, and the device that made it. */
export type Stamp = string;

const MS_DIGITS = 12;
const COUNTER_DIGITS = 4;
const MOST = 16 ** COUNTER_DIGITS - 1;

export interface ClockState {
  ms: number;
  counter: number;
}

export class Clock {
  #state: ClockState;

  constructor(
    readonly now: () => number,
    state: ClockState = { ms: 0, counter: 0 },
  ) {
    this.#state = state;
  }

  get state(): ClockState {
    return this.#state;
  }

  /** Returns a stamp later than all before. */
  tick(device: string): Stamp {
    const { ms, counter } = this.#state;
    const now = Math.max(0, Math.floor(this.now()));
    if (now > ms) this.#state = { ms: now, counter: 0 };
    else this.#state = counter < MOST ? { ms, counter: counter + 1 } : { ms: ms + 1, counter: 0 };
    return stampOf(this.#state, device);
  }

  /** Notes a stamp of another device. */
  see(stamp: Stamp): void {
    const seen = partsOf(stamp);
    const { ms, counter } = this.#state;
    if (seen.ms > ms || (seen.ms === ms && seen.counter > counter)) this.#state = seen;
  }
}

/** The stamp of a record that existed before it was first synced: its own time, but never later than now. */
export function pastStamp(time: number, now: number, device: string): Stamp {
  const ms = Number.isFinite(time) ? Math.max(0, Math.min(Math.floor(time), Math.floor(now))) : 0;
  return stampOf({ ms, counter: 0 }, device);
}

export function isStamp(value: unknown): value is Stamp {
  return typeof value === 'string' && /^[0-9a-f]{12}-[0-9a-f]{4}-[0-9a-f]{16}$/.test(value);
}

function stampOf({ ms, counter }: ClockState, device: string): Stamp {
  return `${hex(ms, MS_DIGITS)}-${hex(counter, COUNTER_DIGITS)}-${device}`;
}

function partsOf(stamp: Stamp): ClockState {
  const [ms = '0', counter = '0'] = stamp.split('-');
  return { ms: parseInt(ms, 16), counter: parseInt(counter, 16) };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
