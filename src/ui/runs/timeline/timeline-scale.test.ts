// The time line of a run: lanes, short calls, many calls, waits for a person, marks of the log, and where the time went.
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

describe('the time line of a run', () => {
  it('of one call: a bar where it was', () => {
    const { lanes, waits, ready } = line({ calls: [call(25, 50)] });
    expect(lanes).toEqual([
      [{ left: 25, width: 50, calls: [0], from: 25, to: 75, failed: false, open: false }],
    ]);
    expect(waits).toEqual([]);
    expect(ready).toBeUndefined();
  });

  it('of a run without calls, or of no length: no lanes, and nothing that is no number', () => {
    expect(line({}).lanes).toEqual([]);
    const { lanes, marks } = line({ calls: [call(0, 0)], marks: [{ at: 0, level: 'info' }], whole: 0 });
    expect(lanes[0]?.[0]).toMatchObject({ left: 0, width: 0 });
    expect(marks).toEqual([{ left: 0, count: 1, level: 'info' }]);
  });

  it('gives calls a lane of their own where they overlap, and the first lane again once it is free', () => {
    const { lanes } = line({ calls: [call(0, 30), call(10, 60), call(30, 20), call(75, 10)] });
    expect(lanes.map((lane) => lane.map(({ calls }) => calls))).toEqual([[[0], [2], [3]], [[1]]]);
  });

  it('keeps calls that follow each other at once on one lane, whatever their sums come to', () => {
    expect(0.1 + 0.2).toBeGreaterThan(0.3);
    expect(line({ calls: [call(0.1, 0.2), call(0.3, 50)] }).lanes).toHaveLength(1);
  });

  it('has eight lanes at most', () => {
    const { lanes } = line({ calls: Array.from({ length: 30 }, (_, at) => call(at, 60)) });
    expect(lanes).toHaveLength(8);
    expect(lanes.flat()).toHaveLength(30);
  });

  it('makes calls without length that follow each other one bar', () => {
    const { lanes } = line({ calls: [call(10, 0), call(10, 0), call(10.1, 0), call(60, 0)] });
    expect(lanes).toHaveLength(1);
    expect(lanes[0]?.map(({ calls, left }) => [calls, left])).toEqual([
      [[0, 1, 2], 10],
      [[3], 60],
    ]);
  });

  it('gathers 500 short calls in a few bars that still show where they were', () => {
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

  it('leaves a long call alone, though short ones stand next to it', () => {
    const { lanes } = line({ calls: [call(0, 0.5), call(0.5, 40), call(40.5, 0.5), call(41, 0.5)] });
    expect(lanes[0]?.map(({ calls }) => calls)).toEqual([[0], [1], [2, 3]]);
  });

  it('draws a call that is not answered yet to the end', () => {
    const { lanes, sums } = line({ calls: [{ operation: 'http.request', payload: '{}', at: 40 }] });
    expect(lanes[0]?.[0]).toMatchObject({ left: 40, width: 60, open: true, failed: false });
    expect(sums.calls).toBe(60);
  });

  it('gives a wait for a person a small part of the line, however long it was', () => {
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

  it('keeps room for the work when there were many waits, and shows a run that only waited', () => {
    const waiting = (at: number) => call(at, 10, { waits: [{ at, milliseconds: 10 }] });
    const { waits, lanes } = line({
      calls: [...Array.from({ length: 50 }, (_, n) => waiting(n * 20)), call(1000, 500)],
      whole: 1500,
    });
    expect(rounded(waits.reduce((sum, { width }) => sum + width, 0))).toBe(40);
    expect(rounded(lanes[0]?.at(-1)?.width ?? 0)).toBe(30);
    expect(line({ calls: [waiting(0)], whole: 10 }).waits).toMatchObject([{ left: 0, width: 100 }]);
  });

  it('makes waits that overlap one', () => {
    const calls = [
      call(0, 50, { waits: [{ at: 10, milliseconds: 30 }] }),
      call(0, 60, { waits: [{ at: 20, milliseconds: 30 }] }),
    ];
    expect(line({ calls }).waits).toMatchObject([{ at: 10, milliseconds: 40 }]);
  });

  it('marks the lines of the log, those close together as one with the gravest level', () => {
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

  it('says where the time went, calls side by side counted once', () => {
    const { sums, ready } = line({ ready: 10, calls: [call(20, 40), call(30, 40)] });
    expect(ready).toEqual({ left: 0, width: 10 });
    expect(sums).toEqual({ ready: 10, calls: 50, waits: 0, script: 40 });
  });
});
