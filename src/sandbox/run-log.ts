// The log of one run, kept within its limits. The worker keeps one to spare the page, the page keeps one to be sure.
import type { Limits } from '../core/limits.ts';
import type { LogLine } from '../core/call.ts';

export class RunLog {
  readonly #limits: Pick<Limits, 'logBytes' | 'logLines'>;
  #lines = 0;
  #bytes = 0;
  #full = false;

  constructor(limits: Pick<Limits, 'logBytes' | 'logLines'>) {
    this.#limits = limits;
  }

  /** The line as it may be shown, cut or replaced by the marker when the log is full; undefined when it is left out. */
  admit(line: LogLine): LogLine | undefined {
    if (this.#full) return undefined;
    // UTF-16 units stand for bytes: close enough for a limit that keeps memory in bounds.
    const room = this.#limits.logBytes - this.#bytes;
    if (this.#lines >= this.#limits.logLines || room <= 0) {
      this.#full = true;
      return { level: 'warn', text: '… the log is full; the rest is left out' };
    }
    this.#lines += 1;
    this.#bytes += line.text.length + 1;
    return line.text.length > room ? { ...line, text: `${line.text.slice(0, room)} … (cut)` } : line;
  }
}
