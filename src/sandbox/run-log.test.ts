// A run's log, kept within its limits.
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS as LIMITS } from '../core/limits.ts';
import { RunLog } from './run-log.ts';

it('stops at the line limit, and says so once', () => {
  const log = new RunLog(LIMITS);
  const admitted = Array.from({ length: LIMITS.logLines + 100 }, () =>
    log.admit({ level: 'info', text: 'x' }),
  );
  const lines = admitted.filter((line) => line !== undefined);
  expect(lines).toHaveLength(LIMITS.logLines + 1);
  expect(lines.at(-1)).toEqual({ level: 'warn', text: '… the log is full; the rest was left out' });
});

it('cuts the line that reaches the byte limit', () => {
  const log = new RunLog(LIMITS);
  const line = log.admit({ level: 'print', text: 'x'.repeat(LIMITS.logBytes * 2) });
  expect(line?.text).toHaveLength(LIMITS.logBytes + ' … (cut)'.length);
  expect(log.admit({ level: 'print', text: 'more' })?.text).toContain('the log is full');
  expect(log.admit({ level: 'print', text: 'more' })).toBeUndefined();
});
