// A run's timeline: lanes, short calls, many calls, waits for the user, log marks, and the time breakdown.
import { describe, expect, it } from 'vitest';
import type { HostCallRecord } from '../../../core/run-record.ts';
import { layOut, type TimeLineInput } from './timeline-scale.ts';

const call = (at: number, milliseconds: number, given: Partial<HostCallRecord> = {}): HostCallRecord => ({
  operation: 'http.request',
  payload: '{}',
  at,
  milliseconds,
  sent: 2,
  received: 2,
  answer: { json: '{}' },
  ...given,
});

const line = (given: Partial<TimeLineInput>) => layOut({ calls: [], marks: [], whole: 100, ...given });
const rounded = (number: number): number => Math.round(number * 100) / 100;

describe('a run’s timeline', () => {
  it('draws one call as a bar at its time', () => {
    const { lanes, waits, ready } = line({ calls: [call(25, 50)] });
    expect(lanes).toEqual([
      [{ left: 25, width: 50, calls: [0], from: 25, to: 75, failed: false, open: false }],
    ]);
    expect(waits).toEqual([]);
    expect(ready).toBeUndefined();
  });

  it('has no lanes and no invalid numbers for a run without calls or duration', () => {
    expect(line({}).lanes).toEqual([]);
    const { lanes, marks } = line({ calls: [call(0, 0)], marks: [{ at: 0, level: 'info' }], whole: 0 });
    expect(lanes[0]?.[0]).toMatchObject({ left: 0, width: 0 });
    expect(marks).toEqual([{ left: 0, count: 1, level: 'info' }]);
  });

  it('puts overlapping calls on separate lanes, and reuses the first lane once it is free', () => {
    const { lanes } = line({ calls: [call(0, 30), call(10, 60), call(30, 20), call(75, 10)] });
    expect(lanes.map((lane) => lane.map(({ calls }) => calls))).toEqual([[[0], [2], [3]], [[1]]]);
  });

  it('keeps consecutive calls on one lane despite rounding errors', () => {
    expect(0.1 + 0.2).toBeGreaterThan(0.3);
    expect(line({ calls: [call(0.1, 0.2), call(0.3, 50)] }).lanes).toHaveLength(1);
  });

  it('has at most eight lanes', () => {
    const { lanes } = line({ calls: Array.from({ length: 30 }, (_, at) => call(at, 60)) });
    expect(lanes).toHaveLength(8);
    expect(lanes.flat()).toHaveLength(30);
  });

  it('merges consecutive calls without duration into one bar', () => {
    const { lanes } = line({ calls: [call(10, 0), call(10, 0), call(10.1, 0), call(60, 0)] });
    expect(lanes).toHaveLength(1);
    expect(lanes[0]?.map(({ calls, left }) => [calls, left])).toEqual([
      [[0, 1, 2], 10],
      [[3], 60],
    ]);
  });

  it('merges 500 short calls into a few bars at their positions', () => {
    const calls = Array.from({ length: 500 }, (_, n) => call(n * 2, 1.9));
    calls[250] = call(500, 1.9, { error: { code: 'not_found', message: 'no' } });
    const { lanes } = line({ calls, whole: 1000 });
    expect(lanes).toHaveLength(1);
    const bars = lanes[0] ?? [];
    expect(bars.length).toBeGreaterThanOrEqual(20);
    expect(bars.length).toBeLessThan(30);
    expect(bars.flatMap((bar) => bar.calls)).toEqual(calls.map((_, place) => place));
    for (const { width } of bars) expect(width).toBeLessThanOrEqual(5);
    expect(bars.filter(({ failed }) => failed)).toHaveLength(1);
  });

  it('keeps a long call separate from short neighbours', () => {
    const { lanes } = line({ calls: [call(0, 0.5), call(0.5, 40), call(40.5, 0.5), call(41, 0.5)] });
    expect(lanes[0]?.map(({ calls }) => calls)).toEqual([[0], [1], [2, 3]]);
  });

  it('draws an unanswered call to the end', () => {
    const { lanes, sums } = line({ calls: [{ operation: 'http.request', payload: '{}', at: 40 }] });
    expect(lanes[0]?.[0]).toMatchObject({ left: 40, width: 60, open: true, failed: false });
    expect(sums.calls).toBe(60);
  });

  it('gives a wait for the user a small, fixed part of the axis', () => {
    const calls = [
      call(10, 10),
      call(30, 10_000, { waits: [{ at: 35, milliseconds: 9960 }] }),
      call(10_035, 5),
    ];
    const { lanes, waits, sums } = line({ calls, whole: 10_060 });
    // 100 ms of work on 95 percent.
    expect(rounded(lanes[0]?.[0]?.width ?? 0)).toBe(9.5);
    expect(
      waits.map(({ left, width, milliseconds }) => [rounded(left), rounded(width), milliseconds]),
    ).toEqual([[33.25, 5, 9960]]);
    expect(rounded(lanes[0]?.[1]?.width ?? 0)).toBe(rounded(40 * 0.95 + 5));
    expect(sums).toEqual({ ready: 0, calls: 55, waits: 9960, script: 45 });
  });

  it('keeps room for the work between many waits, and shows a run that only waited', () => {
    const waiting = (at: number) => call(at, 10, { waits: [{ at, milliseconds: 10 }] });
    const { waits, lanes } = line({
      calls: [...Array.from({ length: 50 }, (_, n) => waiting(n * 20)), call(1000, 500)],
      whole: 1500,
    });
    expect(rounded(waits.reduce((sum, { width }) => sum + width, 0))).toBe(40);
    expect(rounded(lanes[0]?.at(-1)?.width ?? 0)).toBe(30);
    expect(line({ calls: [waiting(0)], whole: 10 }).waits).toMatchObject([{ left: 0, width: 100 }]);
  });

  it('merges overlapping waits', () => {
    const calls = [
      call(0, 50, { waits: [{ at: 10, milliseconds: 30 }] }),
      call(0, 60, { waits: [{ at: 20, milliseconds: 30 }] }),
    ];
    expect(line({ calls }).waits).toMatchObject([{ at: 10, milliseconds: 40 }]);
  });

  it('marks log lines, merging close ones with the most severe level', () => {
    const marks = [
      { at: 10, level: 'debug' },
      { at: 10.2, level: 'error' },
      { at: 10.3, level: 'info' },
      { at: 50, level: 'warn' },
    ] as const;
    expect(line({ marks }).marks).toEqual([
      { left: 10, count: 3, level: 'error' },
      { left: 50, count: 1, level: 'warn' },
    ]);
  });

  it('breaks down the time, counting parallel calls once', () => {
    const { sums, ready } = line({ ready: 10, calls: [call(20, 40), call(30, 40)] });
    expect(ready).toEqual({ left: 0, width: 10 });
    expect(sums).toEqual({ ready: 10, calls: 50, waits: 0, script: 40 });
  });
});
