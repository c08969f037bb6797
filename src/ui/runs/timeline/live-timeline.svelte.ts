// The timeline of a run in progress: one list of lines, which the page redraws at intervals, not on each event.
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

/** Milliseconds between two redraws: the drawing thread also answers host calls, which must not wait for it. */
const REDRAW = 250;

export class LiveTimeline {
  readonly #lines: TimelineEntry[] = [];
  /** Index of each host call's line. */
  readonly #calls = new Map<number, number>();
  readonly #now: () => number;
  #version = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #asked: number;
  /** On the page's clock: when the run began, as estimated from its events. Looking up tool and secrets came before. */
  #began: number | undefined;
  #report = $state.raw<CallReport>();

  /** @param now returns the time in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#asked = now();
  }

  /** A new list after each redraw. */
  get lines(): readonly TimelineEntry[] {
    void this.#version;
    return [...this.#lines];
  }

  /** Undefined while the run is in progress. */
  get report(): CallReport | undefined {
    return this.#report;
  }

  /** Duration in milliseconds, so far or in total. */
  get elapsed(): number {
    return this.#report ? lengthOf(this.#report) : this.#now() - (this.#began ?? this.#asked);
  }

  log(line: LogLine, at: number): void {
    this.#tell({ type: 'log', ...line, at });
  }

  /** Appends a piece of output to the current output line. */
  emit(text: string, at: number): void {
    const last = this.#lines.at(-1);
    if (last?.type === 'output') this.#replace(last.id, { ...last, text: last.text + text });
    else this.#tell({ type: 'output', text, at });
  }

  /** Keeps only the latest progress, until another event. */
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

  /** Ends the timeline: later events are ignored. */
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
