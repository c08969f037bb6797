// What a call came to, as it is kept: status, links, and sizes that say what was cut.
import { expect, it } from 'vitest';
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

it('a call is kept with what went in and out, and whose it was', () => {
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

it('a failed call has its code for a status, and one that ran nothing says why it cannot be replayed', () => {
  const { trace: _, ...untraced } = report;
  const outcome = { error: { code: 'denied' as const, message: 'no' } };
  const record = toRunRecord({ ...call, report: { ...untraced, outcome } });
  expect(record.status).toBe('denied');
  expect(record.outcome).toEqual(outcome);
  expect(whyNotReplayable(record)).toMatch(/it never ran/);
  const builtin = toRunRecord({ ...call, tool: { ...call.tool, kind: 'builtin' } });
  expect(whyNotReplayable(builtin)).toMatch(/has no script to replay/);
});

it('a long result is kept by its beginning, and long arguments by their size', () => {
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
