// A run that goes on, as it is told: its lines as they come, in one list that the page redraws now and then, not for each.
import type { CallReport } from '../../../core/tool.ts';
import type { LogLine } from '../../../core/call.ts';
import {
  endOf,
  lengthOf,
  noteOf,
  type TimelineCall,
  type TimelineEntry,
  type Untold,
} from './timeline-entries.ts';

/** Milliseconds between two redraws: host calls are answered by the thread that draws, and are not to wait for it. */
const REDRAW = 250;

export class LiveTimeline {
  readonly #lines: TimelineEntry[] = [];
  /** Where each host call stands among the lines. */
  readonly #calls = new Map<number, number>();
  readonly #now: () => number;
  #version = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #asked: number;
  /** On the page's clock: when the run began, as near as its news tell. Looking up tool and secrets came before. */
  #began: number | undefined;
  #report = $state.raw<CallReport>();

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#asked = now();
  }

  /** A new list after each redraw. */
  get lines(): readonly TimelineEntry[] {
    void this.#version;
    return [...this.#lines];
  }

  /** Absent while it goes on. */
  get report(): CallReport | undefined {
    return this.#report;
  }

  /** Milliseconds that it has taken so far, or took. */
  get elapsed(): number {
    return this.#report ? lengthOf(this.#report) : this.#now() - (this.#began ?? this.#asked);
  }

  log(line: LogLine, at: number): void {
    this.#tell({ type: 'log', ...line, at });
  }

  /** What comes piece by piece is one line. */
  emit(text: string, at: number): void {
    const last = this.#lines.at(-1);
    if (last?.type === 'output') this.#replace(last.id, { ...last, text: last.text + text });
    else this.#tell({ type: 'output', text, at });
  }

  /** Only the latest word of progress is of interest, until something else happens. */
  progress(fraction: number, text: string | undefined, at: number): void {
    const last = this.#lines.at(-1);
    const line = { type: 'progress' as const, fraction, at, ...(text !== undefined && { text }) };
    if (last?.type === 'progress') this.#replace(last.id, { ...line, id: last.id });
    else this.#tell(line);
  }

  hostCall(place: number, call: TimelineCall): void {
    const id = this.#calls.get(place);
    const line = { type: 'call' as const, place, call, at: call.at };
    if (id !== undefined) return this.#replace(id, { ...line, id });
    this.#calls.set(place, this.#lines.length);
    this.#tell(line);
  }

  /** It is over: nothing is told any more. */
  end(report: CallReport): void {
    for (const line of [...noteOf(report.trace), endOf(report)]) this.#tell(line);
    clearTimeout(this.#timer);
    this.#report = report;
    this.#version += 1;
  }

  #tell(line: Untold): void {
    if (this.#report) return;
    if (line.at !== undefined) this.#began = Math.min(this.#began ?? Infinity, this.#now() - line.at);
    this.#lines.push({ ...line, id: this.#lines.length });
    this.#redrawSoon();
  }

  #replace(id: number, line: TimelineEntry): void {
    if (this.#report) return;
    this.#lines[id] = line;
    this.#redrawSoon();
  }

  #redrawSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#version += 1;
    }, REDRAW);
  }
}
