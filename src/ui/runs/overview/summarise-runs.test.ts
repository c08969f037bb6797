// Figures of many runs: by day, by tool, with gaps, and without those that a person stopped.
import { describe, expect, it } from 'vitest';
import { summariseRuns } from './summarise-runs.ts';

const run = (
  name: string,
  startedAt: string,
  milliseconds: number,
  status: 'ok' | 'failed' | 'cancelled' = 'ok',
) =>
  ({
    tool: { name },
    startedAt,
    milliseconds,
    status: status === 'failed' ? 'tool_error' : status,
  }) as const;

describe('summariseRuns', () => {
  it('counts nothing of nothing', () => {
    expect(summariseRuns([])).toEqual({ runs: 0, failed: 0, days: [], tools: [] });
  });

  it('counts by day and by tool, days without a run included', () => {
    const figures = summariseRuns([
      run('echo', '2026-03-03T10:00:00', 30),
      run('echo', '2026-03-01T10:00:00', 10),
      run('echo', '2026-03-01T11:00:00', 20),
      run('issue', '2026-03-01T12:00:00', 900, 'failed'),
    ]);
    expect(figures.days).toEqual([
      { day: '2026-03-01', runs: 3, failed: 1 },
      { day: '2026-03-02', runs: 0, failed: 0 },
      { day: '2026-03-03', runs: 1, failed: 0 },
    ]);
    expect(figures.tools).toEqual([
      { tool: 'echo', runs: 3, failed: 0, median: 20, slowest: 30 },
      { tool: 'issue', runs: 1, failed: 1 },
    ]);
    expect(figures).toMatchObject({ runs: 4, failed: 1, median: 20 });
  });

  it('does not count a run that was stopped among the failed', () => {
    expect(summariseRuns([run('echo', '2026-03-01T10:00:00', 5, 'cancelled')])).toMatchObject({ failed: 0 });
  });

  it('goes back a year at most', () => {
    const { days } = summariseRuns([run('a', '2020-01-01T10:00:00', 1), run('a', '2026-01-01T10:00:00', 1)]);
    expect([days.length, days.at(-1)?.day]).toEqual([366, '2026-01-01']);
  });
});
