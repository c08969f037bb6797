// Automations: stored, changed, and restored from a backup switched off, with their origin.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { AutomationDraft } from '../core/automation.ts';
import type { RestoreNote } from '../core/restore-notes.ts';
import { AutomationTable } from './automations.ts';
import { withRestoredAutomations } from './backup/restore-automations.ts';
import type { Restoring, Tally } from './backup/restoring.ts';
import { openDatabase } from './database.ts';

let count = 0;
const open = async () => new AutomationTable(await openDatabase({ name: `automations-${++count}` }));
const news: AutomationDraft = {
  title: 'News',
  task: { kind: 'question', text: 'What is new?' },
  timetable: { every: 'day', at: 480 },
  result: 'chat',
};
const restoring = (trust: boolean) => {
  const notes: RestoreNote[] = [];
  return {
    notes,
    restoring: {
      trust,
      existing: 'keep',
      note: (note: RestoreNote) => notes.push(note),
    } as unknown as Restoring,
  };
};
const tally = (): Tally => ({ added: 0, replaced: 0, kept: 0 });

it('stores, pauses, removes and restores', async () => {
  const table = await open();
  await table.save(news);
  const [made] = await table.list();
  expect(made).toMatchObject({ ...news, on: true, runs: [] });
  await table.switch(made!.id, false);
  await table.remove(made!.id);
  expect(await table.list()).toEqual([]);
  await table.restore(made!);
  expect(await table.list()).toEqual([made]);
  await expect(table.save({ ...news, title: ' ' })).rejects.toThrow('Give it a name');
  await expect(table.save({ ...news, task: { kind: 'tool', tool: '', args: {} } })).rejects.toThrow(
    'Choose a tool',
  );
});

it('keeps the newest runs', async () => {
  const table = await open();
  await table.save(news);
  const [{ id } = { id: '' }] = await table.list();
  for (let i = 0; i < 25; i++)
    await table.record(id, {
      id: `r${i}`,
      at: new Date(i * 1000).toISOString(),
      by: 'schedule',
      state: 'done',
    });
  const [{ runs } = { runs: [] }] = await table.list();
  expect([runs.length, runs[0]?.id]).toEqual([20, 'r24']);
});

it.each([true, false])(
  'arrives from a backup switched off, with its origin (own file: %s)',
  async (trust) => {
    const there = await open();
    await there.save(news);
    const [one] = await there.list();
    await there.record(one!.id, { id: 'r', at: one!.since, by: 'user', state: 'done', conversation: 'mine' });
    const { restoring: into, notes } = restoring(trust);
    const given = { automations: await there.list() };
    const { automations } = withRestoredAutomations(into, tally(), undefined, given);
    expect(automations).toMatchObject([{ title: 'News', on: false, from: 'a backup' }]);
    expect(automations[0]?.runs).toHaveLength(trust ? 1 : 0);
    expect(notes).toEqual([{ code: 'automations_off' }]);
    // Someone else's file replaces nothing, even under the same id.
    const again = withRestoredAutomations(into, tally(), given, {
      automations: [{ ...one!, title: 'Evil' }],
    });
    expect(again.automations.find(({ id }) => id === one!.id)?.title).toBe('News');
  },
);

it('keeps its origin until a person changes what it does', async () => {
  const table = await open();
  await table.save(news);
  const [made] = await table.list();
  await table.restore({ ...made!, from: 'a backup', on: false });
  await table.save({ ...news, title: 'Morning news' }, made!.id);
  expect((await table.list())[0]).toMatchObject({ title: 'Morning news', from: 'a backup', on: false });
  // A missing collection asks for another one. The question is still not the person's.
  const elsewhere = { kind: 'question' as const, text: 'What is new?', collection: 'c1' };
  await table.save({ ...news, task: elsewhere }, made!.id);
  expect((await table.list())[0]).toMatchObject({ task: elsewhere, from: 'a backup' });
  await table.save({ ...news, task: { kind: 'question', text: 'What is new today?' } }, made!.id);
  expect((await table.list())[0]?.from).toBeUndefined();
});
