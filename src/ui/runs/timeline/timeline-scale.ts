// Positions everything in a run on an axis as long as the run. Pure; positions are in percent.
//
// - Waits for the user are not work: each takes the same small part of the axis, whatever its duration.
// - Overlapping host calls get separate lanes. Short ones close together become one bar.
import type { Span } from '../../../core/run-record.ts';
import type { LogLevel } from '../../../core/call.ts';
import type { TimelineCall } from './timeline-entries.ts';

export interface TimeLineInput {
  /** Sorted by start. */
  calls: readonly TimelineCall[];
  /** Log lines. */
  marks: readonly { at: number; level: LogLevel }[];
  /** Milliseconds covered by the axis. */
  whole: number;
  /** Milliseconds until the sandbox was ready. */
  ready?: number | undefined;
}

/** A range on the axis. */
export interface Stretch {
  left: number;
  width: number;
}

export interface Bar extends Stretch {
  /** Indexes of the calls it represents. */
  calls: number[];
  /** Milliseconds since the run's start. */
  from: number;
  to: number;
  failed: boolean;
  /** One of them is unanswered. */
  open: boolean;
}

export interface TimeLine {
  /** Bars of a lane do not overlap, except in the last lane if there are too many. */
  lanes: Bar[][];
  waits: (Stretch & Span)[];
  /** Until the sandbox was ready. */
  ready: Stretch | undefined;
  /** Log lines so close together that they share a mark; `level` is the most severe. */
  marks: { left: number; count: number; level: LogLevel }[];
  sums: Sums;
}

/** A breakdown of a run's time, in milliseconds. The parts add up to the total. */
export interface Sums {
  /** Until the sandbox was ready. */
  ready: number;
  /** At least one host call in progress. */
  calls: number;
  /** Waiting for the user. */
  waits: number;
  /** The rest: the script itself. */
  script: number;
}

/** Percent of the axis for one wait, and for all waits at most. */
const WAIT = 5;
const WAITS = 40;
/** Percent. A narrower bar is hard to click, and a merged bar grows no wider. */
const THIN = 1.5;
const GATHERED = 5;
/** Bars closer than this are merged. */
const GAP = 0.5;
/** More would leave no room for anything else; by default, a run may have this many calls open. */
const LANES = 8;
/** Times are rounded to tenths of a millisecond, so sums are inexact: closer ones count as consecutive. */
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
  /** Percent per wait. */
  readonly #wait: number;
  /** Percent per millisecond of work. */
  readonly #scale: number;

  constructor(whole: number, waits: readonly Span[]) {
    const work = Math.max(0, whole - total(waits));
    this.#whole = whole;
    this.#waits = waits;
    // In a run that only waited, the waits fill the axis.
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

/** Sorted, with touching or overlapping ones merged. */
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
