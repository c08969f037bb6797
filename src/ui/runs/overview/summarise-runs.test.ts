// Figures over many runs: per day, per tool, with gaps, and without runs the user stopped.
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
  it('returns zeros for no runs', () => {
    expect(summariseRuns([])).toEqual({ runs: 0, failed: 0, days: [], tools: [] });
  });

  it('counts per day and per tool, including days without a run', () => {
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

  it('counts a run whose result reports a failure as failed', () => {
    const refused = { ...run('echo', '2026-03-01T10:00:00', 5), reportsFailure: true as const };
    expect(summariseRuns([refused, run('echo', '2026-03-01T10:00:00', 9)])).toMatchObject({
      failed: 1,
      median: 9,
    });
  });

  it('does not count a stopped run as failed', () => {
    expect(summariseRuns([run('echo', '2026-03-01T10:00:00', 5, 'cancelled')])).toMatchObject({ failed: 0 });
  });

  it('goes back at most a year', () => {
    const { days } = summariseRuns([run('a', '2020-01-01T10:00:00', 1), run('a', '2026-01-01T10:00:00', 1)]);
    expect([days.length, days.at(-1)?.day]).toEqual([366, '2026-01-01']);
  });
});
