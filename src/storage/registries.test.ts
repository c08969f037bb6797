// Registries: their order is kept, each address is listed once, and damaged records are left out.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { RestoreNote } from '../core/restore-notes.ts';
import type { ToolRegistry } from '../core/tool-registry.ts';
import { collect } from './backup/collect.ts';
import { withRestoredRegistries } from './backup/restore-registries.ts';
import type { Restoring, Tally } from './backup/restoring.ts';
import { openDatabase } from './database.ts';
import { RegistryTable } from './registries.ts';

let count = 0;
const open = () => openDatabase({ name: `registries-${++count}` });
const at = (id: string): ToolRegistry => ({ id, name: id, address: `https://${id}.example/` });

async function names(table: RegistryTable): Promise<string> {
  return (await table.list()).map(({ id }) => id).join('');
}

it('keeps the order, and moves a registry by one place', async () => {
  const table = new RegistryTable(await open());
  for (const id of ['a', 'b', 'c']) await table.add(at(id));
  await table.move('c', -1);
  expect(await names(table)).toBe('acb');
  await table.move('a', -1);
  await table.move('b', 1);
  await table.move('gone', 1);
  expect(await names(table)).toBe('acb');
  const [, removed] = await table.list();
  await table.remove('c');
  expect(await names(table)).toBe('ab');
  await table.restore(removed!, 1);
  expect(await names(table)).toBe('acb');
});

it('rejects an address that is listed already, and changes one that is still there', async () => {
  const table = new RegistryTable(await open());
  await table.add(at('a'));
  await expect(table.add({ ...at('a'), id: 'other' })).rejects.toThrow('has this address already');
  await table.put({ ...at('a'), off: true });
  await table.put(at('never added'));
  expect(await table.list()).toEqual([{ ...at('a'), off: true }]);
});

it('leaves out damaged records', async () => {
  const db = await open();
  const registries = [at('a'), { id: 'b', name: 'No place' }, { name: 'No id' }, 'text', null];
  await db.put('settings', { key: 'registries', value: { registries } });
  expect(await new RegistryTable(db).list()).toEqual([at('a')]);
});

it('are in a backup if they are at an address', async () => {
  const db = await openDatabase({ name: 'registries-backup' });
  const table = new RegistryTable(db);
  await table.add({ ...at('a'), off: true });
  await table.add({ id: 'b', name: 'Copied', files: new Map([['registry.toml', new Uint8Array(1)]]) });
  const entries = [];
  for await (const entry of collect(db, 'settings', [])) entries.push(entry);
  expect(entries).toEqual([{ key: 'registries', value: { registries: [{ ...at('a'), off: true }] } }]);
});

it.each([true, false])('come back from a backup (own file: %s)', (trust) => {
  const notes: RestoreNote[] = [];
  const tally: Tally = { added: 0, replaced: 0, kept: 0 };
  const restoring = { trust, replace: true, note: (note: RestoreNote) => notes.push(note) };
  const here = { registries: [at('a'), at('b')] };
  const given = {
    registries: [
      { ...at('a'), id: 'other', name: 'Renamed' },
      { ...at('c'), id: 'b', name: 'C\u200b' },
      { id: 'd', name: 'D', address: 'javascript:alert(1)' },
      { id: 'e', name: 'E', handle: {} },
    ],
  };
  const { registries } = withRestoredRegistries(restoring as unknown as Restoring, tally, here, given);
  expect(
    registries.map(
      ({ id, name, off }) => `${id === 'a' || id === 'b' ? id : 'new'} ${name}${off ? ' off' : ''}`,
    ),
  ).toEqual(trust ? ['a Renamed', 'b b', 'new C\u200b'] : ['a a', 'b b', 'new C off']);
  expect(tally).toEqual(trust ? { added: 1, replaced: 1, kept: 0 } : { added: 1, replaced: 0, kept: 1 });
  expect(notes).toEqual(trust ? [] : [{ code: 'registries_off' }]);
});
