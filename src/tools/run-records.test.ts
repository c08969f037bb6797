// The record of a call: status, links, and the sizes of what was cut.
import { expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { runLine, whyNotReplayable } from '../core/run-record.ts';
import type { CallReport } from '../core/tool.ts';
import { toRunRecord } from './run-records.ts';

const report: CallReport = {
  outcome: { result: 1 },
  args: { n: 1 },
  logs: [{ level: 'print', text: 'hello' }],
  milliseconds: 1.23456,
  trace: { hostCalls: [], chances: ['crypto.uuid x'] },
};
const call = {
  id: 'run-1',
  startedAt: '2026-05-01T00:00:00.000Z',
  tool: { id: 'tool-1', name: 'echo', version: '1', bundle: 'mine', kind: 'lua' as const },
  caller: { kind: 'user' as const },
  report,
};

it('keeps a call with its input, output and caller', () => {
  const approval = { answer: 'yes' as const, scope: 'chat' as const, waited: 12 };
  const record = toRunRecord({ ...call, approval, parent: 'run-0', replayOf: 'run-x' });
  const { size, ...rest } = record;
  expect(rest).toEqual({
    id: 'run-1',
    startedAt: call.startedAt,
    tool: call.tool,
    caller: { kind: 'user' },
    status: 'ok',
    milliseconds: 1.2,
    parent: 'run-0',
    replayOf: 'run-x',
    approval,
    args: { n: 1 },
    outcome: { result: 1 },
    logs: report.logs,
    trace: report.trace,
  });
  expect(size).toBe(JSON.stringify(rest).length);
  expect(runLine(record)).toBe(`${JSON.stringify(record)}\n`);
  expect(whyNotReplayable(record)).toBeUndefined();
});

it("keeps the error code of a failed call as its status, and why a call without a run can't be replayed", () => {
  const { trace: _, ...untraced } = report;
  const outcome = { error: { code: 'denied' as const, message: 'no' } };
  const record = toRunRecord({ ...call, report: { ...untraced, outcome } });
  expect(record.status).toBe('denied');
  expect(record.outcome).toEqual(outcome);
  expect(whyNotReplayable(record)).toMatch(/it never ran/);
  const builtin = toRunRecord({ ...call, tool: { ...call.tool, kind: 'builtin' } });
  expect(whyNotReplayable(builtin)).toMatch(/has no script to replay/);
});

it('notes that the result of a finished run reports a failure', () => {
  const of = (result: Json) => toRunRecord({ ...call, report: { ...report, outcome: { result } } });
  const refused = of({ success: false, error: 'no token' });
  expect([refused.status, refused.reportsFailure]).toEqual(['ok', true]);
  expect(of({ success: true }).reportsFailure).toBeUndefined();
});

it('keeps the beginning of a long result, and the size of long arguments', () => {
  const long = 'x'.repeat(300_000);
  const record = toRunRecord({
    ...call,
    report: { ...report, args: { long }, outcome: { result: { long } } },
  });
  expect(record.cut).toEqual({ result: long.length + 11, args: long.length + 11 });
  expect(record.args).toEqual({});
  expect(record.outcome.result).toMatch(/^\{"long":"xxx/);
  expect(record.size).toBeLessThan(20_000);
  expect(whyNotReplayable(record)).toMatch(/arguments were too large/);
});
