// The record of runs in IndexedDB: pages that survive inserts, filters, retention, JSON Lines, and calls that never
// fail because of it.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunRecord } from '../core/run-record.ts';
import { openDatabase, type Database } from './database.ts';
import { RETENTION, RunTable } from './runs.ts';

let db: Database;
let table: RunTable;
let problems: string[];
let count = 0;
beforeEach(async () => {
  problems = [];
  db = await openDatabase({ name: `runs-${++count}` });
  table = new RunTable(db, {
    onProblem: (message) => problems.push(message),
    retention: () => ({ ...RETENTION, days: 100_000 }),
  });
});
afterEach(() => table.close());

const START = Date.parse('2026-05-01T00:00:00.000Z');
const MINUTE = 60_000;

/** Returns a run that began this many minutes after the first. */
function run(minute: number, more: Partial<RunRecord> = {}): RunRecord {
  return {
    id: `run-${String(minute).padStart(4, '0')}`,
    startedAt: new Date(START + minute * MINUTE).toISOString(),
    tool: { id: 'tool-1', name: 'echo', version: '1', bundle: 'b', kind: 'lua' },
    caller: { kind: 'user' },
    status: 'ok',
    milliseconds: 1,
    size: 100,
    args: { minute },
    outcome: { result: minute },
    logs: [],
    trace: { hostCalls: [], chances: [] },
    ...more,
  };
}

async function add(...minutes: number[]): Promise<void> {
  for (const minute of minutes) await table.add(run(minute));
}

const ids = (runs: readonly { id: string }[]): number[] => runs.map(({ id }) => Number(id.slice(4)));

describe('runs', () => {
  it('are returned complete, and listed without the long part', async () => {
    const record = run(1, { cut: { result: 9 }, approval: { answer: 'yes', scope: 'once', waited: 5 } });
    await table.add(record);
    expect(await table.get(record.id)).toEqual(record);
    const { runs } = await table.list();
    expect(Object.keys(runs[0] ?? {})).not.toContain('args');
    expect(await table.get('none')).toBeUndefined();
  });

  it("that are damaged are in no list, and don't keep the others from expiring", async () => {
    await add(1, 2);
    await db.put('runs', { id: 'run-0000' } as never);
    await db.put('runs', { id: 'run-9998', tool: null, caller: null, startedAt: 7, size: 'x' } as never);
    await db.put('runs', { id: 'run-9999' } as never);
    expect(ids((await table.list()).runs)).toEqual([2, 1]);
    await table.sweep({ ...RETENTION, days: 100_000, bytes: 150 }, START);
    expect(ids((await table.list()).runs)).toEqual([2]);
  });

  it('are listed newest first, in pages that stay consistent while runs are added and removed', async () => {
    await add(1, 2, 3, 4, 5);
    const first = await table.list({}, { limit: 2 });
    expect(ids(first.runs)).toEqual([5, 4]);
    await add(6, 7);
    await table.remove(['run-0004', 'run-0003']);
    const second = await table.list({}, { limit: 2, pageToken: first.nextPageToken ?? '' });
    expect(ids(second.runs)).toEqual([2, 1]);
    expect(second.nextPageToken).toBeUndefined();
  });

  it('announce a next page only when there is one, filters included', async () => {
    await add(1, 2, 3);
    await table.add(run(4, { status: 'timeout' }));
    expect((await table.list({ status: 'ok' }, { limit: 3 })).nextPageToken).toBeUndefined();
    expect((await table.list({ status: 'ok' }, { limit: 2 })).nextPageToken).toBe('run-0002');
  });

  it('are found by tool, caller, status, parent and time', async () => {
    await table.add(run(1, { tool: { ...run(1).tool, id: 'tool-2', name: 'other' } }));
    await table.add(run(2, { caller: { kind: 'page' } }));
    await table.add(run(3, { status: 'denied' }));
    await table.add(run(4, { parent: 'run-0003' }));
    await table.add(run(5, { caller: { kind: 'user', conversation: 'c' } }));
    await table.add(run(6, { parent: 'run-0005', reportsFailure: true }));
    const found = async (filter: Parameters<RunTable['list']>[0]) => ids((await table.list(filter)).runs);
    expect(await found({ tool: 'tool-2' })).toEqual([1]);
    expect(await found({ tool: 'echo' })).toEqual([6, 5, 4, 3, 2]);
    expect(await found({ caller: 'page' })).toEqual([2]);
    expect(await found({ caller: 'agent' })).toContain(5);
    expect(await found({ status: 'failed' })).toEqual([6, 3]);
    expect(await found({ status: 'tool_error' })).toEqual([6]);
    expect(await found({ status: 'denied' })).toEqual([3]);
    expect(await found({ parent: 'run-0003' })).toEqual([4]);
    expect(await found({ since: run(2).startedAt, until: run(3).startedAt })).toEqual([3, 2]);
    expect(await found({ tool: 'echo', caller: 'user', status: 'ok' })).toEqual([4]);
  });

  it('are exported as JSON Lines, oldest first, over many batches', async () => {
    for (let minute = 0; minute < 120; minute++) {
      await table.add(run(minute, { logs: [{ level: 'print', text: 'two\nlines' }] }));
    }
    let text = '';
    for await (const line of table.export({ since: run(10).startedAt })) text += line;
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(110);
    expect(ids(lines.map((line) => JSON.parse(line) as RunRecord))[0]).toBe(10);
    expect(JSON.parse(lines[5] ?? '')).toEqual(await table.get('run-0015'));
  });

  it('are all removed together, including the long parts', async () => {
    await add(1, 2);
    await table.clear();
    expect((await table.list()).runs).toEqual([]);
    expect(await db.count('run_details')).toBe(0);
  });
});

describe('retention', () => {
  const now = START + 40 * 24 * 60 * MINUTE;

  it('removes runs older than thirty days, and keeps the rest', async () => {
    const days = (count: number): number => count * 24 * 60;
    await add(0, days(9), days(11), days(39));
    expect(await table.sweep(RETENTION, now)).toBe(2);
    expect(ids((await table.list()).runs)).toEqual([days(39), days(11)]);
    expect(await db.count('run_details')).toBe(2);
  });

  it('removes the oldest when there are too many', async () => {
    await add(1, 2, 3, 4, 5);
    expect(await table.sweep({ days: 100, bytes: 250 }, now)).toBe(3);
    expect(ids((await table.list()).runs)).toEqual([5, 4]);
  });

  it('is applied while runs are added', async () => {
    const small = new RunTable(db, { retention: () => ({ days: 1e5, bytes: 1000 }) });
    for (let minute = 0; minute < 100; minute++) await small.add(run(minute));
    small.close();
    expect(await db.count('runs')).toBe(10);
  });
});

it("reports a run that can't be saved once, and never throws", async () => {
  const bad = run(1, { args: { f: (() => undefined) as never } });
  await table.add(bad);
  await table.add(bad);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/the record of the run/);
  expect(await db.count('runs')).toBe(0);
  await table.add(run(2));
  await table.add(bad);
  expect(problems).toHaveLength(2);
});

it('notifies a visible list of runs added and removed, here and in another tab', async () => {
  const other = new RunTable(db);
  let here = 0;
  let there = 0;
  const stop = table.onChange(() => (here += 1));
  other.onChange(() => (there += 1));
  await add(1);
  expect(here).toBe(1);
  await expect.poll(() => there).toBe(1);
  stop();
  await table.remove(['run-0001']);
  expect(here).toBe(1);
  await expect.poll(() => there).toBe(2);
  other.close();
});
