// The log of changes, read: of one tool, and of all.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { ChangeRecord } from '../core/run-record.ts';
import { ChangeTable } from './changes.ts';
import { openDatabase } from './database.ts';

it('changes are read newest first: those of one tool or bundle, and all of them page by page', async () => {
  const db = await openDatabase({ name: 'changes' });
  const table = new ChangeTable(db);
  const subjects = ['b1/echo', 'b1', 'b1/echo', 'b1/echo-2', 'b1/echo'];
  for (const [at, of] of subjects.entries()) {
    const change: ChangeRecord = {
      id: `change-${at}`,
      at: `2026-05-01T00:00:0${at}Z`,
      what: 'changed',
      subject: of.includes('/') ? 'tool' : 'bundle',
      of,
      name: of,
      by: 'user',
    };
    await db.add('changes', change);
  }
  const ids = (changes: ChangeRecord[]): string[] => changes.map(({ id }) => id.slice(-1));
  expect(ids(await table.of('b1/echo'))).toEqual(['4', '2', '0']);
  expect(ids(await table.of('b1'))).toEqual(['1']);
  expect(ids(await table.of('none'))).toEqual([]);
  expect(ids(await table.list(2))).toEqual(['4', '3']);
  expect(ids(await table.list(9, 'change-3'))).toEqual(['2', '1', '0']);
});
