// Call counts: written later, added up over tabs, never lost.
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { UsageTable, type Leaving } from './usage.ts';

let db: Database;
let count = 0;
beforeEach(async () => {
  db = await openDatabase({ name: `usage-${++count}` });
});

const ECHO = ['bundle-1', 'echo'] as const;
const at = (second: number): string => `2026-05-01T00:00:0${second}Z`;
const stored = () => db.getAll('usage');

it('counts calls together and writes them a little later', async () => {
  const table = new UsageTable(db);
  table.count(ECHO, false, at(1));
  table.count(ECHO, true, at(3));
  table.count(['bundle-1', 'other'], false, at(2));
  expect(await stored()).toEqual([]);
  await expect.poll(async () => (await stored()).length).toBe(2);
  expect(await stored()).toContainEqual({
    tool: ['bundle-1', 'echo'],
    calls: 2,
    failures: 1,
    lastCalledAt: at(3),
  });
});

it('adds up the counts of two tabs', async () => {
  const tabs = [new UsageTable(db), new UsageTable(db)];
  for (const tab of tabs) for (let i = 0; i < 50; i++) tab.count(ECHO, i % 2 === 0, at(i % 9));
  await Promise.all(tabs.map((tab) => tab.flush()));
  const usage = (await tabs[0]?.all())?.get('bundle-1/echo');
  expect(usage).toMatchObject({ calls: 100, failures: 50, lastCalledAt: at(8) });
});

it('includes unwritten counts when asked', async () => {
  const table = new UsageTable(db);
  table.count(ECHO, false, at(1));
  expect((await table.all()).get('bundle-1/echo')?.calls).toBe(1);
  await table.close();
});

it('writes its counts before a page closes', async () => {
  const listeners = new Set<() => void>();
  const leaving: Leaving = {
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  };
  const table = new UsageTable(db, leaving);
  table.count(ECHO, false, at(1));
  for (const leave of listeners) leave();
  await expect.poll(async () => (await stored()).length).toBe(1);
  await table.close();
  expect(listeners.size).toBe(0);
});

it('writes counts that failed together with the next ones', async () => {
  let full = true;
  const disk = {
    transaction: (...given: Parameters<Database['transaction']>) => {
      if (full) throw new DOMException('no space', 'QuotaExceededError');
      return db.transaction(...given);
    },
  };
  const table = new UsageTable(disk as unknown as Database);
  table.count(ECHO, true, at(2));
  await table.flush();
  expect(await stored()).toEqual([]);
  full = false;
  table.count(ECHO, false, at(1));
  await table.close();
  expect(await stored()).toEqual([{ tool: [...ECHO], calls: 2, failures: 1, lastCalledAt: at(2) }]);
});

it("moves counts, unwritten ones included, to a tool's new bundle and back", async () => {
  const table = new UsageTable(db);
  table.count(ECHO, true, at(1));
  await table.flush();
  table.count(ECHO, false, at(2));
  await table.move(ECHO, ['bundle-2', 'echo']);
  const carried = { tool: ['bundle-2', 'echo'], calls: 2, failures: 1, lastCalledAt: at(2) };
  expect(await stored()).toEqual([carried]);
  await table.move(['bundle-2', 'echo'], ECHO);
  expect(await stored()).toEqual([{ ...carried, tool: [...ECHO] }]);
  await table.move(['bundle-9', 'never-called'], ['bundle-2', 'never-called']);
  expect(await stored()).toHaveLength(1);
});

it("leaves counts that can't be moved, and completes the move", async () => {
  const table = new UsageTable(db);
  table.count(ECHO, false, at(1));
  await table.flush();
  db.close();
  await expect(table.move(ECHO, ['bundle-2', 'echo'])).resolves.toBeUndefined();
});
