// Where everything of a run stands on a line as long as the run. Pure; places are percent of the line.
//
// - Waits for a person are no work: whatever their length, each takes the same small part of the line.
// - Host calls that overlap get lanes of their own. Short ones close together become one bar.
import type { Span } from '../../../core/run-record.ts';
import type { LogLevel } from '../../../core/call.ts';
import type { TimelineCall } from './timeline-entries.ts';

export interface TimeLineInput {
  /** By the time they were asked. */
  calls: readonly TimelineCall[];
  /** Lines of the log. */
  marks: readonly { at: number; level: LogLevel }[];
  /** Milliseconds that the line stands for. */
  whole: number;
  /** Milliseconds until there was a sandbox. */
  ready?: number | undefined;
}

/** A part of the line. */
export interface Stretch {
  left: number;
  width: number;
}

export interface Bar extends Stretch {
  /** Places of the calls that it stands for, among all. */
  calls: number[];
  /** Milliseconds after the start of the run. */
  from: number;
  to: number;
  failed: boolean;
  /** One of them is not answered yet. */
  open: boolean;
}

export interface TimeLine {
  /** Those of one lane do not overlap, but for the last lane when there are too many. */
  lanes: Bar[][];
  waits: (Stretch & Span)[];
  /** Until there was a sandbox. */
  ready: Stretch | undefined;
  /** Lines of the log so close together that they are one mark; `level` is the gravest. */
  marks: { left: number; count: number; level: LogLevel }[];
  sums: Sums;
}

/** Where the time of a run went, in milliseconds. Together they are the whole. */
export interface Sums {
  /** Until there was a sandbox. */
  ready: number;
  /** Some host call was at work. */
  calls: number;
  /** A person was being asked. */
  waits: number;
  /** What is left: the script itself. */
  script: number;
}

/** What a wait takes of the line, and all waits together at most. */
const WAIT = 5;
const WAITS = 40;
/** A bar of less than this is hard to hit, and one that gathers several grows to no more than so much. */
const THIN = 1.5;
const GATHERED = 5;
/** Between bars that are one. */
const GAP = 0.5;
/** More would leave no room for anything else; a run may have that many calls open by default. */
const LANES = 8;
/** Times are tenths of a millisecond, and sums of such are not exact: what begins as another ends follows it. */
const SAME = 0.05;
const GRAVITY: readonly LogLevel[] = ['debug', 'print', 'info', 'warn', 'error'];

export function layOut(input: TimeLineInput): TimeLine {
  const { calls, whole } = input;
  const waits = union(calls.flatMap((call) => (call.milliseconds === undefined ? [] : (call.waits ?? []))));
  const axis = new Axis(whole, waits);
  const ready = Math.min(input.ready ?? 0, whole);
  return {
    lanes: lanesOf(calls, whole, axis),
    waits: waits.map((span) => ({ ...span, ...axis.stretch(span.at, endOf(span)) })),
    ready: ready > 0 ? axis.stretch(0, ready) : undefined,
    marks: marksOf(input.marks, axis),
    sums: sumsOf(input, waits, ready),
  };
}

class Axis {
  readonly #whole: number;
  readonly #waits: readonly Span[];
  /** Percent of one wait. */
  readonly #wait: number;
  /** Percent of a millisecond of work. */
  readonly #scale: number;

  constructor(whole: number, waits: readonly Span[]) {
    const work = Math.max(0, whole - total(waits));
    this.#whole = whole;
    this.#waits = waits;
    // Of a run that did nothing but wait, the waits are all there is.
    const shared = work > 0 ? WAITS : 100;
    this.#wait = waits.length === 0 ? 0 : Math.min(work > 0 ? WAIT : 100, shared / waits.length);
    this.#scale = work > 0 ? (100 - this.#wait * waits.length) / work : 0;
  }

  place(at: number): number {
    const until = Math.min(Math.max(0, at), this.#whole);
    let work = until;
    let waited = 0;
    for (const wait of this.#waits) {
      if (wait.at >= until) break;
      const passed = Math.min(until, endOf(wait)) - wait.at;
      work -= passed;
      waited += wait.milliseconds > 0 ? passed / wait.milliseconds : 0;
    }
    return Math.min(100, work * this.#scale + waited * this.#wait);
  }

  stretch(from: number, to: number): Stretch {
    const left = this.place(from);
    return { left, width: Math.max(0, this.place(to) - left) };
  }
}

function lanesOf(calls: readonly TimelineCall[], whole: number, axis: Axis): Bar[][] {
  const lanes: Bar[][] = [];
  for (const [place, call] of calls.entries()) {
    const bar = barOf(call, place, whole, axis);
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? 0) <= bar.from + SAME);
    const lane = free ?? (lanes.length < LANES ? newLane(lanes) : (lanes.at(-1) as Bar[]));
    const last = lane.at(-1);
    if (last && isOneWith(last, bar)) gather(last, bar);
    else lane.push(bar);
  }
  return lanes;
}

function newLane(lanes: Bar[][]): Bar[] {
  const lane: Bar[] = [];
  lanes.push(lane);
  return lane;
}

function barOf(call: TimelineCall, place: number, whole: number, axis: Axis): Bar {
  const open = call.milliseconds === undefined;
  const to = open ? Math.max(whole, call.at) : call.at + call.milliseconds;
  return {
    ...axis.stretch(call.at, to),
    calls: [place],
    from: call.at,
    to,
    failed: !open && call.error !== undefined,
    open,
  };
}

function isOneWith(last: Bar, next: Bar): boolean {
  const gap = next.left - (last.left + last.width);
  const grown = next.left + next.width - last.left;
  const thin = next.width < THIN && (last.width < THIN || last.calls.length > 1);
  return gap < GAP && thin && grown <= GATHERED && !last.open && !next.open;
}

function gather(bar: Bar, next: Bar): void {
  bar.width = Math.max(bar.width, next.left + next.width - bar.left);
  bar.calls.push(...next.calls);
  bar.to = Math.max(bar.to, next.to);
  bar.failed ||= next.failed;
}

function marksOf(lines: TimeLineInput['marks'], axis: Axis): TimeLine['marks'] {
  const marks: TimeLine['marks'] = [];
  for (const { at, level } of lines) {
    const left = axis.place(at);
    const last = marks.at(-1);
    if (!last || left - last.left >= GAP) {
      marks.push({ left, count: 1, level });
      continue;
    }
    last.count += 1;
    if (GRAVITY.indexOf(level) > GRAVITY.indexOf(last.level)) last.level = level;
  }
  return marks;
}

function sumsOf({ calls, whole }: TimeLineInput, waits: readonly Span[], ready: number): Sums {
  const busy = union(calls.map(({ at, milliseconds = Math.max(0, whole - at) }) => ({ at, milliseconds })));
  const waited = total(waits);
  const called = Math.max(0, total(busy) - waited);
  return { ready, calls: called, waits: waited, script: Math.max(0, whole - ready - called - waited) };
}

/** In order, those that touch or overlap as one. */
function union(spans: readonly Span[]): Span[] {
  const one: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.at - b.at)) {
    const last = one.at(-1);
    if (last && span.at <= endOf(last)) {
      last.milliseconds = Math.max(endOf(last), endOf(span)) - last.at;
    } else one.push({ ...span });
  }
  return one;
}

function total(spans: readonly Span[]): number {
  return spans.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

function endOf({ at, milliseconds }: Span): number {
  return at + milliseconds;
}
