// Registries: their order is kept, each address is listed once, and damaged records are left out.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { ToolRegistry } from '../core/tool-registry.ts';
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
