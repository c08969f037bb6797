// The log of one run, kept within its limits. The worker keeps one to spare the page, and the page keeps one as a
// safeguard.
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

  /**
   * Returns the line to show, cut, or replaced by the marker once the log is full. Returns undefined when it is
   * dropped.
   */
  admit(line: LogLine): LogLine | undefined {
    if (this.#full) return undefined;
    // Counts UTF-16 units as bytes: close enough for a limit that bounds memory.
    const room = this.#limits.logBytes - this.#bytes;
    if (this.#lines >= this.#limits.logLines || room <= 0) {
      this.#full = true;
      return { level: 'warn', text: '… the log is full; the rest was left out' };
    }
    this.#lines += 1;
    this.#bytes += line.text.length + 1;
    return line.text.length > room ? { ...line, text: `${line.text.slice(0, room)} … (cut)` } : line;
  }
}
