// The lines of a run: order, kinds, filters, and live events as lines.
import { describe, expect, it } from 'vitest';
import type { HostCallRecord } from '../../../core/run-record.ts';
import type { CallReport } from '../../../core/tool.ts';
import { LiveTimeline } from './live-timeline.svelte.ts';
import {
  chosen,
  copyText,
  counted,
  linesOf,
  stampText,
  textOf,
  type LineKind,
  type TimelineEntry,
} from './timeline-entries.ts';

const call = (given: Partial<HostCallRecord> = {}): HostCallRecord => ({
  operation: 'http.request',
  payload: '{"method":"GET","url":"https://a.example/tides"}',
  at: 10,
  milliseconds: 30,
  sent: 40,
  received: 2,
  answer: { json: '{}' },
  ...given,
});

const refused = call({
  operation: 'fs.read',
  payload: '{"path":"a.txt"}',
  at: 50,
  error: { code: 'not_found', message: 'no such file' },
});

const report: CallReport = {
  outcome: { result: { sum: 3 } },
  args: {},
  logs: [
    { level: 'info', text: 'begin' },
    { level: 'warn', text: 'slow' },
    { level: 'debug', text: 'end' },
  ],
  milliseconds: 90,
  trace: { hostCalls: [call(), refused], logTimes: [2, 45, 81] },
};
const recorded = { trace: { hostCalls: [] }, ...report };

const only = (...kinds: LineKind[]) => ({ kinds: new Set(kinds), text: '' });
const texts = (lines: readonly TimelineEntry[]): string[] => lines.map(textOf);

describe('the lines of a recorded run', () => {
  it('are in order of time, log lines and host calls together, the result last', () => {
    expect(texts(linesOf(recorded))).toEqual([
      'begin',
      'http.request GET https://a.example/tides',
      'slow',
      'fs.read a.txt',
      'end',
      '{"sum":3}',
    ]);
    expect(linesOf(recorded).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('begin with the log when an older record has no times for it', () => {
    const lines = linesOf({ ...recorded, trace: { hostCalls: [call()] } });
    expect(texts(lines).slice(0, 4)).toEqual([
      'begin',
      'slow',
      'end',
      'http.request GET https://a.example/tides',
    ]);
    expect(lines[0]?.at).toBeUndefined();
  });

  it('end after the last host call, even if the report excludes waiting time', () => {
    const trace = { hostCalls: [call({ milliseconds: 5000, waits: [{ at: 11, milliseconds: 4900 }] })] };
    expect(linesOf({ ...recorded, trace }).at(-1)?.at).toBe(5010);
  });

  it('say that calls are missing', () => {
    const trace = { hostCalls: [], moreCalls: 1200 };
    expect(texts(linesOf({ ...recorded, trace }))).toContain(
      '1,200 more host calls were not recorded because the log was full.',
    );
  });

  it('are counted by kind, a failed host call also as an error', () => {
    expect(Object.fromEntries(counted(linesOf(recorded)))).toEqual({
      error: 1,
      warn: 1,
      log: 1,
      debug: 1,
      call: 2,
    });
    const failed = { ...recorded, outcome: { error: { code: 'tool_error', message: 'no' } } } as const;
    expect(counted(linesOf(failed)).get('error')).toBe(2);
    const stopped = { ...recorded, outcome: { error: { code: 'cancelled', message: 'stopped' } } } as const;
    expect(counted(linesOf(stopped)).get('error')).toBe(1);
  });

  it("are filtered by kind and by text, including a host call's request", () => {
    const lines = linesOf(recorded);
    expect(chosen(lines, { kinds: new Set(), text: '' })).toBe(lines);
    expect(texts(chosen(lines, only('error')))).toEqual(['fs.read a.txt']);
    expect(texts(chosen(lines, only('warn', 'debug')))).toEqual(['slow', 'end']);
    expect(texts(chosen(lines, { kinds: new Set(), text: ' TIDES ' }))).toEqual([
      'http.request GET https://a.example/tides',
    ]);
    expect(texts(chosen(lines, { kinds: new Set(), text: 'no such file' }))).toEqual(['fs.read a.txt']);
    expect(chosen(lines, { kinds: new Set<LineKind>(['log']), text: 'tides' })).toEqual([]);
  });

  it('are copied with time, kind and duration of calls', () => {
    expect(copyText(linesOf(recorded).slice(0, 4))).toBe(
      '2 ms\tinfo\tbegin\n10 ms\tcall\thttp.request GET https://a.example/tides (took 30 ms)\n' +
        '45 ms\twarn\tslow\n50 ms\tcall\tfs.read a.txt (failed after 30 ms)',
    );
  });

  it('have times to the millisecond', () => {
    expect([0, 11.6, 1204, 75_000].map(stampText)).toEqual(['0 ms', '12 ms', '1.204 s', '75.000 s']);
  });
});

describe('a run in progress', () => {
  const { milliseconds: _, answer: __, ...asked } = call();

  it('adds a line when a host call is made, and updates it with the response', () => {
    const timeline = new LiveTimeline();
    timeline.log({ level: 'info', text: 'begin' }, 1);
    timeline.hostCall(0, { operation: asked.operation, payload: asked.payload, at: 10 });
    timeline.log({ level: 'info', text: 'meanwhile' }, 20);
    expect(copyText(timeline.lines)).toContain('(not answered yet)');
    timeline.hostCall(0, call());
    expect(texts(timeline.lines)).toEqual(['begin', 'http.request GET https://a.example/tides', 'meanwhile']);
    expect(copyText(timeline.lines)).toContain('(took 30 ms)');
  });

  it('merges output pieces into one line, and keeps only the latest progress until another event', () => {
    const timeline = new LiveTimeline();
    for (const piece of ['a', 'b', 'c']) timeline.emit(piece, 1);
    for (let step = 1; step <= 1000; step++) timeline.progress(step / 1000, `step ${step}`, step);
    timeline.log({ level: 'print', text: 'x' }, 2000);
    timeline.progress(1, undefined, 2001);
    expect(texts(timeline.lines)).toEqual(['abc', '100% step 1000', 'x', '100%']);
  });

  it('ends with its result, and ignores later events', () => {
    const timeline = new LiveTimeline();
    timeline.log({ level: 'info', text: 'begin' }, 2);
    timeline.end(report);
    timeline.log({ level: 'info', text: 'late' }, 99);
    timeline.hostCall(5, call());
    expect(texts(timeline.lines)).toEqual(['begin', '{"sum":3}']);
    expect(timeline.elapsed).toBe(90);
  });

  it('excludes looking up the tool from its duration', () => {
    let now = 1000;
    const timeline = new LiveTimeline(() => now);
    now = 1500;
    expect(timeline.elapsed).toBe(500);
    timeline.log({ level: 'info', text: 'begin' }, 20);
    expect(timeline.elapsed).toBe(20);
    now = 1600;
    expect(timeline.elapsed).toBe(120);
  });
});
